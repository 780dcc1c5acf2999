/// A part of an expression as people read it, for highlighting and completion.
package struct ExpressionPart: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A name of an item or a declaration.
    case name
    /// A name with a parenthesis behind it.
    case function
    case number, string
    /// A pattern of `SUM`, with its back-ticks.
    case pattern
    /// An operator or a punctuation mark.
    case sign
    /// What cannot be read, up to the end.
    case unreadable
  }

  package let kind: Kind
  /// Where it is in the expression, in Unicode scalars.
  package let range: Range<Int>
}

extension ItemExpression {
  /// The functions of the language (Service contract, 8.1).
  package static let functions = ["SUM", "MARK"]

  /// The parts of a text that need not be an expression.
  package static func parts(of text: String) -> [ExpressionPart] {
    let (tokens, error) = ExpressionLexer.tokens(of: text)
    var parts = zip(tokens, tokens.dropFirst().map(\.kind) + [.end]).compactMap { token, next in
      let kind: ExpressionPart.Kind? =
        switch token.kind {
        case .name: next == .sign("(") ? .function : .name
        case .number: .number
        case .string: .string
        case .pattern: .pattern
        case .sign: .sign
        case .end: nil
        }
      return kind.map { ExpressionPart(kind: $0, range: token.position..<token.end) }
    }
    if let error {
      parts.append(
        ExpressionPart(kind: .unreadable, range: error.position..<text.unicodeScalars.count))
    }
    return parts
  }
}
