/// Writes the differences between frames to a terminal.
///
/// The terminal must not wrap lines (mode 7 off). Terminals agree on the width of
/// letters, signs of one cell and East Asian characters only. After any other (emoji, letters with
/// marks of their own) the cursor is set again and the rest of the row is written, so that a
/// terminal which draws it wider or narrower damages no other column.
package struct FrameWriter: Sendable {
  private enum Cursor: Equatable {
    case unknown, hidden
    case shown(Position)
  }

  package let colours: ColourDepth
  /// Whether each frame is put between the marks of mode 2026. May change at any time, because the
  /// terminal responds after drawing has started.
  package var synchronizes: Bool
  private var shown: Frame?
  private var cursor = Cursor.unknown

  /// Makes a writer to a terminal in an unknown state.
  package init(colours: ColourDepth, synchronizes: Bool) {
    self.colours = colours
    self.synchronizes = synchronizes
  }

  /// Makes the next frame a complete one, after something else has written to the terminal.
  package mutating func forget() {
    shown = nil
    cursor = .unknown
  }

  /// Returns the bytes that make the terminal show a frame; empty if it shows it already.
  package mutating func update(to frame: Frame) -> String {
    let old = shown?.size == frame.size ? shown : nil
    var drawing = ScreenDrawing(colours: colours, columns: frame.size.columns)
    if old == nil { drawing.begin() }
    for row in 0..<frame.size.rows { draw(row, of: frame, over: old, &drawing) }
    drawing.end()
    shown = frame

    let wanted =
      frame.cursor.flatMap { frame.area.contains($0) ? Cursor.shown($0) : nil } ?? .hidden
    guard !drawing.text.isEmpty || wanted != cursor else { return "" }
    var text = drawing.text
    if !text.isEmpty, !synchronizes, cursor != .hidden {
      // Otherwise the cursor would visibly move across the screen.
      text = "\u{1B}[?25l" + text
      cursor = .hidden
    }
    if case .shown(let position) = wanted {
      text += "\u{1B}[\(position.row + 1);\(position.column + 1)H"
      if case .shown = cursor {} else { text += "\u{1B}[?25h" }
    } else if cursor != .hidden {
      text += "\u{1B}[?25l"
    }
    cursor = wanted
    return synchronizes ? "\u{1B}[?2026h\(text)\u{1B}[?2026l" : text
  }

  private func draw(_ row: Int, of frame: Frame, over old: Frame?, _ drawing: inout ScreenDrawing) {
    let columns = frame.size.columns
    let cells = frame.cells[row * columns..<(row + 1) * columns]
    let oldCells = old.map { $0.cells[row * columns..<(row + 1) * columns] }
    if oldCells == cells { return }
    var blankFrom = columns
    while blankFrom > 0, isBlank(cells[cells.startIndex + blankFrom - 1]) { blankFrom -= 1 }
    var isSpoiled = old == nil
    var column = 0
    while column < columns {
      let start = cells.startIndex + column
      var end = start + 1
      while end < cells.endIndex, cells[end].text == nil { end += 1 }
      defer { column += end - start }
      guard
        isSpoiled
          || (start..<end).contains(where: { differs(cells[$0], from: oldCells?[$0] ?? .blank) })
      else { continue }
      let position = Position(column: column, row: row)
      let character = cells[start].text ?? " "
      if !isSpoiled {
        isSpoiled =
          CellAgreement.of(character) == .none
          || (start..<end).contains { index in
            (oldCells?[index].text).map { CellAgreement.of($0) == .none } ?? false
          }
      }
      if column >= blankFrom, columns - column > ScreenDrawing.eraseLength {
        let changes =
          isSpoiled
          ? columns - column
          : (start..<cells.endIndex).count { differs(cells[$0], from: oldCells?[$0] ?? .blank) }
        if changes > ScreenDrawing.eraseLength {
          drawing.eraseLine(from: position)
          return
        }
      }
      drawing.put(character, cells: end - start, look(of: cells[start]), at: position)
    }
  }

  private func differs(_ cell: Frame.Cell, from old: Frame.Cell) -> Bool {
    cell != old && (cell.text != old.text || look(of: cell) != look(of: old))
  }

  private func isBlank(_ cell: Frame.Cell) -> Bool {
    cell.text == " " && look(of: cell) == CellStyle()
  }

  /// The style without attributes that are invisible here.
  private func look(of cell: Frame.Cell) -> CellStyle {
    var style = cell.style
    if colours == .none || (cell.text == " " && !style.isFocused && !style.isUnderlined) {
      style.style = .plain
    }
    return style
  }
}
