import Spreadsheet

/// Reads the table in a sheet of a workbook (Product rules, Workbooks).
enum WorkbookTable {
  /// The table in the sheet with a name or a number; nil: in the first one that people see.
  static func read(_ bytes: [UInt8], sheet choice: String?) throws(TableError) -> CellTable {
    do throws(SpreadsheetError) {
      let workbook = try Workbook(bytes)
      let sheet = try workbook.sheet(choice)
      let content = try workbook.content(of: sheet)
      var table = CellTable(rows: content.rows.map { CellTable.Row($0) })
      table.sheet = CellTable.Sheet(
        name: sheet.name, isChosen: choice != nil, count: workbook.sheets.count,
        hiddenColumns: content.hiddenColumns)
      return table
    } catch {
      throw TableError(error)
    }
  }
}

extension TableError {
  fileprivate init(_ error: SpreadsheetError) {
    self =
      switch error {
      case .damaged: .damagedWorkbook
      case .tooLarge: .tooLarge
      case .oldFormatOrPassword: .oldWorkbook
      case .otherFormat: .otherWorkbook
      case .noSheets: .empty
      case .unknownSheet(let choice, let existing): .unknownSheet(choice, existing: existing)
      }
  }
}
