import Foundation
import GRDB

/// Reading rows, which never ends the program: all functions throw SQLite's "mismatch" for a value that
/// this package does not write there, and for a missing column.
///
/// What is generic can be inlined: unspecialised, it took half of the time of a large answer.
extension Row {
  /// The value of a column.
  @inlinable
  package func value<Value: StoredValue>(_ column: String, as _: Value.Type = Value.self) throws
    -> Value
  {
    guard hasColumn(column), let value = Value(stored: stored(column)) else {
      throw Self.mismatch(column)
    }
    return value
  }

  /// The value of a column, counted from 0.
  @inlinable
  package func value<Value: StoredValue>(_ index: Int, as _: Value.Type = Value.self) throws
    -> Value
  {
    guard index < count, let value = Value(stored: stored(index)) else {
      throw Self.mismatch("\(index)")
    }
    return value
  }

  /// The number of a row, also one beyond the bounds of other numbers; 0 for a value that is none, which
  /// SQLite allows in no such column.
  package func rowID(_ column: String) -> Int64 {
    guard hasColumn(column) else { return 0 }
    return Int64.fromDatabaseValue(stored(column)) ?? 0
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

  // `self[index] as DatabaseValue` is generic in GRDB, and several times slower.
  @usableFromInline
  func stored(_ index: Int) -> DatabaseValue {
    let value: (any DatabaseValueConvertible)? = self[index]
    return value?.databaseValue ?? .null
  }

  @usableFromInline
  func stored(_ column: String) -> DatabaseValue {
    let value: (any DatabaseValueConvertible)? = self[column]
    return value?.databaseValue ?? .null
  }

  @usableFromInline
  static func mismatch(_ column: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_MISMATCH, message: "column \(column)")
  }
}
