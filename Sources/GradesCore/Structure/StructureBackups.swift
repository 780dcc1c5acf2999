import Files
import Foundation
import GradesClient
import JSON

/// The backups of courses' structures: files that only their owner may read.
package struct StructureBackups: Sendable {
  package enum Problem: Error, Hashable, Sendable {
    case missing
    /// It is no backup, or a damaged one, or a newer program's.
    case unreadable
    /// It cannot be written, so nothing was sent.
    case unwritable(URL, isFull: Bool)
  }

  package struct Entry: Sendable {
    package let url: URL
    /// What it has; nil for one that cannot be read.
    package let backup: StructureBackup?
  }

  /// The folder, which need not exist.
  package let folder: URL

  /// The largest backup that is read, in bytes.
  static let largest = 256 << 20

  package init(folder: URL) { self.folder = folder }

  /// The file of the lock that applications of plans hold one at a time.
  var lock: URL { folder.appending(path: "apply.lock") }

  package var isEmpty: Bool { names.isEmpty }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { $0.hasPrefix("backup-") && $0.hasSuffix(".json") }
  }

  /// The backups, the latest first.
  package func list() async -> [Entry] {
    await onOwnThread {
      let entries = names.sorted().map { name in
        let url = folder.appending(path: name)
        return Entry(url: url, backup: try? Self.read(at: url))
      }
      // Of one second, the later ones have a number at their ends.
      func key(_ entry: Entry) -> (Date, Int, String) {
        let path = entry.url.path
        return (entry.backup?.createdAt ?? .distantPast, path.count, path)
      }
      return entries.sorted { key($0) > key($1) }
    }
  }

  /// Reads a backup by its path, or by its name in the folder.
  package func read(_ path: String) async throws(Problem) -> (url: URL, backup: StructureBackup) {
    let inFolder = folder.appending(path: path)
    let isName = !path.contains("/") && FileManager.default.fileExists(atPath: inFolder.path)
    let url = isName ? inFolder : URL(filePath: path)
    return (url, try await onOwnThread { () throws(Problem) in try Self.read(at: url) })
  }

  private static func read(at url: URL) throws(Problem) -> StructureBackup {
    let bytes: [UInt8]?
    do {
      bytes = try SmallFile(url, limit: largest).read()
    } catch {
      throw .unreadable
    }
    guard let bytes else { throw .missing }
    do {
      return try StructureBackup(bytes)
    } catch {
      throw .unreadable
    }
  }

  /// Writes a backup under a new name, or in the place of an earlier one; it is on the disk when this returns.
  func write(
    _ backup: StructureBackup, over earlier: URL? = nil
  ) async throws(Problem) -> URL {
    try await onOwnThread { () throws(Problem) in
      let time = backup.createdAt.formatted(
        .iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
      let code = String(
        backup.course.rawValue.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
      let base = "backup-\(code)-\(backup.semester.rawValue)-\(time)"
      var url = folder.appending(path: "\(base).json")
      var number = 1
      while earlier == nil, FileManager.default.fileExists(atPath: url.path) {
        number += 1
        url = folder.appending(path: "\(base)-\(number).json")
      }
      url = earlier ?? url
      do throws(SystemError) {
        try PrivateFolder(of: url).makeTrusted()
        try SmallFile(url).replace(with: Array(backup.jsonText.utf8), isLocked: false)
      } catch {
        throw .unwritable(url, isFull: error.meansFull)
      }
      return url
    }
  }

  /// Removes the backup of an application that has changed nothing.
  func remove(_ url: URL) async {
    await onOwnThread { try? FileManager.default.removeItem(at: url) }
  }
}
