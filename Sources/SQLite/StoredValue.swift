import Foundation
import GRDB

/// A type of value in a table, read only from the storage class in which this package writes it.
///
/// SQLite keeps any kind of value in any column, and GRDB's own `row["column"]` ends the program when
/// the value does not fit: a damaged file, or one that another program changed, must not do that.
@usableFromInline
package protocol StoredValue {
  /// Reads a value; nil if it is of another kind or out of bounds.
  init?(stored value: DatabaseValue)
}

extension String: StoredValue {
  @inlinable package init?(stored value: DatabaseValue) {
    guard case .string(let text) = value.storage else { return nil }
    self = text
  }
}

extension Data: StoredValue {
  @inlinable package init?(stored value: DatabaseValue) {
    guard case .blob(let bytes) = value.storage else { return nil }
    self = bytes
  }
}

extension Int64: StoredValue {
  /// Reads a whole number of at most 2^53, which nothing that this package counts exceeds: beyond it,
  /// adding to a number could overflow, and a table has no next id.
  @inlinable package init?(stored value: DatabaseValue) {
    guard case .int64(let number) = value.storage, number.magnitude <= 1 << 53 else { return nil }
    self = number
  }
}

extension Int: StoredValue {
  @inlinable package init?(stored value: DatabaseValue) {
    guard let number = Int64(stored: value) else { return nil }
    self = Int(number)
  }
}

extension Bool: StoredValue {
  @inlinable package init?(stored value: DatabaseValue) {
    guard let number = Int64(stored: value), number == 0 || number == 1 else { return nil }
    self = number == 1
  }
}

extension Double: StoredValue {
  /// Reads a finite number; a whole one is stored as an integer in a column without a type.
  @inlinable package init?(stored value: DatabaseValue) {
    switch value.storage {
    case .double(let number) where number.isFinite: self = number
    case .int64(let number): self = Double(number)
    default: return nil
    }
  }
}

extension Optional: StoredValue where Wrapped: StoredValue {
  @inlinable package init?(stored value: DatabaseValue) {
    if value.isNull {
      self = .none
    } else if let wrapped = Wrapped(stored: value) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }
}
