/// The number that arithmetic without items gives, such as `3 + 2.5`; nil for anything else.
package func arithmetic(_ text: String) -> Double? {
  guard text.unicodeScalars.count <= 200,
    let program = try? ExpressionCompiler.program(
      of: text, as: .number, among: ItemCatalogue([]), mode: .lenient),
    case .number(let number)? = try? program.value([])
  else { return nil }
  return number
}

/// A condition on a student's values in the language of computed items (Service contract, 8), which
/// selects students.
///
/// Unlike in a computed item, a comparison with a missing value is false, also where the value is only a
/// part of what is compared; so is one that cannot be calculated, such as a division by zero. Inside
/// `SUM` a missing number counts 0, and a missing yes/no is false. The whole grammar is accepted.
package struct RowCondition: Sendable {
  /// The longest text in Unicode scalars, and the most values that its patterns may select in all: what
  /// is computed for each student stays short.
  package static let largest = 4_000

  private let program: ExpressionProgram
  private let identifiers: [ItemIdentifier]
  private let types: [ValueType?]

  /// Reads a condition on items; those with an expression are used by their values.
  package init(_ text: String, items: [ComputedItems.Item]) throws(CannotEvaluate) {
    guard text.unicodeScalars.count <= Self.largest else { throw .tooLarge }
    let catalogue = ItemCatalogue(items)
    program = try ExpressionCompiler.program(
      of: text, as: .boolean, among: catalogue, mode: .conditions)
    guard program.selectionCount <= Self.largest else { throw .tooLarge }
    identifiers = catalogue.identifiers
    types = catalogue.types
  }

  /// Whether a student is selected; `value` gives the value of an item by its index.
  package func selects(value: (Int) -> GradeValue?) -> Bool {
    var values = ExpressionValues(repeating: .failure(.tooLarge), count: identifiers.count)
    for index in program.needs {
      let value = value(index)
      let reason = value == nil ? CannotEvaluate.missingValue : CannotEvaluate.contradictoryValue
      values[index] =
        ExpressionValue(value, of: types[index]).map { .success($0) }
        ?? .failure(reason(identifiers[index]))
    }
    return program.selects(values)
  }
}
