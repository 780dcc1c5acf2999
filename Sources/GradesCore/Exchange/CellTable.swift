import GradesClient
import Spreadsheet

/// A table as rows of cells, whatever kind of file it was in.
package struct CellTable: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    /// Its number, counted as spreadsheets do: the first row is 1, empty ones count.
    package var number: Int
    package var cells: [String]
    /// Whether it cannot be cut into cells without doubt.
    package var isMalformed = false
    /// The cells with the types that a workbook gives them; none in a row of text.
    private(set) var typed: [SheetCell] = []
    /// Whether people who open the workbook do not see it.
    private(set) var isHidden = false

    var isEmpty: Bool {
      !isMalformed && cells.allSatisfy(\.isEmpty)
        && !cells.indices.contains { fault(at: $0, inStudentRow: false) != nil }
    }

    /// Whether it is a row of a workbook, in which each cell has a column.
    var isTyped: Bool { !typed.isEmpty }

    /// Whether there are only blanks in it.
    var isBlank: Bool { !cells.indices.contains(where: hasText) }

    /// How many cells have more than blanks in them.
    var textCount: Int { cells.indices.count(where: hasText) }

    /// Whether there is more than blanks in a cell; there is none beyond the end.
    func hasText(at index: Int) -> Bool {
      index < cells.count && !cells[index].trimmingBlanks().isEmpty
    }

    private func typedCell(_ index: Int) -> SheetCell? {
      typed.indices.contains(index) ? typed[index] : nil
    }

    /// The value of a cell as an item would have it, if the file says which type it has.
    func value(at index: Int, of type: ValueType) -> GradeValue? {
      switch typedCell(index) {
      case .number(let text)? where type == .number: Double(text).map(GradeValue.number)
      case .flag(let flag)? where type == .boolean: .flag(flag)
      default: nil
      }
    }

    /// A text in which people may have written a number in their own way.
    func writtenNumber(at index: Int) -> String? {
      guard index < cells.count else { return nil }
      if case .number? = typedCell(index) { return nil }
      return cells[index]
    }

    /// Why a cell has no value though it is not empty. The lower cells of a merged one count as empty
    /// unless the row is a student's.
    func fault(at index: Int, inStudentRow isStudentRow: Bool) -> EditProblem.Kind? {
      guard case .fault(let fault)? = typedCell(index) else { return nil }
      switch fault {
      case .error: return .cellError
      case .date: return .dateCell
      case .notComputed: return .notComputed
      case .merged: return isStudentRow ? .mergedCell : nil
      case .format: return .formattedCell
      }
    }

    /// What a spreadsheet shows instead of a value, such as `#N/A`.
    func error(at index: Int) -> String? {
      guard case .fault(.error(let text))? = typedCell(index) else { return nil }
      return text
    }
  }

  /// The sheet of a workbook that was read.
  package struct Sheet: Hashable, Sendable {
    package let name: String
    package let isChosen: Bool
    /// How many sheets the workbook has.
    package let count: Int
    /// The columns that people who open the workbook do not see, from 0.
    let hiddenColumns: [Range<Int>]
  }

  package var rows: [Row]
  /// How bytes were read as text, perhaps as a guess; nil where a format has no encodings.
  package var encoding: TextEncoding?
  /// The sheet of a workbook; nil in a text.
  package internal(set) var sheet: Sheet?

  init(rows: [Row]) { self.rows = rows.filter { !$0.isEmpty } }

  /// Reads the sheet of a workbook with a name or a number; nil: the first one that people see (Product rules,
  /// Workbooks).
  init(workbook bytes: [UInt8], sheet choice: String?) throws(TableError) {
    do throws(SpreadsheetError) {
      let workbook = try Workbook(bytes)
      let sheet = try workbook.sheet(choice)
      let content = try workbook.content(of: sheet)
      self.init(rows: content.rows.map { Row($0) })
      self.sheet = Sheet(
        name: sheet.name, isChosen: choice != nil, count: workbook.sheets.count,
        hiddenColumns: content.hiddenColumns)
    } catch {
      throw .workbook(error)
    }
  }
}

extension CellTable.Row {
  fileprivate init(_ row: SheetRow) {
    self.init(
      number: row.number, cells: row.cells.map(\.text), typed: row.cells, isHidden: row.isHidden)
  }
}

extension SheetCell {
  fileprivate var text: String {
    switch self {
    case .empty, .fault: ""
    case .text(let text): FormulaGuard.restored(text)
    case .number(let text): text
    case .flag(let flag): flag ? "TRUE" : "FALSE"
    }
  }
}
