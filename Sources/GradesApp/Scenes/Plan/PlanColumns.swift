import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The lines of the planner's items: name, real or assumed value, and what the goal needs.
struct PlanColumns {
  private let state: PlanState
  private let words: SceneWords
  private let names: Int
  private let values: Int
  private let needs: Int

  private static let gap = 2

  /// Divides a width.
  init(_ state: PlanState, width: Int, _ words: SceneWords) {
    self.state = state
    self.words = words
    let wanted =
      state.items.map { item in
        item.item.depth * 2
          + item.item.definition.name(in: words.strings.serviceLanguage).displayWidth
      }.max() ?? 0
    let values = max(
      6, state.items.indices.map { Self.value($0, state, words).displayWidth }.max() ?? 0)
    let needs = state.items.indices.map { Self.need($0, state, words).displayWidth }.max() ?? 0
    self.values = min(values, max(6, width / 3))
    self.needs = width >= 30 ? needs : 0
    names = max(8, min(wanted, width - self.values - self.needs - 2 * Self.gap))
  }

  /// The cells of the values.
  var valueCells: Range<Int> { names + Self.gap..<names + Self.gap + values }

  /// The line of an item.
  func line(_ index: Int) -> StyledText {
    let item = state.items[index]
    let name =
      StyledText.blanks(item.item.depth * 2)
      + StyledText(
        item.item.definition.name(in: words.strings.serviceLanguage), item.item.definition.nameStyle
      )
    return name.truncated(to: names).padded(to: names) + .blanks(Self.gap)
      + Self.value(index, state, words).truncated(to: values).padded(to: values, alignment: .right)
      + .blanks(Self.gap) + (problem(index) ?? (needs > 0 ? Self.need(index, state, words) : ""))
  }

  /// The bounds beside a value that is being written and is outside of them.
  private func problem(_ index: Int) -> StyledText? {
    guard let field = state.field, field.item.identifier == state.items[index].item.identifier,
      case .outOfBounds(let violation)? = field.problem
    else { return nil }
    return StyledText(words.strings.range(violation.minimum, violation.maximum), .warning)
  }

  /// The value of an item; assumed and estimated ones have a sign before them.
  private static func value(_ index: Int, _ state: PlanState, _ words: SceneWords) -> StyledText {
    let item = state.items[index]
    let definition = item.item.definition
    if let assumed = state.assumed[definition.identifier] {
      return StyledText("~" + words.values.text(assumed), .mark)
    }
    let recorded = item.recorded.value
    switch state.answer?.values[definition.identifier] {
    case .unknown?: return StyledText("?", .warning)
    case .value(let value)? where value != recorded:
      return StyledText("~", .mark) + words.values.text(value, of: definition, .plain)
    default:
      if recorded.isLongText { return StyledText("…", .quiet) }
      return words.values.text(recorded, of: definition, definition.nameStyle)
    }
  }

  private static func need(_ index: Int, _ state: PlanState, _ words: SceneWords) -> StyledText {
    let item = state.items[index].item.identifier
    guard let need = state.answer?.need, need.reachability == .reachable,
      let share = need.items.first(where: { $0.identifier == item })?.share
    else { return "" }
    return StyledText("→ " + words.values.text(share), .quiet)
  }
}
