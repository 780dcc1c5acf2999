@testable import Terminal

/// A frame as a picture for documents: a window with text in the colours of the app, for light and dark pages.
struct SVGPicture {
  let frame: Frame
  /// What the picture shows, for those who cannot see it.
  let title: String

  /// The width and height of a cell.
  private static let (width, height) = (8.4, 19.0)
  private static let margin = 16.0
  /// From the top of a cell to the line on which letters stand.
  private static let baseline = 14.0

  /// The picture as a document of its own.
  var text: String {
    let size = (
      width: Double(frame.size.columns) * Self.width + 2 * Self.margin,
      height: Double(frame.size.rows) * Self.height + 2 * Self.margin
    )
    let lines = (0..<frame.size.rows).flatMap { row in spans(of: row).map { element($0, row) } }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(size.width)) \
      \(number(size.height))" width="\(number(size.width))" role="img">
      <title>\(escaped(title))</title>
      <style>
      \(Self.style)
      </style>
      <rect class="window" x="0.5" y="0.5" width="\(number(size.width - 1))" \
      height="\(number(size.height - 1))" rx="8"/>
      \(lines.joined(separator: "\n"))
      </svg>
      """
  }

  /// Text of one look.
  private struct Span {
    let column: Int
    var columns: Int
    var text: String
    let style: CellStyle
  }

  private func spans(of row: Int) -> [Span] {
    var spans: [Span] = []
    for column in 0..<frame.size.columns {
      let cell = frame.cell(column, row)
      if spans.last?.style == cell.style {
        spans[spans.count - 1].columns += 1
        if let character = cell.text { spans[spans.count - 1].text.append(character) }
      } else {
        spans.append(
          Span(
            column: column, columns: 1, text: cell.text.map(String.init) ?? "", style: cell.style))
      }
    }
    return spans.filter { $0.style.isFocused || $0.text.contains { $0 != " " } }
  }

  private func element(_ span: Span, _ row: Int) -> String {
    let x = Self.margin + Double(span.column) * Self.width
    let y = Self.margin + Double(row) * Self.height
    let width = Double(span.columns) * Self.width
    var classes = ["\(span.style.style)"]
    if span.style.isFocused { classes.append("focused") }
    if span.style.isUnderlined { classes.append("underlined") }
    let background =
      span.style.isFocused
      ? """
      <rect class="\(span.style.style) cursor" x="\(number(x))" y="\(number(y))" \
      width="\(number(width))" height="\(number(Self.height))"/>

      """ : ""
    return background + """
      <text class="\(classes.joined(separator: " "))" x="\(number(x))" \
      y="\(number(y + Self.baseline))" textLength="\(number(width))">\(escaped(span.text))</text>
      """
  }

  private static let strong = ".strongGood, .strongAccent, .strongWarning, .strongBad"

  private static let style = """
    svg { --page: #ffffff; --text: #24292f; --line: #d0d7de; --quiet: #656d76; --accent: #0a69b8; \
    --good: #13781d; --bad: #c3271c; --warning: #8f4a00; --mark: #a3308f; }
    @media (prefers-color-scheme: dark) { svg { --page: #14191f; --text: #e6edf3; --line: #3d444d; \
    --quiet: #9198a1; --accent: #58a6e8; --good: #4fc15b; --bad: #ff8078; --warning: #e0a04a; \
    --mark: #e58ad8; } }
    .window { fill: var(--page); stroke: var(--line); }
    text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; \
    fill: var(--text); }
    .heading { font-weight: bold; }
    \(["quiet", "accent", "good", "bad", "warning", "mark"].map { ".\($0) { fill: var(--\($0)); }" }.joined(separator: " "))
    \(strong) { font-weight: bold; }
    \(["Good", "Accent", "Warning", "Bad"].map { ".strong\($0) { fill: var(--\($0.lowercased())); }" }.joined(separator: " "))
    .plain.cursor, .heading.cursor { fill: var(--text); }
    text.focused { fill: var(--page); }
    .underlined { text-decoration: underline; }
    """

  /// A number with at most one digit behind the point.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
