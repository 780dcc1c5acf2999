/// Resolves an expression's names to the items of a course and checks its types.
struct ExpressionCompiler {
  /// The meaning of names in a course, shared by all its expressions.
  private let catalogue: ItemCatalogue
  private let mode: ComputedItems.Mode
  private var names: [String: (index: Int, type: ValueType)] = [:]
  private var needs: Set<Int> = []
  private var selectionCount = 0

  private typealias Typed = (node: ExpressionNode, type: ValueType)

  static func program(
    of text: String, as expected: ValueType, among catalogue: ItemCatalogue,
    mode: ComputedItems.Mode
  ) throws(CannotEvaluate) -> ExpressionProgram {
    let expression: ItemExpression
    do throws(ExpressionError) { expression = try ItemExpression(parsing: text) } catch {
      throw .syntax(error)
    }
    var compiler = ExpressionCompiler(catalogue: catalogue, mode: mode)
    var declarations: [ExpressionNode] = []
    for declaration in expression.declarations {
      if catalogue.index(of: declaration.name) != nil {
        try compiler.refuseUnseen(at: declaration.position)
      }
      let typed = try compiler.typed(declaration.expression)
      if let type = declaration.type, type != typed.type {
        throw .wrongType(
          typed.type, expected: type, at: declaration.expression.position)
      }
      compiler.names[declaration.name] = (declarations.count, typed.type)
      declarations.append(typed.node)
    }
    let result = try compiler.typed(expression.result)
    guard result.type == expected else {
      throw .wrongResult(result.type, expected: expected)
    }
    return ExpressionProgram(
      declarations: declarations, result: result.node, needs: compiler.needs.sorted(),
      selectionCount: compiler.selectionCount)
  }

  private init(catalogue: ItemCatalogue, mode: ComputedItems.Mode) {
    self.catalogue = catalogue
    self.mode = mode
  }

  private mutating func typed(_ syntax: ExpressionSyntax) throws(CannotEvaluate) -> Typed {
    switch syntax {
    case .number(let value, let isDecimal, let at):
      if isDecimal { try refuseUnseen(at: at) }
      return (.constant(.number(value)), .number)
    case .string(let text, _): return (.constant(.string(text)), .string)
    case .name(let name, let at): return try reference(name, at: at)
    case .parentheses(let inner): return try typed(inner)
    case .not(let operand, let at):
      try refuseUnseen(at: at)
      if let index = item(asked: operand), catalogue.types[index] != .boolean {
        return (.isMissing(index), .boolean)
      }
      return (.not(try node(operand, .boolean)), .boolean)
    case .minus(let operand, let at):
      try refuseUnseen(at: at)
      return (.minus(try node(operand, .number)), .number)
    case .call(let name, let arguments, let at): return try call(name, arguments, at: at)
    case .chain(let first, let links): return try chain(first, links)
    case .choice(let condition, let then, let otherwise, let at):
      return try choice(condition, then, otherwise, at: at)
    }
  }

  private mutating func node(_ syntax: ExpressionSyntax, _ expected: ValueType)
    throws(CannotEvaluate) -> ExpressionNode
  {
    let typed = try typed(syntax)
    guard typed.type == expected else {
      throw .wrongType(typed.type, expected: expected, at: syntax.position)
    }
    return typed.node
  }

  private mutating func reference(_ name: String, at position: Int) throws(CannotEvaluate)
    -> Typed
  {
    if let declared = names[name] { return (.declared(declared.index), declared.type) }
    guard let index = catalogue.index(of: name) else { throw .unknownItem(name, at: position) }
    guard let type = catalogue.types[index] else {
      throw .unknownType(catalogue.identifiers[index])
    }
    needs.insert(index)
    return (.item(index), type)
  }

  /// The item that a condition asks whether it has a value.
  private mutating func item(asked syntax: ExpressionSyntax) -> Int? {
    guard mode == .conditions, case .name(let name, _) = syntax, names[name] == nil,
      let index = catalogue.index(of: name)
    else { return nil }
    needs.insert(index)
    return index
  }

  private func isNull(_ syntax: ExpressionSyntax) -> Bool {
    if case .name("null", _) = syntax { catalogue.index(of: "null") == nil } else { false }
  }

  // MARK: Functions

