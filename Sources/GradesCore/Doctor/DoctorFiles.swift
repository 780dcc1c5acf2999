import Files
import Foundation
import GRDB

/// A file of the program that the doctor checks.
package struct DoctorFile: Sendable {
  package enum Content: Sendable {
    /// Anything; whether it can be understood is checked elsewhere.
    case bytes
    case database, folder
    /// A document of which a function says whether it can be read.
    case document(isSound: @Sendable ([UInt8]) -> Bool)
  }

  /// Its name in findings, such as `drafts`.
  private let name: String
  /// The file or folder, which need not exist.
  private let path: String
  private let content: Content
  private let isPrivate: Bool

  package init(_ name: String, _ url: URL, _ content: Content, isPrivate: Bool = true) {
    self.name = name
    path = url.path
    self.content = content
    self.isPrivate = isPrivate
  }

  static func findings(of files: [DoctorFile]) -> [DoctorFinding] {
    let states = files.map(\.state)
    let findings = files.compactMap(\.problem).map { problem in
      let isFatal = if case .readableByOthers = problem { false } else { true }
      return DoctorFinding(
        check: .files, outcome: isFatal ? .failed : .warning, observed: states, problem: problem)
    }
    return findings.isEmpty ? [.init(check: .files, outcome: .ok, observed: states)] : findings
  }

  /// What is wrong with the file; nil for nothing, also where there is none. Changes nothing but for a moment.
  private var problem: DoctorProblem? {
    if case .folder = content, let problem = storing { return problem }
    guard let mode else { return nil }
    guard FileManager.default.isReadableFile(atPath: path) else {
      return .unreadableFile(path: path)
    }
    if isPrivate, mode & 0o077 != 0 { return .readableByOthers(path: path) }
    do {
      return try isSound() ? nil : .damagedFile(path: path)
    } catch is SystemError {
      return .unreadableFile(path: path)
    } catch {
      return .damagedFile(path: path)
    }
  }

  /// Why nothing could be stored in a folder; of one that does not exist, the nearest above it says so.
  private var storing: DoctorProblem? {
    var folder = URL(filePath: path)
    while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    guard folder.path == URL(filePath: path).path else {
      let made = folder.appending(path: ".grades-doctor").path
      return mkdir(made, 0o700) == 0 && rmdir(made) == 0 ? nil : .unwritableFolder(path: path)
    }
    let file = folder.appending(path: "doctor.lock")
    defer { unlink(file.path) }
    do {
      _ = try FileLock.take(file)
      return nil
    } catch {
      return [ENOLCK, ENOTSUP, ENOSYS].contains(error.code)
        ? .unlockableFolder(path: path) : .unwritableFolder(path: path)
    }
  }

  private func isSound() throws -> Bool {
    func read() throws(SystemError) -> [UInt8]? { try SmallFile(URL(filePath: path)).read() }
    switch content {
    case .folder: _ = try FileManager.default.contentsOfDirectory(atPath: path)
    case .bytes: _ = try read()
    case .document(let isSound): return try read().map(isSound) ?? true
    case .database:
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(2)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      return try queue.read { database in
        try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
      }
    }
    return true
  }

  private var mode: Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes.map { $0[.posixPermissions] as? Int ?? 0o600 }
  }

  private var state: String { "\(name) " + (mode.map { String($0 & 0o777, radix: 8) } ?? "-") }
}
