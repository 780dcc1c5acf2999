import Files
import Foundation
import GradesClient

/// Keeps the edited structure of a course on the disk, so that a crash loses nothing. One window of the program
/// at a time edits it.
package struct StructureDraftFile: Sendable {
  package let file: URL

  package struct Stored: Hashable, Sendable {
    package let draft: StructureDraft
    fileprivate let bytes: [UInt8]
  }

  package init(folder: URL, of gradebook: Gradebook) {
    let name = [gradebook.course.rawValue, gradebook.semester.rawValue].map(Self.fileName)
      .joined(separator: "_")
    file = folder.appending(
      path: Self.prefix(of: gradebook.owner) + name + Self.fileExtension,
      directoryHint: .notDirectory)
  }

  private static func fileName(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: safeCharacters) ?? ""
  }

  /// Those of names of files; an underscore divides their parts.
  private static let safeCharacters = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.")

  /// The courses whose structure a user, or anyone, has edited and not sent, in the order of their codes.
  package static func gradebooks(
    of owner: DraftOwner? = nil, in folder: URL
  ) async -> [Gradebook] {
    await onOwnThread {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasSuffix(fileExtension) }.sorted().compactMap { name in
        let parts = name.dropLast(fileExtension.count).split(separator: "_")
          .compactMap { String($0).removingPercentEncoding }
        guard parts.count == 4, let semester = SemesterCode(parts[3]) else { return nil }
        let found = DraftOwner(host: parts[0], username: Username(parts[1]))
        guard owner == nil || owner == found else { return nil }
        return Gradebook(owner: found, course: CourseCode(parts[2]), semester: semester)
      }
    }
  }

  private static let fileExtension = ".yaml"

  /// How the names of all files of a user begin.
  private static func prefix(of owner: DraftOwner) -> String {
    [owner.host, owner.username.rawValue].map(fileName).joined(separator: "_") + "_"
  }

  /// The right to edit the draft, until it is released and while the process lives; nil where another window
  /// has it.
  package func own() async throws(SystemError) -> FileLock? {
    try await onOwnThread { () throws(SystemError) in
      let lock = FileLock.file(beside: file)
      try PrivateFolder(of: lock).makeTrusted()
      // A scene that was just left may be storing its last edit.
      return try FileLock.take(lock)
        ?? FileLock.acquireBlocking(lock, timeLimit: .milliseconds(300))
    }
  }

  /// The stored draft; nil without one, and for one that cannot be read.
  package func read() async throws(SystemError) -> Stored? {
    try await onOwnThread { () throws(SystemError) in
      guard let bytes = try SmallFile(file).read() else { return nil }
      return StructureDraft(text: bytes).map { Stored(draft: $0, bytes: bytes) }
    }
  }

  /// Stores a draft, or deletes it with nil, in one step; only the window that owns it may do so.
  ///
  /// - Parameter known: what the window has read or stored last. Anything else that is there, such as a damaged
  ///   draft, gets another name.
  /// - Returns: what is stored now, and that name.
  package func store(
    _ draft: StructureDraft?, over known: Stored?
  ) async throws(SystemError) -> (stored: Stored?, damaged: URL?) {
    try await onOwnThread { () throws(SystemError) in
      let new = draft.map { Stored(draft: $0, bytes: Array($0.text.utf8)) }
      let there = try SmallFile(file).read()
      if there == new?.bytes { return (new, nil) }
      var damaged: URL?
      if there != nil, there != known?.bytes { damaged = try PrivateFile(file).setAside() }
      if let new {
        try PrivateFile(file).replace(with: new.bytes)
      } else if unlink(file.path) != 0, errno != ENOENT {
        throw .last
      }
      return (new, damaged)
    }
  }

  /// Deletes all drafts of a user; returns the paths of those that could not be deleted.
  package static func erase(of owner: DraftOwner, in folder: URL) async -> [String] {
    let prefix = prefix(of: owner)
    return await onOwnThread {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasPrefix(prefix) }.map { folder.appending(path: $0) }
        .filter { !SmallFile($0).erase() }.map(\.path)
    }
  }
}
