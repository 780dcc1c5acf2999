import Foundation
import GradesClient
import GradesLocalization
import Terminal

/// Changing more than the focused cell.
extension GroupViewModel {
  /// Asks how many cells below a cell get its value.
  func askFill(_ cell: EditableCell) -> Response {
    let rows = state.order.indices.dropFirst(state.grid.rows.focus + 1)
    let others = rows.compactMap { state.cell($0, state.grid.columns.focus)?.cell }
    let below = others.count
    guard below > 0 else { return .say(Sentence(.disabledLastRow)) }
    // Offered are those that lose nothing.
    let empty = others.prefix { state.cell($0)?.current.value == nil }.count
    let count: @MainActor (String) -> Int? = { text in
      Int(text.trimmingCharacters(in: .whitespaces)).flatMap { (1...below).contains($0) ? $0 : nil }
    }
    return .present(
      PromptOverlay(
        Sentence(.gridFillTitle),
        explanation: [
          Sentence(.gridFillBelow, [.count: .count(below)]),
          Sentence(.gridFillEmpty, [.count: .count(empty)]),
        ],
        text: empty > 0 ? "\(empty)" : "",
        problem: { count($0) == nil ? Sentence(.gridFillRange, [.limit: .count(below)]) : nil }
      ) { [weak self] text in
        guard let self, let count = count(text) else { return .done }
        // The rows may have changed below the question; the students who are meant have not.
        return fill(others.prefix(count).compactMap { self.state.cell($0) }, with: cell)
      })
  }

  /// Writes a cell's value into others; asks first if that replaces values, or if the value is outside the
  /// bounds.
  private func fill(_ cells: [EditableCell], with cell: EditableCell) -> Response {
    let value = cell.current.value
    let filling: @MainActor () -> Response = { [self] in editing.set(cells.map { ($0, value) }) }
    let replaced = cells.count { $0.current.value != nil && $0.current.value != value }
    var text: [Sentence] = []
    if replaced > 0 { text.append(Sentence(.gridFillReplaces, [.count: .count(replaced)])) }
    if let warning = cell.warning(about: value, strings) { text.append(warning) }
    guard !text.isEmpty else { return filling() }
    return .present(
      QuestionOverlay(
        Sentence(
          .gridFillAsk,
          [.count: .count(cells.count), .value: .text(ValueText(strings).text(value))]),
        text: text, choices: [.init(letter: .letterYes, label: .keyFill, response: filling)]))
  }
}
