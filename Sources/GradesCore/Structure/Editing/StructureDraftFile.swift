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
    /// It is stored; nil: there is none. A draft that could not be read got another name, which is `damaged`.
    case done(Stored?, damaged: URL? = nil)
    /// Another window has stored this one in the meantime, or nil for none; it stays.
    case other(Stored?)
  }

  /// Names the file of a user's draft.
  public init(folder: URL, owner: DraftOwner, course: CourseCode, semester: SemesterCode) {
    let name = [course.rawValue, semester.rawValue].map(Self.fileName).joined(separator: "_")
    file = folder.appending(
      path: Self.prefix(of: owner) + name + Self.fileExtension, directoryHint: .notDirectory)
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

  /// The users who have drafts in a folder.
  package static func owners(in folder: URL) async -> [DraftOwner] {
    await fileNames(in: folder).compactMap { name in
      let parts = name.split(separator: "_").map { String($0).removingPercentEncoding }
      guard parts.count == 4, let host = parts[0], let username = parts[1] else { return nil }
      return DraftOwner(host: host, username: Username(username))
    }
  }

  /// The courses whose structure a user has edited and not sent, in the order of their codes.
  package static func gradebooks(of owner: DraftOwner, in folder: URL) async -> [Gradebook] {
    let prefix = prefix(of: owner)
    return await fileNames(in: folder).sorted().compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(fileExtension) else { return nil }
      let parts = name.dropFirst(prefix.count).dropLast(fileExtension.count).split(separator: "_")
        .map { String($0).removingPercentEncoding }
      guard parts.count == 2, let course = parts[0],
        let semester = parts[1].flatMap({ SemesterCode($0) })
      else { return nil }
      return Gradebook(owner: owner, course: CourseCode(course), semester: semester)
    }
  }

  private static func fileNames(in folder: URL) async -> [String] {
    await onOwnThread {
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }
  }

  private static let fileExtension = ".yaml"

  /// How the names of all files of a user begin.
  private static func prefix(of owner: DraftOwner) -> String {
    [owner.host, owner.username.rawValue].map(fileName).joined(separator: "_") + "_"
  }

  /// The stored draft; nil without one. A draft that cannot be read gets another name, which is returned.
  package func read() async throws(SystemError) -> (stored: Stored?, damaged: URL?) {
    if case .readable(let stored) = try await content() { return (stored, nil) }
    let lock = try await lock()
    defer { lock.release() }
    return try await onOwnThread { () throws(SystemError) in
      // Another window may have replaced it in the meantime.
      switch try contentNow() {
      case .readable(let stored): (stored, nil)
      case .damaged: (nil, try PrivateFile(file).setAside())
      }
    }
  }

  /// What the file has.
  private enum Content {
    /// A draft; nil without a file.
    case readable(Stored?)
    case damaged

    /// The draft that a window finds which has this one: nothing can be known of a damaged file.
    func stored(knowing known: Stored?) -> Stored? {
      if case .readable(let stored) = self { stored } else { known }
    }
  }

  private func content() async throws(SystemError) -> Content {
    try await onOwnThread { () throws(SystemError) in try contentNow() }
  }

  private func contentNow() throws(SystemError) -> Content {
    guard let bytes = try SmallFile(file).read() else { return .readable(nil) }
    guard let draft = StructureDraft(text: bytes) else { return .damaged }
    return .readable(Stored(draft: draft, text: String(decoding: bytes, as: UTF8.self)))
  }

  /// Stores a draft, or deletes it with nil, in one step, unless another window has stored another one. A file
  /// that cannot be read counts as what is known, so that no edit of this window is lost with it.
  ///
  /// - Parameter known: what this window has read or stored last; nil for no draft.
  package func replace(
    _ known: Stored?, with draft: StructureDraft?
  ) async throws(SystemError) -> Replacement {
    let text = await onOwnThread { draft?.text }
    let content = try await content()
    let there = content.stored(knowing: known)
    guard there?.text == known?.text else { return .other(there) }
    if case .readable = content, text == known?.text { return .done(known) }
    let lock = try await lock()
    defer { lock.release() }
    return try await onOwnThread { () throws(SystemError) in
      let content = try contentNow()
      let there = content.stored(knowing: known)
      guard there?.text == known?.text else { return .other(there) }
      var damaged: URL?
      if case .damaged = content { damaged = try PrivateFile(file).setAside() }
      guard let draft, let text else {
        if unlink(file.path) != 0, errno != ENOENT { throw .last }
        return .done(nil, damaged: damaged)
      }
      try SmallFile(file).replace(with: text.utf8)
      return .done(Stored(draft: draft, text: text), damaged: damaged)
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
    let prefix = prefix(of: owner)
    return await onOwnThread {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasPrefix(prefix) }.map { folder.appending(path: $0) }
        .filter { !SmallFile($0).erase() }.map(\.path)
    }
  }
}