  private mutating func call(
    _ name: String, _ arguments: [ExpressionSyntax.Argument], at position: Int
  ) throws(CannotEvaluate) -> Typed {
    switch name {
    case "MARK":
      guard arguments.count == 1, case .expression(let points) = arguments[0] else {
        throw .wrongArguments(name, at: position)
      }
      return (.mark(try node(points, .number)), .string)
    case "SUM":
      var summands: [ExpressionNode.Summand] = []
      for argument in arguments { summands.append(try summand(argument)) }
      return (.sum(summands), .number)
    default: throw .unknownFunction(name, at: position)
    }
  }

  private mutating func summand(_ argument: ExpressionSyntax.Argument) throws(CannotEvaluate)
    -> ExpressionNode.Summand
  {
    switch argument {
    case .expression(let expression):
      if case .name = expression { return .expression(try node(expression, .number)) }
      try refuseUnseen(at: expression.position)
      return .expression(try node(expression, .number))
    case .pattern(let pattern, let at):
      let selected = try catalogue.items(matching: pattern, at: at)
      let numbers = selected.filter { catalogue.types[$0] == .number }
      if numbers.count < selected.count { try refuseUnseen(at: at) }
      needs.formUnion(numbers)
      selectionCount += numbers.count
      return .items(numbers)
    }
  }

  // MARK: Operators

  private mutating func chain(_ first: ExpressionSyntax, _ links: [ExpressionSyntax.Link])
    throws(CannotEvaluate) -> Typed
  {
    for link in links where !["+", ">=", "&&"].contains(link.operation) {
      try refuseUnseen(at: link.at)
    }
    guard let operation = links.first?.operation else { return try typed(first) }
    let operands: ValueType
    let result: ValueType
    switch operation {
    case "||", "&&": (operands, result) = (.boolean, .boolean)
    case "==", "!=":
      let second = links[0].operand
      if let index = isNull(second) ? item(asked: first) : isNull(first) ? item(asked: second) : nil
      {
        let isMissing = ExpressionNode.isMissing(index)
        return (operation == "==" ? isMissing : .not(isMissing), .boolean)
      }
      let left = try typed(first)
      let right = try typed(links[0].operand)
      guard left.type == right.type else {
        throw .wrongType(right.type, expected: nil, at: links[0].operand.position)
      }
      return (.chain(left.node, [.init(operation: operation, operand: right.node)]), .boolean)
    case ">=", ">", "<=", "<": (operands, result) = (.number, .boolean)
    default: (operands, result) = (.number, .number)
    }
    let start = try node(first, operands)
    var compiled: [ExpressionNode.Link] = []
    for link in links {
      compiled.append(
        .init(operation: link.operation, operand: try node(link.operand, operands)))
    }
    return (.chain(start, compiled), result)
  }

  private mutating func choice(
    _ condition: ExpressionSyntax, _ then: ExpressionSyntax, _ otherwise: ExpressionSyntax,
    at position: Int
  ) throws(CannotEvaluate) -> Typed {
    for part in [condition, then, otherwise] where part.isChoice {
      try refuseUnseen(at: part.position)
    }
    try refuseUnseenPrecedence(of: otherwise)
    let test = try node(condition, .boolean)
    let first = try typed(then)
    // `a && b ? c : d` could also be `a && (b ? c : d)` where that has a type.
    if first.type == .boolean, condition.isConjunction {
      try refuseUnseenPrecedence(of: condition)
    }
    let second = try typed(otherwise)
    guard first.type == second.type else {
      throw .wrongType(second.type, expected: nil, at: otherwise.position)
    }
    return (.choice(condition: test, then: first.node, otherwise: second.node), first.type)
  }

  // MARK: What was seen

  private func refuseUnseen(at position: Int) throws(CannotEvaluate) {
    if mode == .seenOnly { throw .notSeen(at: position) }
  }

  /// Refuses an operator beside `? :` without parentheses where the types allow another reading.
  ///
  /// `+`, `>=` and `&&` may stand side by side: each takes and gives other types, so whichever of them
  /// binds closer, one reading alone has fitting types.
  private func refuseUnseenPrecedence(of operand: ExpressionSyntax) throws(CannotEvaluate) {
    if case .chain(_, let links) = operand, let inner = links.first {
      try refuseUnseen(at: inner.at)
    }
  }
}

extension ExpressionSyntax {
  fileprivate var isChoice: Bool {
    switch self {
    case .choice: true
    case .parentheses(let inner): inner.isChoice
    default: false
    }
  }

  fileprivate var isConjunction: Bool {
    if case .chain(_, let links) = self { links.first?.operation == "&&" } else { false }
  }
}
