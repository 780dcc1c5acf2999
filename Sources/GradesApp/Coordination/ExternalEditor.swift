import Files
import Foundation

/// The user's editor: `VISUAL`, `EDITOR`, else `vi`, with its options.
struct ExternalEditor: Sendable {
  struct Failed: Error {}

  private let child: ChildProgram

  init?(environment: [String: String]) {
    let line = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self)
      .first { !$0.allSatisfy(\.isWhitespace) }
    guard let child = ChildProgram(line: line ?? "vi", in: environment) else { return nil }
    self.child = child
  }

  /// Lets the user edit a text in the terminal that this program has given back. The text is in a file
  /// of its own that only the user may read, and that is removed with its folder.
  ///
  /// Cancelling the task ends the editor, and the text stays as it was.
  ///
  /// - Throws: ``Failed``, or why the file could not be written or read.
  func edit(_ text: String) async throws -> String {
    let folder = URL(filePath: child.environment["TMPDIR"] ?? NSTemporaryDirectory())
      .appending(path: "grades-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "grades.txt")
    let isMade = FileManager.default.createFile(
      atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    guard isMade else { throw Failed() }
    var child = child
    child.arguments.append(file.path)
    let outcome = await child.run()
    try Task.checkCancellation()
    guard outcome == .succeeded else { throw Failed() }
    guard let bytes = try SmallFile(file).read() else { throw Failed() }
    let edited = String(decoding: bytes, as: UTF8.self)
    if edited == text { return text }
    // Editors end the last line.
    return edited.last?.isNewline == true ? String(edited.dropLast()) : edited
  }
}
