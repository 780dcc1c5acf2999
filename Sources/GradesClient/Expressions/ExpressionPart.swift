/// A part of an expression as people read it, for highlighting and completion.
public struct ExpressionPart: Hashable, Sendable {
  /// What it is.
  public enum Kind: Hashable, Sendable {
    /// A name of an item or a declaration.
    case name
    /// A name with a parenthesis behind it.
    case function
    /// A number.
    case number
    /// A text in quotes.
    case string
    /// A pattern of `SUM`, with its back-ticks.
    case pattern
    /// An operator or a punctuation mark.
    case sign
    /// What cannot be read, up to the end.
    case unreadable
  }

  /// What it is.
  public let kind: Kind
  /// Where it is in the expression, in Unicode scalars.
  public let range: Range<Int>
}

extension ItemExpression {
  /// The functions of the language (Service contract, 8.1).
  public static let functions = ["SUM", "MARK"]

  /// The parts of a text that need not be an expression.
  public static func parts(of text: String) -> [ExpressionPart] {
    let (tokens, rest) = ExpressionLexer.leadingTokens(of: text)
    var parts = tokens.enumerated().map { index, token in
      let next = tokens.indices.contains(index + 1) ? tokens[index + 1].token.kind : .end
      let kind: ExpressionPart.Kind =
        switch token.token.kind {
        case .name: next == .sign("(") ? .function : .name
        case .number: .number
        case .string: .string
        case .pattern: .pattern
        case .sign, .end: .sign
        }
      return ExpressionPart(kind: kind, range: token.token.position..<token.end)
    }
    if let rest { parts.append(ExpressionPart(kind: .unreadable, range: rest)) }
    return parts
  }
}
