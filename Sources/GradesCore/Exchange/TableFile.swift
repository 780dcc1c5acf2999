import Foundation
import Spreadsheet

/// What a file with values contains, recognised by its content and not by its name.
package enum TableFile: Sendable {
  case cells(CellTable)
  /// Values that a JSON document names one by one.
  case entries([RequestedEdit])

  package static let largestFile = 32 << 20

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
      self = .cells(try CellTable(workbook: bytes, sheet: sheet))
      return
    }
    guard sheet == nil else { throw .noWorkbook }
    self =
      JSONTable.isLikely(bytes)
      ? .entries(try JSONTable.entries(of: bytes))
      : .cells(try TextTable.read(bytes, encoding: encoding))
  }

  /// How bytes were read as text; nil where a format has no choice.
  package var encoding: TextEncoding? {
    if case .cells(let table) = self { table.encoding } else { nil }
  }
}
