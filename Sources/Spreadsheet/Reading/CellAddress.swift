/// The address of a cell, such as `B7`.
package struct CellAddress: Equatable {
  static let mostColumns = 16_384
  static let mostRows = 1_048_576

  /// From 0.
  var column: Int
  /// From 1.
  var row: Int

  init?(_ text: some StringProtocol) {
    let letters = text.utf8.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    guard (1...3).contains(letters.count) else { return nil }
    let column = letters.reduce(0) { $0 * 26 + Int($1 - UInt8(ascii: "A")) + 1 } - 1
    guard column < Self.mostColumns, let row = Self.row(text.dropFirst(letters.count)) else {
      return nil
    }
    (self.column, self.row) = (column, row)
  }

  /// The number of a row; nil for other texts and rows that no sheet has.
  static func row(_ text: some StringProtocol) -> Int? {
    guard let row = Int(text), (1...mostRows).contains(row) else { return nil }
    return row
  }

  /// The letters of a column, such as `AB` of 27.
  package static func letters(ofColumn column: Int) -> String {
    let last = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(column % 26)))
    return column < 26 ? last : letters(ofColumn: column / 26 - 1) + last
  }
}

/// Cells that are shown as one, such as `A1:B3`.
struct MergedArea {
  let first: CellAddress
  let last: CellAddress

  init?(_ text: String) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let first = CellAddress(parts[0]), let last = CellAddress(parts[1]),
      first.column <= last.column, first.row <= last.row
    else { return nil }
    (self.first, self.last) = (first, last)
  }
}
