/// Evaluates expressions for unknown values: wherever a condition depends on them, in both ways.
struct CaseEnumeration {
  typealias Value = ItemCases.Value
  typealias TooComplex = ItemCases.TooComplex

  /// What is assumed so far, and what follows from it.
  struct State {
    var conditions: [LinearForm] = []
    /// The values of computed items, by their indices.
    var values: [Int: Value] = [:]
    var declared: [Value] = []
  }

  typealias Outcome = (state: State, value: Value)

  private let unknowns: [ItemCases.Unknown]
  private let ranges: [ClosedRange<Int>]
  private let names: [ItemIdentifier]
  private let positions: [ItemIdentifier: Int]
  private let given: [ItemIdentifier: GradeValue]
  private var work = 0

  /// Prepares it for unknown items, whose forms' indices are their `positions`.
  init(
    unknowns: [ItemCases.Unknown], names: [ItemIdentifier], positions: [ItemIdentifier: Int],
    given: [ItemIdentifier: GradeValue]
  ) {
    self.unknowns = unknowns
    self.names = names
    self.positions = positions
    self.given = given
    ranges = unknowns.map { if case .number(let range) = $0 { range } else { 0...1 } }
  }

  /// The states with the value of an item.
  mutating func evaluate(
    _ program: ExpressionProgram, of item: Int, in states: [State]
  ) throws(TooComplex) -> [State] {
    var evaluated: [State] = []
    for state in states {
      var open = [state]
      for declaration in program.declarations {
        var next: [State] = []
        for state in open {
          for (state, value) in try outcomes(of: declaration, in: state) {
            var state = state
            state.declared.append(value)
            next.append(state)
          }
        }
        open = next
      }
      for state in open {
        for (state, value) in try outcomes(of: program.result, in: state) {
          var state = state
          state.values[item] = value
          state.declared = []
          evaluated.append(state)
        }
      }
      guard evaluated.count <= 4096 else { throw TooComplex() }
    }
    return evaluated
  }

  private mutating func spend(_ amount: Int) throws(TooComplex) {
    work += amount
    guard work <= 2_000_000 else { throw TooComplex() }
  }

  private mutating func outcomes(
    of node: ExpressionNode, in state: State
  ) throws(TooComplex) -> [Outcome] {
    try spend(1 + state.conditions.count)
    switch node {
    case .constant(.number(let number)):
      guard let form = LinearForm(number) else { throw TooComplex() }
      return [(state, .number(form))]
    case .constant(.string(let text)): return [(state, .text(text ?? ""))]
    case .constant(.boolean(let flag)): return [(state, .flag(flag ?? false))]
    case .item(let index): return try outcomes(ofItem: index, in: state)
    case .declared(let index): return [(state, state.declared[index])]
    case .sum(let summands): return try sum(summands, in: state)
    case .mark(let points):
      return try outcomes(of: points, in: state).map { (outcome) throws(TooComplex) in
        guard case .number(let form) = outcome.value else { throw TooComplex() }
        return (outcome.state, .mark(form))
      }
    case .chain(let first, let links):
      var outcomes = try outcomes(of: first, in: state)
      for link in links { outcomes = try follow(link, after: outcomes) }
      return outcomes
    case .choice(let condition, let then, let otherwise):
      if let linear = try choice(condition, then, otherwise, in: state) { return linear }
      var chosen: [Outcome] = []
      for (state, value) in try outcomes(of: condition, in: state) {
        guard case .flag(let flag) = value else { throw TooComplex() }
        chosen += try outcomes(of: flag ? then : otherwise, in: state)
        guard chosen.count <= 4096 else { throw TooComplex() }
      }
      return chosen
    case .not, .minus: throw TooComplex()
    }
  }

  private mutating func outcomes(
    ofItem index: Int, in state: State
  ) throws(TooComplex) -> [Outcome] {
    let value = try value(ofItem: index, in: state)
    guard case .unknownFlag(let position) = value else { return [(state, value)] }
    // At least one: yes.
    var form = LinearForm(unknown: position)
    _ = form.add(LinearForm(constant: -1))
    return try compare(form, in: state)
  }

