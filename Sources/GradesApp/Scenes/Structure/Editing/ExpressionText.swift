import GradesClient
import Terminal

/// An expression with the colours of its parts.
struct ExpressionText {
  let styles: [Style]
  private let scalars: [Unicode.Scalar]

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var styles = [Style](repeating: .plain, count: scalars.count)
    for part in ItemExpression.parts(of: text) {
      let style: Style =
        switch part.kind {
        case .name: .plain
        case .function: .heading
        case .number: .mark
        case .string, .pattern: .accent
        case .sign: .quiet
        case .unreadable: .bad
        }
      for index in part.range { styles[index] = style }
    }
    self.styles = styles
  }

  var styled: StyledText { styled(0..<scalars.count) }

  /// A part of the text, by Unicode scalars.
  func styled(_ range: Range<Int>) -> StyledText {
    var text = StyledText()
    var start = range.lowerBound
    while start < range.upperBound {
      let end = (start..<range.upperBound).first { styles[$0] != styles[start] } ?? range.upperBound
      text += StyledText(String(String.UnicodeScalarView(scalars[start..<end])), styles[start])
      start = end
    }
    return text
  }
}

/// A field with an expression as rows with colours, and a caret below what is wrong.
struct ExpressionRows {
  private(set) var rows: [StyledText] = []
  private var cursor = (row: 0, column: 0)

  /// Breaks the expression to a width; the caret is an offset in Unicode scalars.
  init(_ field: TextField, caret: Int?, width: Int) {
    let lines = field.lines(width: width)
    let text = ExpressionText(field.text)
    cursor = lines.cursor
    var caretRow: Int?
    for (index, row) in lines.rows.enumerated() {
      let start = lines.starts[index]
      let end = start + row.unicodeScalars.count
      rows.append(text.styled(start..<end))
      let isLast = index + 1 == lines.rows.count
      guard let caret, caretRow == nil, caret >= start,
        caret < end || isLast || lines.starts[index + 1] > caret
      else { continue }
      caretRow = rows.count
      let before = String(String.UnicodeScalarView(row.unicodeScalars.prefix(caret - start)))
      rows.append(.blanks(before.displayWidth) + StyledText("^", .bad))
    }
    if let caretRow, caretRow <= cursor.row { cursor.row += 1 }
  }

  func draw(in rect: Rect, of frame: inout Frame) {
    let first = max(0, min(cursor.row - rect.rows + 1, rows.count - rect.rows))
    frame.fill(rect)
    frame.write(Array(rows.dropFirst(first).prefix(rect.rows)), in: rect)
    frame.cursor = Position(
      column: rect.column + min(cursor.column, max(0, rect.columns - 1)),
      row: rect.row + cursor.row - first)
  }
}
