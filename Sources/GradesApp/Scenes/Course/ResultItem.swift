import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension ResultItem {
  /// Whether the item's own minimum is met; nothing before there is a value, or where nothing is required.
  var requirementMark: StyledText {
    guard recorded.value != nil, let isMet = requirementMet else { return "" }
    return StyledText(isMet ? "✓" : "✗", isMet ? .good : .bad)
  }

  /// The least number, if one is required, and the mark; a blank instead of it keeps the bounds aligned.
  func requirement(_ strings: Strings) -> StyledText {
    let mark = requirementMark
    guard requirementMet != nil, item.definition.valueType == .number,
      let bound = item.definition.requiredValue
    else { return mark }
    return StyledText(strings(.courseMinimum, [.required: bound]) + " ", .quiet)
      + (mark.isEmpty ? " " : mark)
  }

  var maximum: Double? {
    item.definition.valueType == .number ? item.definition.maximumValue : nil
  }

  /// The share of the maximum, from 0 to 1. Nothing for what is not graded; a zero is an empty bar.
  var share: Double? {
    guard case .number(let number)? = recorded.value, let maximum, maximum > 0 else { return nil }
    return min(max(number / maximum, 0), 1)
  }
}

extension GradeValue? {
  /// Whether it is a text longer than a grade.
  var isLongText: Bool {
    if case .text(let text)? = self { text.count > 8 } else { false }
  }
}
