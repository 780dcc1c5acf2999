/// An expression of a computed item, read but not yet tied to a course (Service contract, 8).
///
/// ``ComputedItems`` gives it a meaning among the items of a course.
package struct ItemExpression: Sendable {
  package static let maximumDepth = 64

  package let text: String
  let declarations: [ExpressionDeclaration]
  let result: ExpressionSyntax

  /// Reads an expression by the grammar (Service contract, 8.1); takes time in proportion to the
  /// text's length.
  package init(parsing text: String) throws(ExpressionError) {
    self.text = text
    var parser = try ExpressionParser(text)
    (declarations, result) = try parser.program()
  }

  package var isName: Bool {
    guard declarations.isEmpty, case .name(text, _) = result else { return false }
    return true
  }

  /// The patterns of `SUM` in the order in which they are written, each with its offset in Unicode
  /// scalars.
  package var patterns: [(pattern: String, position: Int)] {
    var found: [(pattern: String, position: Int)] = []
    visit { part in
      guard case .call(_, let arguments, _) = part else { return }
      for case .pattern(let pattern, let at) in arguments { found.append((pattern, at)) }
    }
    return found.sorted { $0.position < $1.position }
  }

  /// The text with other names of items. Declared names and patterns stay as they are.
  package func renaming(_ names: [String: String]) -> String {
    let declared = Set(declarations.map(\.name))
    var found: [(name: String, position: Int)] = []
    visit { if case .name(let name, let at) = $0 { found.append((name, at)) } }
    var scalars = Array(text.unicodeScalars)
    for (name, position) in found.sorted(by: { $0.position > $1.position }) {
      guard !declared.contains(name), let new = names[name] else { continue }
      let end = position + name.unicodeScalars.count
      scalars.replaceSubrange(position..<end, with: Array(new.unicodeScalars))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private func visit(_ body: (ExpressionSyntax) -> Void) {
    for expression in declarations.map(\.expression) + [result] { expression.visit(body) }
  }
}

extension ExpressionSyntax {
  fileprivate func visit(_ body: (ExpressionSyntax) -> Void) {
    body(self)
    switch self {
    case .number, .string, .name: break
    case .parentheses(let inner), .not(let inner, _), .minus(let inner, _): inner.visit(body)
    case .chain(let first, let links):
      first.visit(body)
      for link in links { link.operand.visit(body) }
    case .choice(let condition, let then, let otherwise, _):
      for part in [condition, then, otherwise] { part.visit(body) }
    case .call(_, let arguments, _):
      for case .expression(let argument) in arguments { argument.visit(body) }
    }
  }
}
