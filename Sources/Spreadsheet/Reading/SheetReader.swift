struct SheetReader {
  private let strings: [String]
  private let formats: NumberFormats
  private let limits: SpreadsheetLimits
  private var rows: [SheetRow] = []
  private var hiddenColumns: [Range<Int>] = []
  private var cellCount = 0
  private var textSize = 0

  /// Reads all rows that have a cell, and which columns are hidden.
  static func read(
    _ bytes: [UInt8], part: String, strings: [String], formats: NumberFormats,
    limits: SpreadsheetLimits
  ) throws(SpreadsheetError) -> SheetContent {
    var reader = SheetReader(strings: strings, formats: formats, limits: limits)
    try readingXML(bytes, part: part) { xml throws(XMLReader.Fault) in
      try reader.readSheet(&xml)
    }
    return SheetContent(rows: reader.rows, hiddenColumns: reader.hiddenColumns)
  }

  private mutating func readSheet(_ xml: inout XMLReader) throws(XMLReader.Fault) {
    guard try xml.child(at: 0)?.name == "worksheet" else { throw XMLReader.Fault() }
    var areas: [MergedArea] = []
    while let element = try xml.child(at: 1) {
      switch element.name {
      case "cols":
        while let columns = try xml.child(at: 2) {
          // In their order, so that there are no more of them than columns.
          let next = hiddenColumns.last?.upperBound ?? 0
          if columns.isHidden, let first = columns["min"].flatMap({ Int($0) }), first > next,
            first <= CellAddress.mostColumns,
            let last = columns["max"].flatMap({ Int($0) }), last >= first
          {
            hiddenColumns.append(first - 1..<min(last, CellAddress.mostColumns))
          }
        }
      case "sheetData":
        while let row = try xml.child(at: 2) {
          if row.name == "row" { try readRow(row, &xml) }
        }
      case "mergeCells":
        while let area = try xml.child(at: 2) {
          guard areas.count < limits.items else { throw XMLReader.Fault(isTooLarge: true) }
          if let area = area["ref"].flatMap(MergedArea.init) { areas.append(area) }
        }
      default: continue
      }
    }
    for area in areas { try merge(area) }
  }

  // MARK: Rows

  private mutating func readRow(
    _ element: XMLReader.Element, _ xml: inout XMLReader
  ) throws(XMLReader.Fault) {
    let last = rows.last?.number ?? 0
    let number = element["r"].map(CellAddress.row) ?? last + 1
    guard let number, number > last, number <= CellAddress.mostRows else {
      throw XMLReader.Fault()
    }
    var cells: [SheetCell] = []
    // Where the next cell without an address stands.
    var next = 0
    while let element = try xml.child(at: 3) {
      guard element.name == "c" else { continue }
      let column = try column(of: element, inRow: number) ?? next
      guard column >= next, column < CellAddress.mostColumns else { throw XMLReader.Fault() }
      next = column + 1
      let cell = try readCell(element, &xml)
      guard cell != .empty else { continue }
      cellCount += column + 1 - cells.count
      if case .text(let text) = cell { textSize += text.utf8.count }
      guard cellCount <= limits.cells, textSize <= limits.texts else {
        throw XMLReader.Fault(isTooLarge: true)
      }
      cells += repeatElement(.empty, count: column - cells.count)
      cells.append(cell)
    }
    rows.append(SheetRow(number, cells, isHidden: element.isHidden))
  }

  private func column(
    of element: XMLReader.Element, inRow row: Int
  ) throws(XMLReader.Fault) -> Int? {
    guard let text = element["r"] else { return nil }
    guard let address = CellAddress(text), address.row == row else { throw XMLReader.Fault() }
    return address.column
  }

  // MARK: Cells

  private func readCell(
    _ element: XMLReader.Element, _ xml: inout XMLReader
  ) throws(XMLReader.Fault) -> SheetCell {
    var hasFormula = false
    var value: String?
    var inline: String?
    while let child = try xml.child(at: 4) {
      switch child.name {
      case "f": hasFormula = true
      case "v": value = try xml.text(at: 5)
      case "is": inline = try SharedStrings.text(of: &xml)
      default: continue
      }
    }
    let type = element["t"] ?? "n"
    if type == "inlineStr" { return .text(of: inline ?? "") }
    // A formula may have an empty text as its value.
    if type == "str", let value { return .text(of: EscapedText.decoded(value)) }
    guard let text = value?.trimmed, !text.isEmpty else {
      return hasFormula ? .fault(.notComputed) : type == "e" ? .fault(.error("#ERROR!")) : .empty
    }
    switch type {
    case "s":
      guard let index = Int(text), strings.indices.contains(index) else { break }
      return .text(of: strings[index])
    case "b":
      guard ["0", "1", "true", "false"].contains(text) else { break }
      return .flag(text == "1" || text == "true")
    case "d": return .fault(.date)
    case "n":
      guard let number = ExactNumber.text(text, isComputed: hasFormula) else { break }
      return formats.fault(of: Double(number) ?? 0, style: element["s"]).map { .fault($0) }
        ?? .number(number)
    default: break
    }
    return .fault(.error(text))
  }

  // MARK: Merged cells

  /// Marks the cells below the first row of an area. Those to the right of its first cell are empty.
  private mutating func merge(_ area: MergedArea) throws(XMLReader.Fault) {
    guard area.last.row > area.first.row else { return }
    var index = rows.firstIndex(after: area.first.row)
    while index < rows.count, rows[index].number <= area.last.row {
      let missing = max(0, area.last.column + 1 - rows[index].cells.count)
      cellCount += missing + area.last.column - area.first.column + 1
      guard cellCount <= limits.cells else { throw XMLReader.Fault(isTooLarge: true) }
      rows[index].cells += repeatElement(.empty, count: missing)
      for column in area.first.column...area.last.column
      where rows[index].cells[column] == .empty {
        rows[index].cells[column] = .fault(.merged)
      }
      index += 1
    }
  }
}

extension [SheetRow] {
  /// The index of the first row with a higher number.
  fileprivate func firstIndex(after number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].number > number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension XMLReader.Element {
  /// Whether it is a row or columns that people do not see.
  fileprivate var isHidden: Bool { self["hidden"] == "1" || self["hidden"] == "true" }
}

extension SheetCell {
  fileprivate static func text(of text: String) -> SheetCell {
    text.isEmpty ? .empty : .text(text)
  }
}

extension String {
  /// The text without XML's blanks at both ends.
  fileprivate var trimmed: String {
    let isBlank: (Character) -> Bool = { " \t\r\n".contains($0) }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[...last].drop(while: isBlank))
  }
}
