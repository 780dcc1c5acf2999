/// Text that is not an expression of computed items (Service contract, 8.1).
package struct ExpressionError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The text ends where more is needed.
    case unexpectedEnd
    /// An unexpected text, as written.
    case unexpected(String)
    /// An opening quote or back-tick without a closing one.
    case unclosed(String)
    /// A number too large for the service's numbers.
    case numberTooLarge
    /// A name is declared twice in one expression.
    case declaredTwice(String)
    /// Parentheses, calls and conditionals are nested more than
    /// ``ItemExpression/maximumDepth`` times.
    case tooDeep
  }

  /// The offset of the mistake in Unicode scalars.
  package let position: Int
  package let reason: Reason

  package init(at position: Int, _ reason: Reason) {
    self.position = position
    self.reason = reason
  }
}

extension ExpressionError {
  /// What the grammar has for the unexpected sign or word of another language in a text; nil: not known.
  package func suggestion(in text: String) -> String? {
    guard case .unexpected(let found) = reason else { return nil }
    let scalars = Array(text.unicodeScalars)
    guard scalars.indices.contains(position) else { return nil }
    if found == "," {
      func isDigit(_ index: Int) -> Bool {
        scalars.indices.contains(index) && "0"..."9" ~= scalars[index]
      }
      return isDigit(position - 1) && isDigit(position + 1) ? "." : nil
    }
    let isSign = { (scalar: Unicode.Scalar) in "=<>!&|≠≥≤".unicodeScalars.contains(scalar) }
    var sign = String.UnicodeScalarView(
      scalars[..<position].reversed().prefix(while: isSign).reversed())
    sign.append(contentsOf: scalars[position...].prefix(while: isSign))
    return switch sign.isEmpty ? found.lowercased() : String(sign) {
    case "=": "=="
    case "<>", "≠": "!="
    case "=>", "≥": ">="
    case "=<", "≤": "<="
    case "and", "&": "&&"
    case "or", "nebo", "|": "||"
    default: nil
    }
  }
}

/// The reason why this program cannot compute an item's value.
package enum CannotEvaluate: Error, Hashable, Sendable {
  case syntax(ExpressionError)
  /// The expression is valid by the grammar, but the part at this offset was never seen in use, so its
  /// meaning is a guess (Service contract, 8.1).
  case notSeen(at: Int)
  /// A name that is neither declared nor an item of the course.
  case unknownItem(String, at: Int)
  /// A function other than `SUM` and `MARK`.
  case unknownFunction(String, at: Int)
  /// `MARK` takes one number.
  case wrongArguments(String, at: Int)
  /// A pattern that this program does not support, see ``IdentifierPattern``.
  case pattern(IdentifierPattern.Problem, at: Int)
  /// A part has another type than required; nil requires any type, but the same on both sides.
  case wrongType(ValueType, expected: ValueType?, at: Int)
  /// The expression's type is not the item's type.
  case wrongResult(ValueType, expected: ValueType)
  /// The language does not have the item's type.
  case unknownType(ItemIdentifier)
  /// A text or a boolean that is not graded yet; only missing numbers have a known meaning (0).
  case missingValue(ItemIdentifier)
  /// The stored value has another type than its item.
  case contradictoryValue(ItemIdentifier)
  case divisionByZero
  /// The result is larger than numbers can be.
  case notFinite
  /// A cycle of items, in the order of their dependencies.
  case cycle([ItemIdentifier])
  /// A required item cannot be evaluated itself.
  case needs(ItemIdentifier)
  /// The course's patterns select too many items to compute them in time.
  case tooLarge
}

extension CannotEvaluate {
  /// The offset of the reason in the expression, in Unicode scalars; nil where it is the whole of it.
  package var position: Int? {
    switch self {
    case .syntax(let error): error.position
    case .notSeen(let at), .unknownItem(_, let at), .unknownFunction(_, let at),
      .wrongArguments(_, let at), .pattern(_, let at), .wrongType(_, _, let at):
      at
    case .wrongResult, .unknownType, .missingValue, .contradictoryValue, .divisionByZero,
      .notFinite, .cycle, .needs, .tooLarge:
      nil
    }
  }
}
