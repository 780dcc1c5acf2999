/// An expression as it was written.
///
/// Chains of one precedence are flat (`a + b + c` is one node), so that the parser bounds the depth
/// of the tree, and a recursion over it cannot exhaust the stack.
indirect enum ExpressionSyntax: Sendable {
  case number(Double, isDecimal: Bool, at: Int)
  case string(String, at: Int)
  case name(String, at: Int)
  case call(String, [Argument], at: Int)
  case parentheses(ExpressionSyntax)
  case not(ExpressionSyntax, at: Int)
  case minus(ExpressionSyntax, at: Int)
  /// A chain of operators of one level; `at` is the offset of each operator.
  case chain(ExpressionSyntax, [Link])
  case choice(
    condition: ExpressionSyntax, then: ExpressionSyntax, otherwise: ExpressionSyntax, at: Int)

  struct Link: Sendable {
    let operation: String
    let at: Int
    let operand: ExpressionSyntax
  }

  enum Argument: Sendable {
    case pattern(String, at: Int)
    case expression(ExpressionSyntax)
  }

  var position: Int {
    switch self {
    case .number(_, _, let at), .string(_, let at), .name(_, let at), .call(_, _, let at),
      .not(_, let at), .minus(_, let at):
      at
    case .parentheses(let inner): inner.position
    case .chain(let first, _): first.position
    case .choice(let condition, _, _, _): condition.position
    }
  }
}

/// A declared name: `number limit = 40`.
struct ExpressionDeclaration: Sendable {
  let name: String
  /// The declared type; nil for `auto`.
  let type: ValueType?
  let expression: ExpressionSyntax
  let position: Int
}

extension ValueType {
  /// The same type, if the language has it.
  var ofExpressions: Self? { [.number, .string, .boolean].contains(self) ? self : nil }
}
