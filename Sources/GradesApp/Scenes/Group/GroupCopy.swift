import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Copying the shown table for a spreadsheet, or to be pasted into this one again.
extension GroupViewModel {
  /// Copies the usernames and the values of the focused column, or of all shown columns.
  func copy(isWhole: Bool) -> Response {
    let columns = isWhole ? Array(state.columns.indices) : [state.grid.columns.focus]
    let header = ["username"] + columns.compactMap { state.item($0)?.identifier.rawValue }
    let values = ValueText(strings)
    let rows = state.order.indices.map { row in
      [state.student(row)?.username.rawValue ?? ""]
        + columns.map { column in
          let value = state.cell(row, column)?.current.value
          return value == nil ? "" : values.text(value)
        }
    }
    let lines = ([header] + rows).map { $0.map(Self.field).joined(separator: "\t") + "\n" }
    return .copy(
      lines.joined(), saying: Sentence(.gridCopied, [.count: .count(state.order.count)]))
  }

  /// A cell as spreadsheets write it: in quotes where it has tabs, line breaks or quotes. A text that a
  /// spreadsheet would take for a formula gets an apostrophe, as in CSV.
  private static func field(_ text: String) -> String {
    var text = SafeText.keepingBlanks(text)
    if let first = text.first, "=@".contains(first) { text = "'" + text }
    guard text.contains(where: { "\t\"".contains($0) || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
