import Foundation
import Spreadsheet

/// What a file with values contains, recognised by its content and not by its name.
package enum TableFile: Sendable {
  case cells(CellTable)
  /// Values that a JSON document names one by one.
  case entries([RequestedEdit])

  package static let largestFile = 32 << 20
  /// What a file may cost: no course has so many values, and each row is compared with students and items.
  package static let mostRows = 200_000
  package static let mostCells = 4_000_000

  /// Refuses a table that costs more, in which each row counts as wide as the widest.
  static func check(rows: Int, widest: Int = 1) throws(TableError) {
    guard rows <= mostRows, rows * widest <= mostCells else { throw .tooManyCells }
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - sheet: the name or the number of a workbook's sheet; nil: the first one that people see.
  ///   - encoding: the encoding of a text; nil: as its bytes are.
  package init(
    _ data: Data, sheet: String? = nil, encoding: TextEncoding? = nil
  ) throws(TableError) {
    guard data.count <= Self.largestFile else { throw .tooLarge }
    let bytes = [UInt8](data)
    if Workbook.isRecognized(bytes) {
      guard encoding == nil else { throw .noText }
      let table = try CellTable(workbook: bytes, sheet: sheet)
      try Self.check(rows: table.rows.count, widest: table.rows.map(\.cells.count).max() ?? 0)
      self = .cells(table)
      return
    }
    guard sheet == nil else { throw .noWorkbook }
    guard JSONTable.isLikely(bytes) else {
      self = .cells(try TextTable.read(bytes, encoding: encoding))
      return
    }
    let entries = try JSONTable.entries(of: bytes)
    try Self.check(rows: entries.count)
    self = .entries(entries)
  }

  /// How bytes were read as text; nil where a format has no choice.
  package var encoding: TextEncoding? {
    if case .cells(let table) = self { table.encoding } else { nil }
  }
}
