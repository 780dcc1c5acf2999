import JSON
import Spreadsheet

/// Why a file cannot be read as a table of values at all.
package enum TableError: Error, Hashable, Sendable {
  case empty
  /// It is larger than ``TableFile/largestFile`` bytes.
  case tooLarge
  /// It has more rows or cells than ``TableFile`` reads.
  case tooManyCells
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
  case unclosedQuote(row: Int)
  case json(JSONSyntaxError)
  /// It is JSON in which a student's entry has another form than `{"username": …, "items": {…}}`: it lacks a member, or
  /// with nil has something there that is no value of an item.
  case jsonEntry(lacks: String?, at: JSONPosition)
  /// It begins like a workbook and cannot be read as one, or its sheet not be found.
  case workbook(SpreadsheetError)
  /// A sheet was chosen, and the file is no workbook.
  case noWorkbook
  /// An encoding was chosen, and the file is a workbook.
  case noText
  /// What is wrong with one of several sheets of a workbook.
  indirect case sheet(CellTable.Sheet, TableError)
}
