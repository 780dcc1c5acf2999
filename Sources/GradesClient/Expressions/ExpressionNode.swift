/// An expression with resolved names and checked types.
indirect enum ExpressionNode: Sendable {
  case constant(ExpressionValue)
  /// The value of an item, by its index.
  case item(Int)
  /// The value of a declared name, by its index.
  case declared(Int)
  case sum([Summand])
  case mark(ExpressionNode)
  case not(ExpressionNode)
  /// Whether an item has no value, by its index.
  case isMissing(Int)
  case minus(ExpressionNode)
  case chain(ExpressionNode, [Link])
  case choice(condition: ExpressionNode, then: ExpressionNode, otherwise: ExpressionNode)

  enum Summand: Sendable {
    /// Items that a pattern selected, by their indices.
    case items([Int])
    case expression(ExpressionNode)
  }

  struct Link: Sendable {
    let operation: String
    let operand: ExpressionNode

    var isOfEquality: Bool { operation == "==" || operation == "!=" }
    var isComparison: Bool { ExpressionParser.comparisons.contains(operation) }
  }
}

/// A value inside an expression; text and yes/no may be missing, a missing number is 0.
enum ExpressionValue: Sendable, Equatable {
  case number(Double)
  case string(String?)
  case boolean(Bool?)

  /// A value of an item of a type; nil for a value of another type, and for a missing number.
  init?(_ value: GradeValue?, of type: ValueType?) {
    switch value {
    case .number(let number)? where type == .number: self = .number(number)
    case .text(let text)? where type == .string: self = .string(text)
    case .flag(let flag)? where type == .boolean: self = .boolean(flag)
    case nil where type == .string: self = .string(nil)
    case nil where type == .boolean: self = .boolean(nil)
    default: return nil
    }
  }

  var gradeValue: GradeValue? {
    switch self {
    case .number(let number): .number(number)
    case .string(let text): text.map(GradeValue.text)
    case .boolean(let flag): flag.map(GradeValue.flag)
    }
  }
}

/// A computed item's expression, ready to be evaluated many times.
struct ExpressionProgram: Sendable {
  let declarations: [ExpressionNode]
  let result: ExpressionNode
  /// The indices of the items whose values it may use.
  let needs: [Int]
  /// How many values its patterns select in all.
  let selectionCount: Int
}

/// The values of a course's items, by their indices.
typealias ExpressionValues = [Result<ExpressionValue, CannotEvaluate>]

extension ExpressionProgram {
  func value(_ items: ExpressionValues) throws(CannotEvaluate) -> ExpressionValue {
    var evaluation = ExpressionEvaluation(items: items)
    for declaration in declarations {
      evaluation.declared.append(.success(try evaluation.value(of: declaration)))
    }
    return try evaluation.value(of: result)
  }

  /// Whether it is true, by the rules of ``RowCondition``; a missing number is a failure.
  func selects(_ items: ExpressionValues) -> Bool {
    var evaluation = ExpressionEvaluation(items: items, isSelecting: true)
    for declaration in declarations {
      let value = Result { () throws(CannotEvaluate) in try evaluation.value(of: declaration) }
      evaluation.declared.append(value)
    }
    return (try? evaluation.value(of: result)) == .boolean(true)
  }
}

/// Evaluates an expression; the types were checked before.
private struct ExpressionEvaluation {
  let items: ExpressionValues
  var declared: ExpressionValues = []
  /// Whether a comparison that cannot be made is false (``RowCondition``).
  var isSelecting = false
  /// Whether a missing number counts 0 although others make a comparison false.
  var isInSum = false

  func value(of node: ExpressionNode) throws(CannotEvaluate) -> ExpressionValue {
    switch node {
    case .constant(let value): return value
    case .item(let index): return try counted(items[index])
    case .declared(let index): return try counted(declared[index])
    case .sum(let summands): return .number(try sum(of: summands))
    case .mark(let points): return .string(GradeLetter.letter(for: try number(points)))
    case .not(let operand): return .boolean(try !flag(operand))
    case .isMissing(let index):
      switch items[index] {
      case .success(let value): return .boolean(value.gradeValue == nil)
      case .failure(.missingValue): return .boolean(true)
      case .failure: return .boolean(false)
      }
    case .minus(let operand): return .number(0 - (try number(operand)))
    case .chain(let first, let links): return try chain(first, links)
    case .choice(let condition, let then, let otherwise):
      return try value(of: try flag(condition) ? then : otherwise)
    }
  }

