import GradesClient
import GradesCore
import GradesLocalization

extension GradeValue {
  /// The value that a text assumes for an item, nil for an empty one. The service warns about values outside an
  /// item's bounds; here they would only make the estimate wrong.
  static func assumed(
    _ text: String, for item: Classification
  ) throws(AssumedValueProblem) -> GradeValue? {
    guard case .success(let value) = ValueReader().value(typed: text, for: item, over: nil) else {
      throw AssumedValueProblem(noValueOf: item)
    }
    if let violation = BoundsViolation(value, of: item) { throw .outOfBounds(violation) }
    return value
  }
}

extension AssumedValueProblem {
  /// The problem of a text that is no value of an item's type.
  init(noValueOf item: Classification) {
    self = item.valueType == .number ? .notANumber : .notAValue
  }

  /// The problem of a text for an item, with what can be written instead.
  func sentence(_ item: ItemIdentifier, _ text: String) -> Sentence {
    let arguments: Arguments = [.item: item, .value: text]
    func bounded(_ message: Message, _ placeholder: Placeholder, _ bound: Double) -> Sentence {
      Sentence(message, arguments.merging([placeholder: .number(bound)]))
    }
    switch self {
    case .notANumber: return Sentence(.planNotANumber, arguments)
    case .notAValue: return Sentence(.planNotAValue, arguments)
    case .outOfBounds(let violation):
      if let maximum = violation.maximum, violation.number > maximum {
        return bounded(.planAboveMaximum, .maximum, maximum)
      }
      return bounded(.planBelowMinimum, .minimum, violation.minimum ?? 0)
    }
  }
}
