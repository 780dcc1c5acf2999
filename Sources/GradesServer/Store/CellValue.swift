import GRDB
import GradesClient
import SQLite

/// A value of an evaluation item for one student.
public typealias CellValue = GradeValue

extension GradeValue {
  /// The `valueType` that fits the value (Service contract, 7.2).
  var valueType: String {
    switch self {
    case .number: "NUMBER"
    case .text: "STRING"
    case .flag: "BOOLEAN"
    }
  }

  /// The value in SQLite: the storage class is its type.
  var databaseValue: DatabaseValue {
    switch self {
    case .number(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .flag(let flag): (flag ? 1 : 0).databaseValue
    }
  }
}

extension GradeValue: StoredValue {
  /// Reads a value that `databaseValue` made.
  @inlinable package init?(stored value: DatabaseValue) {
    switch value.storage {
    case .double(let number) where number.isFinite: self = .number(number)
    case .string(let text): self = .text(text)
    case .int64(let flag) where flag == 0 || flag == 1: self = .flag(flag == 1)
    case .double, .int64, .null, .blob: return nil
    }
  }
}
