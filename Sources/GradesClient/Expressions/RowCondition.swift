/// A condition on a student's values in the language of computed items (Service contract, 8), which
/// selects students.
///
/// Unlike in a computed item, a comparison with a missing value is false, also where the value is only a
/// part of what is compared; so is one that cannot be calculated, such as a division by zero. Inside
/// `SUM` a missing number counts 0, and a missing yes/no is false. The whole grammar is accepted.
public struct RowCondition: Sendable {
  /// The longest text in Unicode scalars, and the most values that its patterns may select in all: what
  /// is computed for each student stays short.
  public static let largest = 4_000

  private let program: ExpressionProgram
  private let identifiers: [ItemIdentifier]
  private let types: [ExpressionType?]

  /// Reads a condition on items; those with an expression are used by their values.
  public init(_ text: String, items: [ComputedItems.Item]) throws(CannotEvaluate) {
    guard text.unicodeScalars.count <= Self.largest else { throw .tooLarge }
    let expression: ItemExpression
    do throws(ExpressionError) { expression = try ItemExpression(parsing: text) } catch {
      throw .syntax(error)
    }
    let catalogue = ItemCatalogue(items)
    program = try ExpressionCompiler.program(
      of: expression, as: .boolean, among: catalogue, mode: .lenient)
    guard program.selectionCount <= Self.largest else { throw .tooLarge }
    identifiers = catalogue.identifiers
    types = catalogue.types
  }

  /// Whether a student is selected; `value` gives the value of an item by its index.
  public func selects(value: (Int) -> GradeValue?) -> Bool {
    program.selects { index throws(CannotEvaluate) in
      switch (types[index], value(index)) {
      case (.number, .number(let number)?): return .number(number)
      case (.string, .text(let text)?): return .string(text)
      case (.boolean, .flag(let flag)?): return .boolean(flag)
      case (.string, nil): return .string(nil)
      case (.boolean, nil): return .boolean(nil)
      case (_, nil): throw .missingValue(identifiers[index])
      default: throw .contradictoryValue(identifiers[index])
      }
    }
  }
}

extension ExpressionProgram {
  /// How many values its patterns select in all.
  fileprivate var selectionCount: Int {
    (declarations + [result]).reduce(0) { $0 + $1.selectionCount }
  }
}

extension ExpressionNode {
  fileprivate var selectionCount: Int {
    switch self {
    case .constant, .item, .declared: 0
    case .mark(let operand), .not(let operand), .minus(let operand): operand.selectionCount
    case .chain(let first, let links):
      links.reduce(first.selectionCount) { $0 + $1.operand.selectionCount }
    case .choice(let condition, let then, let otherwise):
      condition.selectionCount + then.selectionCount + otherwise.selectionCount
    case .sum(let summands):
      summands.reduce(0) { count, summand in
        switch summand {
        case .items(let items): count + items.count
        case .expression(let node): count + node.selectionCount
        }
      }
    }
  }
}
