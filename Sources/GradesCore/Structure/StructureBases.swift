import Files
import Foundation
import GradesClient

/// What the files of a user's course were made of, beside the backups: the items of each export under their digest,
/// which the file names.
///
/// What the user changes by a file is changed here, too: the difference between this and the course is what has been
/// changed besides.
struct StructureBases: Sendable {
  private let folder: URL
  private let prefix: String

  /// Names the files of a user's course in the folder of the backups.
  init(in backups: StructureBackups, of gradebook: Gradebook) {
    folder = backups.folder
    let owner = gradebook.owner
    let names = [
      owner.host, owner.username.rawValue, gradebook.course.rawValue, gradebook.semester.rawValue,
    ]
    prefix = "base-\(names.joined(separator: "\n").digest)-"
  }

  private func url(_ digest: String) -> URL {
    // A file may name anything.
    let name = digest.filter { $0.isASCII && $0.isHexDigit }
    return folder.appending(path: prefix + name + ".yaml", directoryHint: .notDirectory)
  }

  /// Stores what files with a digest are made of. Without it, they are compared as on another computer.
  func keep(_ file: StructureFile, as digest: String) async {
    await onOwnThread { Self.write(file, to: url(digest)) }
  }

  /// The items that a file was made of; nil where they are not stored here.
  func file(_ digest: String) async -> StructureFile? {
    await onOwnThread { Self.read(url(digest)) }
  }

  /// Takes what the user has changed by a file over into what their files were made of: an earlier one takes it back.
  func take(_ changed: Set<ItemIdentifier>, of now: StructureFile) async {
    await onOwnThread {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names where name.hasPrefix(prefix) {
        let url = folder.appending(path: name, directoryHint: .notDirectory)
        guard var file = Self.read(url) else { continue }
        let kept = file.items.filter { !changed.contains($0.identifier) }
        let taken = now.items.filter { changed.contains($0.identifier) }
        file.items = (kept + taken).arranged(like: now.items)
        Self.write(file, to: url)
      }
    }
  }

  private static func read(_ url: URL) -> StructureFile? {
    guard let bytes = try? SmallFile(url, limit: StructureFile.largestFile).read() else {
      return nil
    }
    let reading = StructureReading(Data(bytes))
    return reading.hasErrors ? nil : reading.file
  }

  private static func write(_ file: StructureFile, to url: URL) {
    try? PrivateFolder(of: url).makeTrusted()
    try? SmallFile(url).replace(with: Array(file.text().utf8), isLocked: false)
  }
}

extension StructureFile {
  /// What names the items of a file, whatever it was made of.
  var digest: String {
    var file = self
    file.base = nil
    return file.text().digest
  }
}

extension String {
  /// The first half of the SHA-256 in hexadecimal digits.
  fileprivate var digest: String { String(sha256Digits(self).prefix(32)) }
}
