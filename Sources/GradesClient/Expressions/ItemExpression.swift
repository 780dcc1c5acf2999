/// An expression of a computed item, read but not yet tied to a course (Service contract, 8).
///
/// ``ComputedItems`` gives it a meaning among the items of a course.
public struct ItemExpression: Sendable {
  /// The maximum nesting of parentheses, calls and conditionals.
  public static let maximumDepth = 64

  /// The expression as it was written.
  public let text: String
  let declarations: [ExpressionDeclaration]
  let result: ExpressionSyntax

  /// Reads an expression by the grammar (Service contract, 8.1); takes time in proportion to the
  /// text's length.
  public init(parsing text: String) throws(ExpressionError) {
    self.text = text
    var parser = try ExpressionParser(text)
    (declarations, result) = try parser.program()
  }
}