  private func counted(_ value: ExpressionValues.Element) throws(CannotEvaluate)
    -> ExpressionValue
  {
    if isInSum, case .failure(.missingValue) = value { return .number(0) }
    return try value.get()
  }

  private func number(_ node: ExpressionNode) throws(CannotEvaluate) -> Double {
    guard case .number(let number) = try value(of: node) else { return 0 }
    return number
  }

  private func flag(_ node: ExpressionNode) throws(CannotEvaluate) -> Bool {
    guard case .boolean(let flag) = try value(of: node) else { return false }
    return flag ?? false
  }

  private func sum(of summands: [ExpressionNode.Summand]) throws(CannotEvaluate) -> Double {
    var total = 0.0
    var inner = self
    inner.isInSum = isSelecting
    for summand in summands {
      switch summand {
      case .expression(let node): total = Self.decimal(total + (try inner.number(node)))
      case .items(let indexes):
        // Without a node, which would have to be allocated for each value.
        for index in indexes {
          if case .number(let number) = try inner.counted(items[index]) {
            total = Self.decimal(total + number)
          }
        }
      }
    }
    return try Self.finite(total)
  }

  private func chain(_ first: ExpressionNode, _ links: [ExpressionNode.Link])
    throws(CannotEvaluate) -> ExpressionValue
  {
    guard isSelecting, let comparison = links.first, comparison.isComparison else {
      return try combined(try value(of: first), links[...])
    }
    var outer = self
    outer.isInSum = false
    do throws(CannotEvaluate) {
      let left = try outer.value(of: first)
      guard comparison.isOfEquality else { return try outer.combined(left, links[...]) }
      let right = try outer.value(of: comparison.operand)
      if left.gradeValue == nil || right.gradeValue == nil { return .boolean(false) }
      // Each side is evaluated once: nested comparisons would double the work at each level.
      let isSelected = (left == right) == (comparison.operation == "==")
      return try outer.combined(.boolean(isSelected), links.dropFirst())
    } catch {
      return .boolean(false)
    }
  }

  private func combined(_ first: ExpressionValue, _ links: ArraySlice<ExpressionNode.Link>)
    throws(CannotEvaluate) -> ExpressionValue
  {
    var result = first
    for link in links {
      switch (link.operation, result) {
      case ("||", .boolean(let left)):
        if left ?? false { return .boolean(true) }
        result = .boolean(try flag(link.operand))
      case ("&&", .boolean(let left)):
        guard left ?? false else { return .boolean(false) }
        result = .boolean(try flag(link.operand))
      case ("==", let left): result = .boolean(left == (try value(of: link.operand)))
      case ("!=", let left): result = .boolean(left != (try value(of: link.operand)))
      case (let operation, .number(let left)):
        result = try Self.calculate(left, operation, try number(link.operand))
      default: throw .notFinite  // Not reached: the compiler proves the types.
      }
    }
    return result
  }

  private static func calculate(_ left: Double, _ operation: String, _ right: Double)
    throws(CannotEvaluate) -> ExpressionValue
  {
    switch operation {
    case ">=": return .boolean(left >= right)
    case "<=": return .boolean(left <= right)
    case ">": return .boolean(left > right)
    case "<": return .boolean(left < right)
    case "+": return .number(try finite(decimal(left + right)))
    case "-": return .number(try finite(decimal(left - right)))
    case "*": return .number(try finite(decimal(left * right)))
    default:
      guard right != 0 else { throw .divisionByZero }
      return .number(
        try finite(operation == "/" ? left / right : left.truncatingRemainder(dividingBy: right)))
    }
  }

  private static func finite(_ number: Double) throws(CannotEvaluate) -> Double {
    guard number.isFinite else { throw .notFinite }
    return number
  }

  /// Removes the error of binary fractions: 0.1 + 0.2 is 0.3, because points are decimal
  /// numbers, and 89.99999999999999 would lower a student's grade.
  private static func decimal(_ number: Double) -> Double {
    let rounded = (number * 1e6).rounded() / 1e6
    return abs(rounded - number) <= 1e-12 * max(1, abs(number)) ? rounded : number
  }
}
