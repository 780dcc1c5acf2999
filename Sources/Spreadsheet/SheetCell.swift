package enum SheetCell: Hashable, Sendable {
  case empty
  case text(String)
  /// A number as its shortest decimal text with a point, such as `7.4`. One that a formula computed has
  /// at most 15 digits, as spreadsheets show it.
  case number(String)
  case flag(Bool)
  /// No value, though the cell is not empty.
  case fault(Fault)

  /// Why a cell has no value.
  package enum Fault: Hashable, Sendable {
    /// An error of a spreadsheet, such as `#N/A`, or another text that is no value of the cell's type.
    case error(String)
    /// The cell is formatted as a date: its number is not the one that was typed.
    case date
    /// A formula that nothing has computed yet.
    case notComputed
    /// The cell is merged with one above it.
    case merged
    /// Its number format shows another number, such as a percentage, or none.
    case format
  }
}

package struct SheetRow: Hashable, Sendable {
  /// Counted as spreadsheets do, from 1.
  package let number: Int
  /// The cells from the first column to the last one that is not empty.
  package var cells: [SheetCell]
  package let isHidden: Bool

  package init(_ number: Int, _ cells: [SheetCell], isHidden: Bool = false) {
    self.number = number
    self.cells = cells
    self.isHidden = isHidden
  }
}

package struct SheetContent: Sendable {
  package let rows: [SheetRow]
  /// The columns that people do not see, from 0.
  package let hiddenColumns: [Range<Int>]
}
