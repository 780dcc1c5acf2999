/// Reads an expression by recursive descent, a method per rule of the grammar (Service contract,
/// 8.1).
struct ExpressionParser {
  private let tokens: [ExpressionToken]
  private var next = 0
  private var depth = 0

  init(_ text: String) throws(ExpressionError) {
    let (tokens, error) = ExpressionLexer.tokens(of: text)
    if let error { throw error }
    self.tokens = tokens
  }

  mutating func program() throws(ExpressionError) -> (
    declarations: [ExpressionDeclaration], result: ExpressionSyntax
  ) {
    var declarations: [ExpressionDeclaration] = []
    var names: Set<String> = []
    // `number` is a type only before another name: an item may have this name.
    while let type = declaredType() {
      repeat {
        let declaration = try binding(of: type)
        guard names.insert(declaration.name).inserted else {
          throw ExpressionError(at: declaration.position, .declaredTwice(declaration.name))
        }
        declarations.append(declaration)
      } while take(",") != nil
      try expect(";")
    }
    let result = try expression()
    guard current.kind == .end else { throw unexpected() }
    return (declarations, result)
  }

  private mutating func declaredType() -> (ValueType?)? {
    guard case .name(let word) = current.kind, next + 1 < tokens.count,
      case .name = tokens[next + 1].kind
    else { return nil }
    let type: ValueType?
    switch word {
    case "number": type = .number
    case "string": type = .string
    case "boolean": type = .boolean
    case "auto": type = nil
    default: return nil
    }
    next += 1
    return .some(type)
  }

  private mutating func binding(of type: ValueType?) throws(ExpressionError)
    -> ExpressionDeclaration
  {
    guard case .name(let name) = current.kind else { throw unexpected() }
    let position = current.position
    next += 1
    try expect("=")
    return ExpressionDeclaration(
      name: name, type: type, expression: try expression(), position: position)
  }

  private mutating func expression() throws(ExpressionError) -> ExpressionSyntax {
    guard depth < ItemExpression.maximumDepth else {
      throw ExpressionError(at: current.position, .tooDeep)
    }
    depth += 1
    defer { depth -= 1 }
    let condition = try chain()
    guard let mark = take("?") else { return condition }
    let then = try expression()
    try expect(":")
    return .choice(
      condition: condition, then: then, otherwise: try expression(), at: mark.position)
  }

  static let comparisons = [">=", ">", "<=", "<", "==", "!="]

  /// The operators by how closely they bind, the loosest first.
  private static let levels = [["||"], ["&&"], comparisons, ["+", "-"], ["*", "/", "%"]]

  private mutating func chain(_ level: Int = 0) throws(ExpressionError) -> ExpressionSyntax {
    guard level < Self.levels.count else { return try unary() }
    let first = try chain(level + 1)
    var links: [ExpressionSyntax.Link] = []
    while let (operation, at) = take(anyOf: Self.levels[level]) {
      links.append(.init(operation: operation, at: at, operand: try chain(level + 1)))
      // The result of a comparison is not compared.
      if Self.comparisons.contains(operation) { break }
    }
    return links.isEmpty ? first : .chain(first, links)
  }

  private mutating func unary() throws(ExpressionError) -> ExpressionSyntax {
    if let sign = take("!") { return .not(try primary(), at: sign.position) }
    if let sign = take("-") { return .minus(try primary(), at: sign.position) }
    return try primary()
  }

  private mutating func primary() throws(ExpressionError) -> ExpressionSyntax {
    let token = current
    switch token.kind {
    case .number(let value, let isDecimal):
      next += 1
      return .number(value, isDecimal: isDecimal, at: token.position)
    case .string(let text):
      next += 1
      return .string(text, at: token.position)
    case .name(let name):
      next += 1
      guard take("(") != nil else { return .name(name, at: token.position) }
      var arguments = [try argument()]
      while take(",") != nil { arguments.append(try argument()) }
      try expect(")")
      return .call(name, arguments, at: token.position)
    case .sign("("):
      next += 1
      let inner = try expression()
      try expect(")")
      return .parentheses(inner)
    default: throw unexpected()
    }
  }

  private mutating func argument() throws(ExpressionError) -> ExpressionSyntax.Argument {
    guard case .pattern(let pattern) = current.kind else { return .expression(try expression()) }
    let position = current.position
    next += 1
    return .pattern(pattern, at: position)
  }

  // MARK: Words

  private var current: ExpressionToken { tokens[next] }

  private mutating func take(_ sign: String) -> ExpressionToken? {
    guard current.kind == .sign(sign) else { return nil }
    defer { next += 1 }
    return current
  }

  private mutating func take(anyOf signs: [String]) -> (String, Int)? {
    guard case .sign(let sign) = current.kind, signs.contains(sign) else { return nil }
    defer { next += 1 }
    return (sign, current.position)
  }

  private mutating func expect(_ sign: String) throws(ExpressionError) {
    guard take(sign) != nil else { throw unexpected() }
  }

  private func unexpected() -> ExpressionError {
    let reason: ExpressionError.Reason
    switch current.kind {
    case .name(let name): reason = .unexpected(name)
    case .number(let value, _):
      reason = .unexpected(Int(exactly: value).map(String.init) ?? "\(value)")
    case .string(let text): reason = .unexpected("'\(text)'")
    case .pattern(let text): reason = .unexpected("`\(text)`")
    case .sign(let sign): reason = .unexpected(sign)
    case .end: reason = .unexpectedEnd
    }
    return ExpressionError(at: current.position, reason)
  }
}
