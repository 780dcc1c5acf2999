import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Copying the shown table for a spreadsheet, or to be pasted into this one again.
extension GroupViewModel {
  /// Copies the usernames and the values of the focused column, or of all shown columns.
  func copy(isWhole: Bool) -> Response {
    let columns = isWhole ? Array(state.columns.indices) : [state.grid.columns.focus]
    let titles = ["username"] + columns.compactMap { state.item($0)?.identifier.rawValue }
    let texts = ValueText(strings)
    func cell(_ value: GradeValue?) -> PastedTable.Cell {
      switch value {
      case nil: .plain("")
      case .text(let text): .text(SafeText.keepingBlanks(text))
      case let value?: .plain(texts.text(value))
      }
    }
    let rows = state.order.indices.map { row in
      [.text(state.student(row)?.username.rawValue ?? "")]
        + columns.map { cell(state.cell(row, $0)?.current.value) }
    }
    return .copy(
      PastedTable.text(titles, rows),
      saying: Sentence(.gridCopied, [.count: .count(state.order.count)]))
  }
}
