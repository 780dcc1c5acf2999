import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// An item's own minimum and whether it is met, which needs a value.
struct ItemRequirement {
  /// The least number; nil where a yes is required, or nothing.
  let bound: Double?
  /// Whether it is met; nil before there is a value, or where nothing is required.
  let isMet: Bool?

  init(_ item: ResultItem) {
    let definition = item.item.definition
    let met = item.requirementMet
    bound = met != nil && definition.valueType == .number ? definition.requiredValue : nil
    isMet = item.recorded.value == nil ? nil : met
  }

  var mark: StyledText {
    guard let isMet else { return "" }
    return StyledText(isMet ? "✓" : "✗", isMet ? .good : .bad)
  }

  /// The bound and the mark; a blank instead of the mark keeps the bounds aligned.
  func text(_ strings: Strings) -> StyledText {
    guard let bound else { return mark }
    return StyledText(strings(.courseMinimum, [.required: bound]) + " ", .quiet)
      + (isMet == nil ? " " : mark)
  }
}

extension ResultItem {
  /// The upper bound of a number.
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
