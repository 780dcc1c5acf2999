import Foundation
import GRDB

/// The service's one SQLite database, in a file or in memory.
final class Store: Sendable {
  private let database: DatabaseQueue

  private init(_ database: DatabaseQueue) { self.database = database }

  /// Opens the database, and fills an empty one with sample data.
  ///
  /// - Throws: `StoreError` when the file holds something else; SQLite's errors.
  static func open(file: URL?, sample: SamplePlan) async throws -> Store {
    let database = try DatabaseQueue(named: nil, orFile: file)
    if file != nil, try await database.read({ try isFilled($0) }) { return Store(database) }
    let template = try await SampleTemplates.template(for: sample)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      // The copy holds two databases for some milliseconds: not on a thread that others share.
      copying.async {
        done.resume(with: Result { try template.backup(to: database) })
      }
    }
    return Store(database)
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Ledger) throws -> Value
  ) async throws -> Value {
    try await database.read { try body(Ledger(database: $0)) }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Ledger) throws -> Value
  ) async throws -> Value {
    try await database.write { try body(Ledger(database: $0)) }
  }

  /// Closes the file; later requests fail.
  func close() throws { try database.close() }

  private static let copying = DispatchQueue(label: "grades.sample")

  /// Whether the sample data are there already.
  private static func isFilled(_ database: Database) throws -> Bool {
    let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
    if tables == 0 { return false }
    guard try database.tableExists("setting"),
      let version = try Ledger(database: database).setting("schemaVersion")
    else { throw StoreError.foreignFile }
    guard version == String(Schema.version) else { throw StoreError.otherVersion(version) }
    return true
  }
}

/// Why a data file cannot be used.
public enum StoreError: Error, Hashable, Sendable {
  /// The file is an SQLite database of another program.
  case foreignFile
  /// The file was written by another version of the program.
  case otherVersion(String)
}

extension DatabaseQueue {
  fileprivate convenience init(named name: String?, orFile file: URL?) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    if let file {
      try self.init(path: file.path, configuration: configuration)
    } else {
      try self.init(named: name, configuration: configuration)
    }
  }
}