  /// The value of an item in a state, computed before or not at all.
  func value(ofItem index: Int, in state: State) throws(TooComplex) -> Value {
    if let value = state.values[index] { return value }
    guard let position = positions[names[index]] else { return try fixedValue(of: index) }
    return switch unknowns[position] {
    case .number: .number(LinearForm(unknown: position))
    case .text: .unknownText(position)
    case .flag: .unknownFlag(position)
    }
  }

  private func fixedValue(of index: Int) throws(TooComplex) -> Value {
    switch given[names[index]] {
    case .number(let number):
      guard let form = LinearForm(number) else { throw TooComplex() }
      return .number(form)
    case .text(let text): return .text(text)
    case .flag(let flag): return .flag(flag)
    case nil: return .number(LinearForm(constant: 0))
    }
  }

  private mutating func sum(
    _ summands: [ExpressionNode.Summand], in state: State
  ) throws(TooComplex) -> [Outcome] {
    var outcomes: [Outcome] = [(state, .number(LinearForm(constant: 0)))]
    for summand in summands {
      switch summand {
      case .expression(let node):
        outcomes = try follow(.init(operation: "+", operand: node), after: outcomes)
      case .items(let indexes):
        for index in indexes {
          outcomes = try follow(.init(operation: "+", operand: .item(index)), after: outcomes)
        }
      }
    }
    return outcomes
  }

  private mutating func follow(
    _ link: ExpressionNode.Link, after outcomes: [Outcome]
  ) throws(TooComplex) -> [Outcome] {
    var followed: [Outcome] = []
    for (state, left) in outcomes {
      if link.operation == "&&", left == .flag(false) {
        followed.append((state, left))
        continue
      }
      for (state, right) in try self.outcomes(of: link.operand, in: state) {
        switch (link.operation, left, right) {
        case ("&&", .flag(true), .flag): followed.append((state, right))
        case ("+", .number(var form), .number(let other)):
          try spend(other.weights.count)
          guard form.add(other) else { throw TooComplex() }
          followed.append((state, .number(form)))
        case (">=", .number(var form), .number(let other)):
          try spend(form.weights.count + other.weights.count)
          guard form.add(other, times: -1) else { throw TooComplex() }
          followed += try compare(form, in: state)
        default: throw TooComplex()
        }
      }
      guard followed.count <= 4096 else { throw TooComplex() }
    }
    return followed
  }

  /// Whether a form is at least 0: one answer where that is certain, else both.
  private mutating func compare(
    _ form: LinearForm, in state: State
  ) throws(TooComplex) -> [Outcome] {
    guard let range = form.range(ranges) else { throw TooComplex() }
    if range.lowerBound >= 0 { return [(state, .flag(true))] }
    if range.upperBound < 0 { return [(state, .flag(false))] }
    let negative = form.whereNegative
    if state.conditions.contains(form) { return [(state, .flag(true))] }
    if state.conditions.contains(negative) { return [(state, .flag(false))] }
    var (met, unmet) = (state, state)
    met.conditions.append(form)
    unmet.conditions.append(negative)
    return [(met, .flag(true)), (unmet, .flag(false))]
  }

  /// A choice by one open yes/no item between two numbers is linear: points for attendance.
  private mutating func choice(
    _ condition: ExpressionNode, _ then: ExpressionNode, _ otherwise: ExpressionNode,
    in state: State
  ) throws(TooComplex) -> [Outcome]? {
    guard case .item(let index) = condition, state.values[index] == nil,
      let position = positions[names[index]], case .constant(.number(let first)) = then,
      case .constant(.number(let second)) = otherwise,
      let high = LinearForm(first), var form = LinearForm(second)
    else { return nil }
    let weight = high.constant - form.constant
    guard form.add(LinearForm(unknown: position, weight: weight)) else { throw TooComplex() }
    return [(state, .number(form))]
  }
}
