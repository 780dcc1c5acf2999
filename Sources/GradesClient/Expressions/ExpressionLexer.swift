/// A token of an expression with its offset, and that of its end, in Unicode scalars.
struct ExpressionToken {
  enum Kind: Equatable {
    case name(String)
    case number(Double, isDecimal: Bool)
    case string(String)
    case pattern(String)
    /// An operator or a punctuation mark.
    case sign(String)
    case end
  }

  let kind: Kind
  let position: Int
  let end: Int
}

/// Splits an expression into tokens (Service contract, 8.1).
struct ExpressionLexer {
  private let scalars: [Unicode.Scalar]
  private var next = 0

  private static let doubleSigns: Set<String> = [">=", "<=", "==", "!=", "&&", "||"]
  private static let singleSigns = Set("+-*/%<>!?:;,=()".unicodeScalars)

  /// The tokens up to the end of the text or the first mistake.
  static func tokens(of text: String) -> ([ExpressionToken], ExpressionError?) {
    var lexer = ExpressionLexer(scalars: Array(text.unicodeScalars))
    var tokens: [ExpressionToken] = []
    do throws(ExpressionError) {
      repeat { tokens.append(try lexer.token()) } while tokens.last?.kind != .end
      return (tokens, nil)
    } catch {
      return (tokens, error)
    }
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private mutating func token() throws(ExpressionError) -> ExpressionToken {
    while next < scalars.count, scalars[next].properties.isWhitespace { next += 1 }
    let start = next
    guard start < scalars.count else {
      return ExpressionToken(kind: .end, position: start, end: start)
    }
    let first = scalars[start]
    let kind: ExpressionToken.Kind
    if Self.isDigit(first) {
      kind = try number()
    } else if Self.isLetter(first) {
      next += 1
      while next < scalars.count, Self.isLetter(scalars[next]) || Self.isDigit(scalars[next]) {
        next += 1
      }
      kind = .name(text(from: start, to: next))
    } else if first == "'" {
      kind = .string(try quoted(by: first))
    } else if first == "`" {
      kind = .pattern(try quoted(by: first))
    } else if start + 1 < scalars.count,
      Self.doubleSigns.contains(text(from: start, to: start + 2))
    {
      next += 2
      kind = .sign(text(from: start, to: next))
    } else if Self.singleSigns.contains(first) {
      next += 1
      kind = .sign(String(first))
    } else {
      throw ExpressionError(at: start, .unexpected(String(first)))
    }
    return ExpressionToken(kind: kind, position: start, end: next)
  }

  private mutating func number() throws(ExpressionError) -> ExpressionToken.Kind {
    let start = next
    while next < scalars.count, Self.isDigit(scalars[next]) { next += 1 }
    var isDecimal = false
    if next + 1 < scalars.count, scalars[next] == ".", Self.isDigit(scalars[next + 1]) {
      isDecimal = true
      next += 1
      while next < scalars.count, Self.isDigit(scalars[next]) { next += 1 }
    }
    guard let value = Double(text(from: start, to: next)), value.isFinite else {
      throw ExpressionError(at: start, .numberTooLarge)
    }
    return .number(value, isDecimal: isDecimal)
  }

  private mutating func quoted(by mark: Unicode.Scalar) throws(ExpressionError) -> String {
    let start = next
    guard let end = scalars[(start + 1)...].firstIndex(of: mark) else {
      throw ExpressionError(at: start, .unclosed(String(mark)))
    }
    next = end + 1
    return text(from: start + 1, to: end)
  }

  private func text(from start: Int, to end: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<end]))
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }
}
