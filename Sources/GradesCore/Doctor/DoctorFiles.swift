import Files
import Foundation
import GRDB
import JSON

/// A file of the program that the doctor checks.
package struct DoctorFile: Sendable {
  /// What it has.
  package enum Content: Sendable {
    /// Anything; whether it can be understood is checked elsewhere.
    case bytes
    case json, database, folder
    /// A document of which a function says whether it can be read.
    case document(isSound: @Sendable ([UInt8]) -> Bool)
  }

  /// Its name in findings, such as `drafts`.
  package var name: String
  /// The file or folder, which need not exist.
  package var url: URL
  /// What it has.
  package var content: Content
  /// Whether only the user may read it.
  package var isPrivate: Bool

  /// Describes a file.
  package init(_ name: String, _ url: URL, _ content: Content, isPrivate: Bool = true) {
    self.name = name
    self.url = url
    self.content = content
    self.isPrivate = isPrivate
  }
}

extension DoctorFile {
  /// What is wrong with the file; nil for nothing, also where there is none. Changes nothing.
  var problem: DoctorProblem? {
    let path = url.path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes else { return nil }
    let mode = attributes[.posixPermissions] as? Int ?? 0o600
    guard FileManager.default.isReadableFile(atPath: path) else {
      return .unreadableFile(path: path)
    }
    if isPrivate, mode & 0o077 != 0 { return .readableByOthers(path: path) }
    do {
      switch content {
      case .folder: _ = try FileManager.default.contentsOfDirectory(atPath: path)
      case .bytes: _ = try SmallFile(url).read()
      case .json:
        if let bytes = try SmallFile(url).read() { _ = try JSONReader.read(bytes) }
      case .document(let isSound):
        guard try SmallFile(url).read().map(isSound) ?? true else {
          return .damagedFile(path: path)
        }
      case .database: guard try isSound(path) else { return .damagedFile(path: path) }
      }
      return nil
    } catch is SystemError {
      return .unreadableFile(path: path)
    } catch {
      return .damagedFile(path: path)
    }
  }

  private func isSound(_ path: String) throws -> Bool {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    return try queue.read { database in
      try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
    }
  }

  /// The permissions as digits; `-` where there is no file.
  var state: String {
    let path = url.path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let mode = attributes?[.posixPermissions] as? Int
    return "\(name) " + (mode.map { String($0 & 0o777, radix: 8) } ?? "-")
  }
}
