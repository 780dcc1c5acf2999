/// Text that is no expression of computed items (Service contract, 8.1).
public struct ExpressionError: Error, Hashable, Sendable {
  /// What the reader found wrong.
  public enum Reason: Hashable, Sendable {
    /// The text ends where more is needed.
    case unexpectedEnd
    /// Something stands where it cannot stand; the text is as written.
    case unexpected(String)
    /// A quote or back-tick that opens and never closes.
    case unclosed(String)
    /// A number too large for the service's numbers.
    case numberTooLarge
    /// A name is declared twice in one expression.
    case declaredTwice(String)
    /// Parentheses, calls and choices stand in each other more than
    /// ``ItemExpression/maximumDepth`` times.
    case tooDeep
  }

  /// How many characters (Unicode scalars) stand before the place of the mistake.
  public let position: Int
  /// What is wrong there.
  public let reason: Reason

  /// Makes an error at a place.
  public init(at position: Int, _ reason: Reason) {
    self.position = position
    self.reason = reason
  }
}

/// Why the value of a computed item is not known to this program.
public enum CannotEvaluate: Error, Hashable, Sendable {
  /// The expression cannot be read.
  case syntax(ExpressionError)
  /// The expression is right by the grammar, but nobody has seen the service use this part of it,
  /// so what it means is a guess; the position counts as in ``ExpressionError``.
  case notSeen(Construct, at: Int)
  /// A name that is neither declared nor an item of the course.
  case unknownItem(String, at: Int)
  /// A function other than `SUM` and `MARK`.
  case unknownFunction(String, at: Int)
  /// `MARK` takes one number.
  case wrongArguments(String, at: Int)
  /// A pattern that this program does not read, see ``IdentifierPattern``.
  case pattern(IdentifierPattern.Problem, at: Int)
  /// A part has another type than its place needs; nil: any type, but the same on both sides.
  case wrongType(ValueType, expected: ValueType?, at: Int)
  /// The expression's type is not the item's type.
  case wrongResult(ValueType, expected: ValueType)
  /// The item's type is none that the language knows.
  case unknownType(ItemIdentifier)
  /// A text or a yes/no that is not graded yet; only missing numbers have a known meaning (0).
  case missingValue(ItemIdentifier)
  /// The stored value has another type than its item.
  case contradictoryValue(ItemIdentifier)
  case divisionByZero
  /// The result is larger than numbers can be.
  case notFinite
  /// The items that need each other, in the order in which they do.
  case cycle([ItemIdentifier])
  /// An item that is needed cannot be evaluated itself.
  case needs(ItemIdentifier)
  /// The course's patterns select so much that computing it would take too long.
  case tooLarge

  /// Parts of the grammar that were never seen in use (Service contract, 8.1).
  public enum Construct: Hashable, Sendable {
    /// An operator such as `||` or `-`.
    case operation(String)
    case decimalNumber
    case nestedChoice
    /// Two different operators side by side without parentheses.
    case precedence(String, String)
    /// `SUM` of something other than a name or a pattern.
    case sumOfExpression
    /// A declared name that is also an item of the course.
    case shadowing(String)
    /// A pattern that selects items which are not numbers.
    case sumOfOtherType(ItemIdentifier)
  }
}
