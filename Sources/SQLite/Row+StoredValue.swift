import Foundation
import GRDB

/// Reading rows, which never ends the program: all functions throw SQLite's "mismatch" for a value that
/// this package does not write there, and for a missing column.
extension Row {
  /// The value of a column.
  package func value<Value: StoredValue>(_ column: String, as _: Value.Type = Value.self) throws
    -> Value
  {
    guard hasColumn(column) else { throw Self.mismatch(column) }
    return try Self.read(self[column] as DatabaseValue, column)
  }

  /// The value of a column, counted from 0.
  package func value<Value: StoredValue>(_ index: Int, as _: Value.Type = Value.self) throws
    -> Value
  {
    guard index < count else { throw Self.mismatch("\(index)") }
    return try Self.read(self[index] as DatabaseValue, "\(index)")
  }

  /// The number of a row, also one beyond the bounds of other numbers; 0 for a value that is none, which
  /// SQLite allows in no such column.
  package func rowID(_ column: String) -> Int64 {
    guard hasColumn(column) else { return 0 }
    return Int64.fromDatabaseValue(self[column] as DatabaseValue) ?? 0
  }

  /// A time that is stored in seconds since 1970; nil for none.
  package func time(_ column: String) throws -> Date? {
    let seconds = try value(column, as: Double?.self)
    return try seconds.map { try Self.time(Date(timeIntervalSince1970: $0), column) }
  }

  /// A time that is stored in seconds since 2001, as `Date` counts them; nil for none.
  package func referenceTime(_ index: Int) throws -> Date? {
    let seconds = try value(index, as: Double?.self)
    return try seconds.map { try Self.time(Date(timeIntervalSinceReferenceDate: $0), "\(index)") }
  }

  /// A time that a calendar can show: of the years 1 to 4000. Nil throws, too.
  package static func time(_ time: Date?, _ column: String) throws -> Date {
    guard let time, (Date.distantPast...Date.distantFuture).contains(time) else {
      throw mismatch(column)
    }
    return time
  }

  private static func read<Value: StoredValue>(
    _ value: DatabaseValue, _ column: String
  ) throws -> Value {
    guard let read = Value(stored: value) else { throw mismatch(column) }
    return read
  }

  private static func mismatch(_ column: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_MISMATCH, message: "column \(column)")
  }
}
