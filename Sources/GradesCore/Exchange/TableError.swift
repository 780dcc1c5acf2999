import Spreadsheet

/// Why a file cannot be read as a table of values at all.
package enum TableError: Error, Hashable, Sendable {
  case empty
  /// It is larger than ``TableFile/largestFile`` bytes.
  case tooLarge
  /// It looks like UTF-16, and has no mark of it or is damaged.
  case damagedText
  /// It is not UTF-8 from a line and column on, counted from 1, and it is no Czech text in Windows-1250.
  case notUTF8(line: Int, column: Int)
  /// It is HTML or XML, as its name says.
  case foreign(String)
  /// It is neither text nor another kind of table that is read.
  case notText
  /// Nothing in it identifies students; with the existing titles.
  case noStudents([String])
  /// A quote opens in the row and never closes.
  case unclosedQuote(row: Int)
  /// It is JSON that cannot be read.
  case json(JSONTableProblem)
  /// It begins like a workbook and cannot be read as one, or its sheet not be found.
  case workbook(SpreadsheetError)
  /// A sheet was chosen, and the file is no workbook.
  case noWorkbook
  /// An encoding was chosen, and the file is a workbook.
  case noText
  /// What is wrong with one of several sheets of a workbook.
  indirect case sheet(CellTable.Sheet, TableError)
}

/// What is wrong with a JSON file of values, and where, counted from 1.
package struct JSONTableProblem: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// It ends in the middle.
    case truncated
    /// This is not allowed there.
    case unexpected(String)
    /// It has too many or too deeply nested values.
    case tooLarge
    /// A student's entry has another form than `{"username": …, "items": {…}}`: it lacks this member.
    case lacks(String)
    /// This is no value that an item can have.
    case noValue
  }

  package var kind: Kind
  package var line: Int
  /// The column, in Unicode scalars.
  package var column: Int

  package init(_ kind: Kind, line: Int, column: Int) {
    self.kind = kind
    self.line = line
    self.column = column
  }
}
