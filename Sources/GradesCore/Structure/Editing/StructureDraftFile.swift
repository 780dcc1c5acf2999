import Files
import Foundation
import GradesClient

/// Keeps the edited structure of a course on the disk, so that a crash loses nothing.
///
/// Windows of the program that edit the same structure share it: none replaces what it has not read.
public struct StructureDraftFile: Sendable {
  /// The file.
  public let file: URL

  /// A draft as it is stored.
  package struct Stored: Hashable, Sendable {
    /// The draft.
    package let draft: StructureDraft
    fileprivate let text: String
  }

  /// What became of a draft that was to be stored.
  package enum Replacement: Sendable {
    /// It is stored; nil: there is none.
    case done(Stored?)
    /// Another window has stored this one in the meantime, or nil for none; it stays.
    case other(Stored?)
  }

  /// Names the file of a user's draft.
  public init(folder: URL, owner: DraftOwner, course: CourseCode, semester: SemesterCode) {
    let name = [owner.host, owner.username.rawValue, course.rawValue, semester.rawValue]
      .map(Self.fileName).joined(separator: "_")
    file = folder.appending(path: name + ".yaml", directoryHint: .notDirectory)
  }

  private static func fileName(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isSafe =
        byte < 128
        && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar || scalar == "-" || scalar == ".")
      return isSafe ? String(scalar) : "%" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// The stored draft; nil without one. A draft that cannot be read gets another name, which is returned.
  package func read() async throws(SystemError) -> (stored: Stored?, damaged: URL?) {
    try await onOwnThread { () throws(SystemError) in try readNow() }
  }

  private func readNow() throws(SystemError) -> (stored: Stored?, damaged: URL?) {
    guard let bytes = try SmallFile(file).read() else { return (nil, nil) }
    if let draft = StructureDraft(text: bytes) {
      return (Stored(draft: draft, text: String(decoding: bytes, as: UTF8.self)), nil)
    }
    return (nil, try PrivateFile(file).setAside())
  }

  /// Stores a draft, or deletes it with nil, in one step, unless another window has stored another one.
  ///
  /// - Parameter known: what this window has read or stored last; nil for no draft.
  package func replace(
    _ known: Stored?, with draft: StructureDraft?
  ) async throws(SystemError) -> Replacement {
    let text = await onOwnThread { draft?.text }
    let there = try await read().stored
    guard there?.text == known?.text else { return .other(there) }
    if text == known?.text { return .done(known) }
    let lock = try await lock()
    defer { lock.release() }
    return try await onOwnThread { () throws(SystemError) in
      let there = try readNow().stored
      guard there?.text == known?.text else { return .other(there) }
      guard let draft, let text else {
        if unlink(file.path) != 0, errno != ENOENT { throw .last }
        return .done(nil)
      }
      try SmallFile(file).replace(with: text.utf8)
      return .done(Stored(draft: draft, text: text))
    }
  }

  /// The lock of all drafts of the folder; it is held for milliseconds.
  private func lock() async throws(SystemError) -> FileLock {
    let file = file.deletingLastPathComponent().appending(path: "lock")
    try PrivateFolder(of: file).makeTrusted()
    do {
      return try await FileLock.acquire(file, timeLimit: .seconds(10))
    } catch {
      throw error as? SystemError ?? SystemError(code: ETIMEDOUT)
    }
  }

  /// Deletes all drafts of a user; returns the paths of those that could not be deleted.
  package static func erase(of owner: DraftOwner, in folder: URL) async -> [String] {
    let prefix = [owner.host, owner.username.rawValue].map(fileName).joined(separator: "_") + "_"
    return await onOwnThread {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasPrefix(prefix) }.map { folder.appending(path: $0) }
        .filter { !SmallFile($0).erase() }.map(\.path)
    }
  }
}
