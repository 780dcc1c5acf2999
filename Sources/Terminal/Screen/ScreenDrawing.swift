/// Builds the bytes of one frame and tracks the terminal's cursor and style.
struct ScreenDrawing {
  /// The length of the sequence that erases a line's end; fewer blanks are written as blanks.
  static let eraseLength = 3

  private(set) var text = ""
  private let colours: ColourDepth
  private let columns: Int
  private var row: Int?
  /// Where the terminal's cursor is in its row; nil where terminals may differ.
  private var column: Int?
  private var style = CellStyle()

  init(colours: ColourDepth, columns: Int) {
    self.colours = colours
    self.columns = columns
  }

  /// Starts on a terminal with an unknown style.
  mutating func begin() { text += Style.closing }

  mutating func end() { use(CellStyle()) }

  mutating func put(
    _ character: Character, cells: Int, _ style: CellStyle, at position: Position
  ) {
    move(to: position)
    use(style)
    let agreement = CellAgreement.of(character)
    if agreement == .none, cells > 1 {
      // A terminal that draws it narrower would leave what was in the other cells.
      text += String(repeating: " ", count: cells)
      column = nil
      move(to: position)
    }
    text.append(character)
    let next = position.column + cells
    // Behind the last column the cursor is on it or beyond it.
    column = agreement == .none || next >= columns ? nil : next
  }

  /// Erases from a position to the end of its row.
  mutating func eraseLine(from position: Position) {
    move(to: position)
    use(CellStyle())
    text += "\u{1B}[K"
  }

  private mutating func move(to position: Position) {
    defer { (row, column) = (position.row, position.column) }
    guard row == position.row else {
      text +=
        position.column == 0
        ? "\u{1B}[\(position.row + 1)H" : "\u{1B}[\(position.row + 1);\(position.column + 1)H"
      return
    }
    if let column, column <= position.column {
      let distance = position.column - column
      if distance > 0 { text += distance == 1 ? "\u{1B}[C" : "\u{1B}[\(distance)C" }
    } else {
      text += "\u{1B}[\(position.column + 1)G"
    }
  }

  private mutating func use(_ new: CellStyle) {
    guard new != style else { return }
    var parameters: [String] = []
    if style != CellStyle() { parameters.append("0") }
    if new.isUnderlined { parameters.append("4") }
    if new.isFocused { parameters.append("7") }
    let own = new.style.parameters(colours)
    if !own.isEmpty { parameters.append(own) }
    style = new
    text += "\u{1B}[\(parameters.joined(separator: ";"))m"
  }
}
