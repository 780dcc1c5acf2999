import GradesClient
import GradesCore
import GradesLocalization

/// Why a text is no value that can be assumed for an item, with what can be written instead.
struct AssumedValueProblem: Error {
  let sentence: Sentence
  var violation: BoundsViolation?
}

extension GradeValue {
  /// The value that a text assumes for an item. The service warns about values outside an item's bounds; here they
  /// would only make the estimate wrong.
  static func assumed(
    _ text: String, for item: Classification
  ) throws(AssumedValueProblem) -> GradeValue {
    let arguments: Arguments = [.item: item.identifier, .value: text]
    guard case .success(let value?) = ValueReader().value(typed: text, for: item, over: nil) else {
      let message: Message = item.valueType == .number ? .planNotANumber : .planNotAValue
      throw AssumedValueProblem(sentence: Sentence(message, arguments))
    }
    guard let violation = BoundsViolation(value, of: item) else { return value }
    let sentence =
      if let maximum = violation.maximum, violation.number > maximum {
        Sentence(.planAboveMaximum, arguments.merging([.maximum: .number(maximum)]))
      } else {
        Sentence(
          .planBelowMinimum, arguments.merging([.minimum: .number(violation.minimum ?? 0)]))
      }
    throw AssumedValueProblem(sentence: sentence, violation: violation)
  }
}
