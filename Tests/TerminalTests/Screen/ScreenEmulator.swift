import Testing

@testable import Terminal

/// Emulates a terminal without line wrapping that receives a frame's bytes.
struct ScreenEmulator {
  struct Cell: Equatable {
    /// Nil in the further cells of a wide character.
    var text: Character?
    var style: String
  }

  private(set) var size: Size
  private(set) var cells: [[Cell]]
  private(set) var cursor = Position(column: 0, row: 0)
  private(set) var showsCursor = true
  /// Whether a synchronized frame has begun.
  private(set) var isHeld = false
  private(set) var unknown: [String] = []
  private var style = "0"
  private let width: (Character) -> Int

  /// A terminal with other contents, and with its own widths of characters.
  init(size: Size, width: @escaping (Character) -> Int = { DisplayWidth.of($0) }) {
    self.size = size
    self.width = width
    cells = Self.clutter(size)
  }

  /// Replaces all contents, like another program or a change of the window.
  mutating func spoil(size: Size) {
    self.size = size
    cells = Self.clutter(size)
    cursor = Position(column: size.columns / 2, row: size.rows / 2)
    showsCursor.toggle()
    style = "35"
  }

  mutating func feed(_ text: String) {
    var rest = text[...]
    while let escape = rest.firstIndex(of: "\u{1B}") {
      for character in rest[..<escape] { draw(character) }
      guard let end = rest[escape...].dropFirst(2).firstIndex(where: \.isLetter) else {
        unknown.append(String(rest[escape...]))
        return
      }
      obey(rest[escape...end])
      rest = rest[rest.index(after: end)...]
    }
    for character in rest { draw(character) }
  }

  /// The terminal's contents, as a frame's text.
  var text: String {
    cells.map { row in
      String(row.compactMap(\.text)).replacing(#/ +$/#, with: "")
    }.joined(separator: "\n")
  }

  private mutating func obey(_ sequence: Substring) {
    let body = sequence.dropFirst(2)
    let numbers = body.dropLast().split(separator: ";").map { Int($0) ?? 0 }
    switch (sequence.prefix(3).last, body.last) {
    case ("?", _):
      switch body {
      case "?25h": showsCursor = true
      case "?25l": showsCursor = false
      case "?2026h": isHeld = true
      case "?2026l": isHeld = false
      default: unknown.append(String(sequence))
      }
    case (_, "H"):
      cursor = Position(column: (numbers.dropFirst().first ?? 1) - 1, row: (numbers.first ?? 1) - 1)
    case (_, "G"): cursor.column = (numbers.first ?? 1) - 1
    case (_, "C"): cursor.column = min(size.columns - 1, cursor.column + (numbers.first ?? 1))
    case (_, "K"):
      for column in cursor.column..<size.columns { put(" ", "0", column) }
      if style.split(separator: ";").contains("7") { unknown.append("erased in reverse") }
    case (_, "m"):
      let parameters = body.dropLast()
      if parameters == "0" {
        style = "0"
      } else if parameters.hasPrefix("0;") {
        style = String(parameters.dropFirst(2))
      } else {
        // A style on top of another one would mix them.
        if style != "0" { unknown.append(String(sequence)) }
        style = String(parameters)
      }
    default: unknown.append(String(sequence))
    }
    let area = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    if !area.contains(cursor), size.columns * size.rows > 0 { unknown.append(String(sequence)) }
  }

  private mutating func draw(_ character: Character) {
    let count = width(character)
    guard count > 0, cells.indices.contains(cursor.row) else {
      unknown.append(String(character))
      return
    }
    let column = cursor.column
    if column + count <= size.columns {
      put(character, style, column)
      for part in 1..<max(count, 1) { put(nil, style, column + part, isPart: true) }
    } else {
      // No line is wrapped, so there is no room for it.
      for part in column..<size.columns { put(" ", style, part) }
    }
    cursor.column = min(column + count, size.columns - 1)
  }

  /// Sets a cell; the rest of a wide character that it cuts becomes blank.
  private mutating func put(
    _ character: Character?, _ style: String, _ column: Int, isPart: Bool = false
  ) {
    let row = cursor.row
    if !isPart, cells[row][column].text == nil {
      var left = column
      while left > 0, cells[row][left].text == nil { left -= 1 }
      for part in left..<column { cells[row][part].text = " " }
    }
    var right = column + 1
    while right < size.columns, cells[row][right].text == nil {
      cells[row][right].text = " "
      right += 1
    }
    cells[row][column] = Cell(text: character, style: style)
  }

  private static func clutter(_ size: Size) -> [[Cell]] {
    Array(
      repeating: Array(repeating: Cell(text: "#", style: "41"), count: size.columns),
      count: size.rows)
  }
}
