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

  /// Whether it is a name and nothing else.
  public var isName: Bool {
    guard declarations.isEmpty, case .name(text, _) = result else { return false }
    return true
  }

  /// The patterns of `SUM` in the order in which they are written, each with its offset in Unicode
  /// scalars.
  public var patterns: [(pattern: String, position: Int)] {
    (declarations.map(\.expression) + [result]).flatMap(\.patterns)
  }

  /// The text with other names of items. Declared names and patterns stay as they are.
  public func renaming(_ names: [String: String]) -> String {
    let declared = Set(declarations.map(\.name))
    let found = (declarations.map(\.expression) + [result]).flatMap(\.names)
    var scalars = Array(text.unicodeScalars)
    for (name, position) in found.sorted(by: { $0.position > $1.position }) {
      guard !declared.contains(name), let new = names[name] else { continue }
      let end = position + name.unicodeScalars.count
      scalars.replaceSubrange(position..<end, with: Array(new.unicodeScalars))
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension ExpressionSyntax {
  fileprivate var patterns: [(pattern: String, position: Int)] {
    switch self {
    case .number, .string, .name: []
    case .parentheses(let inner), .not(let inner, _), .minus(let inner, _): inner.patterns
    case .chain(let first, let links): first.patterns + links.flatMap(\.operand.patterns)
    case .choice(let condition, let then, let otherwise, _):
      condition.patterns + then.patterns + otherwise.patterns
    case .call(_, let arguments, _):
      arguments.flatMap { argument in
        switch argument {
        case .pattern(let pattern, let at): [(pattern: pattern, position: at)]
        case .expression(let expression): expression.patterns
        }
      }
    }
  }
}

extension ExpressionSyntax {
  /// The names that are read, each with its offset in Unicode scalars.
  fileprivate var names: [(name: String, position: Int)] {
    switch self {
    case .number, .string: []
    case .name(let name, let at): [(name: name, position: at)]
    case .parentheses(let inner), .not(let inner, _), .minus(let inner, _): inner.names
    case .chain(let first, let links): first.names + links.flatMap(\.operand.names)
    case .choice(let condition, let then, let otherwise, _):
      condition.names + then.names + otherwise.names
    case .call(_, let arguments, _):
      arguments.flatMap { argument in
        switch argument {
        case .pattern: [(name: String, position: Int)]()
        case .expression(let expression): expression.names
        }
      }
    }
  }
}
