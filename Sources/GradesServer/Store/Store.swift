import Synchronization
import Files
import Foundation
import GRDB

/// The service's one SQLite database, in a file or in memory.
package final class Store: Sendable {
  private let database: DatabaseQueue

  private init(_ database: DatabaseQueue) { self.database = database }

  /// Opens the database, and fills an empty one with sample data.
  ///
  /// - Throws: `StoreError` when the file holds something else; SQLite's errors.
  static func open(file: URL?, sample: SamplePlan) async throws -> Store {
    let configuration = Self.configuration
    guard let file else {
      let database = try DatabaseQueue(configuration: configuration)
      try await copy(SampleTemplates.template(for: sample), to: database)
      return Store(database)
    }
    let database = try DatabaseQueue(path: file.path, configuration: configuration)
    // One transaction for the check and the filling: another process may start at the same time.
    try await database.write { database in
      guard try !isFilled(database) else { return }
      // It will contain tokens, if only those of this service, so only its owner may read it.
      // Opening the file here to create it with this mode would end SQLite's locks (fcntl) when it
      // is closed.
      try DatabaseFile(file).makePrivate()
      try SampleWriter(plan: sample, database: database).write()
    }
    return Store(database)
  }

  /// Fills a file with sample data whatever it has of an earlier filling.
  ///
  /// - Throws: `StoreError.foreignFile` when the file holds something else; SQLite's errors.
  static func refill(_ file: URL, sample: SamplePlan) async throws {
    let database = try DatabaseQueue(path: file.path, configuration: configuration)
    try await database.write { database in
      do { _ = try isFilled(database) } catch StoreError.otherVersion {}
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      for table in tables { try database.drop(table: table) }
      try DatabaseFile(file).makePrivate()
      try SampleWriter(plan: sample, database: database).write()
    }
    try database.close()
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
    return configuration
  }

  /// Copies a whole database; for some milliseconds, so not on a thread that tasks share.
  private static func copy(_ source: DatabaseQueue, to target: DatabaseQueue) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      copying.async { done.resume(with: Result { try source.backup(to: target) }) }
    }
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (ServiceDatabase) throws -> Value
  ) async throws -> Value {
    try await database.read { try body(ServiceDatabase(connection: $0)) }
  }

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (ServiceDatabase) throws -> Value
  ) async throws -> Value {
    try await database.write { try body(ServiceDatabase(connection: $0)) }
  }

  /// Closes the file; later requests fail.
  func close() throws { try database.close() }

  private static let copying = DispatchQueue(label: "grades.sample")

  /// Whether the sample data are already present.
  private static func isFilled(_ database: Database) throws -> Bool {
    let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
    if tables == 0 { return false }
    guard try database.tableExists("setting"),
      let version = try ServiceDatabase(connection: database).setting("schemaVersion")
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

/// Milliseconds since 1970 UTC.
package func milliseconds(_ date: Date) -> Int {
  Int((date.timeIntervalSince1970 * 1000).rounded())
}

/// A duration in whole milliseconds.
package func milliseconds(_ duration: Duration) -> Int {
  let (seconds, attoseconds) = duration.components
  return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
}

/// The input of the sample data: the same plan always gives the same data.
struct SamplePlan: Hashable, Sendable {
  let seed: UInt64
  /// The number of students at the faculty, at least ten.
  let students: Int
}

/// Filled databases in memory, which services copy, because filling one takes much longer.
enum SampleTemplates {
  private typealias Filling = Task<DatabaseQueue, any Error>

  /// One process rarely needs more plans; a removed one is made again.
  private static let limit = 4
  private static let templates = Mutex<[(plan: SamplePlan, filling: Filling)]>([])

  static func template(for plan: SamplePlan) async throws -> DatabaseQueue {
    let filling = templates.withLock { templates in
      if let known = templates.first(where: { $0.plan == plan }) { return known.filling }
      let filling = Filling {
        let database = try DatabaseQueue()
        try await database.write { try SampleWriter(plan: plan, database: $0).write() }
        return database
      }
      templates.append((plan, filling))
      if templates.count > limit { templates.removeFirst() }
      return filling
    }
    return try await filling.value
  }
}
