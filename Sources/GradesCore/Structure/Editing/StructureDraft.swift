import Files
import Foundation
import GradesClient

/// An edited structure that was not sent yet.
public struct StructureDraft: Hashable, Sendable {
  /// What the service had when it was edited.
  public var base: StructureFile
  /// What is wanted.
  public var edited: StructureFile

  /// Makes it of its parts.
  public init(base: StructureFile, edited: StructureFile) {
    self.base = base
    self.edited = edited
  }
}

/// Keeps the edited structure of a course on the disk, so that a crash loses nothing.
///
/// It is a structure's file that people can read too, with another one beside it of what it was made of.
public struct StructureDraftFile: Sendable {
  /// The wanted items.
  public let file: URL
  private let baseFile: URL

  /// Names the files of a user's draft.
  public init(folder: URL, owner: DraftOwner, course: CourseCode, semester: SemesterCode) {
    let name = [owner.host, owner.username.rawValue, course.rawValue, semester.rawValue]
      .map(Self.fileName).joined(separator: "_")
    file = folder.appending(path: name + ".yaml", directoryHint: .notDirectory)
    baseFile = folder.appending(path: name + ".base.yaml", directoryHint: .notDirectory)
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

  /// The stored draft; nil without one. A draft that cannot be read is renamed to `….damaged`, and returned
  /// as nil with that name.
  package func read() async throws(SystemError) -> (draft: StructureDraft?, damaged: URL?) {
    try await onOwnThread { () throws(SystemError) in
      guard let edited = try SmallFile(file).read() else { return (nil, nil) }
      let base = try SmallFile(baseFile).read()
      if let base, let wanted = Self.structure(edited), let old = Self.structure(base) {
        return (StructureDraft(base: old, edited: wanted), nil)
      }
      let damaged = file.appendingPathExtension("damaged")
      if rename(file.path, damaged.path) != 0 { throw .last }
      return (nil, damaged)
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

  private static func structure(_ bytes: [UInt8]) -> StructureFile? {
    let reading = StructureReading(Data(bytes))
    return reading.hasErrors ? nil : reading.file
  }

  /// Stores a draft; a crash at any time leaves this one or the one before.
  package func store(_ draft: StructureDraft) async throws(SystemError) {
    try await onOwnThread { () throws(SystemError) in
      try PrivateFolder(of: file).makeTrusted()
      // What the draft was made of is older than the draft: with the new draft and the old one, what
      // colleagues have changed looks like an edit with their own values.
      try SmallFile(file).replace(with: draft.edited.text().utf8, isLocked: false)
      try SmallFile(baseFile).replace(with: draft.base.text().utf8, isLocked: false)
    }
  }

  /// Deletes the draft.
  package func delete() async throws(SystemError) {
    try await onOwnThread { () throws(SystemError) in
      for file in [file, baseFile] where unlink(file.path) != 0 && errno != ENOENT {
        throw .last
      }
    }
  }
}
