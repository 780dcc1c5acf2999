/// The computed items of a course (Service contract, 8): made once, and evaluated for each student.
///
/// All work is bounded, so that neither hostile expressions nor hostile patterns make it hang.
package struct ComputedItems: Sendable {
  package enum Mode: Sendable, Hashable {
    /// Only constructs that were seen in recorded responses; for programs that predict the
    /// service's results.
    case seenOnly
    /// The whole grammar, with the natural meaning where none is known: a missing boolean is false
    /// in conditions, a missing text equals no text, a pattern uses only the numbers that it
    /// selects.
    case lenient
    /// All of them, and what is asked of students only: that an item has no value, as `!item` and `item == null`.
    case conditions
  }

  package struct Item: Hashable, Sendable {
    package var identifier: ItemIdentifier
    /// The type of its values, which the expression's type has to be as well.
    package var valueType: ValueType
    /// The expression of a computed item; nil for the others.
    package var expression: String?

    package init(identifier: ItemIdentifier, valueType: ValueType, expression: String? = nil) {
      self.identifier = identifier
      self.valueType = valueType
      self.expression = expression
    }
  }

  let identifiers: [ItemIdentifier]
  private let types: [ValueType?]
  private let mode: Mode
  /// The programs that can be run, each after its dependencies, by the items' indices.
  let programs: [(index: Int, program: ExpressionProgram)]
  private let failures: [Int: CannotEvaluate]
  /// The patterns of the programs that select no item, as they are written.
  package let emptyPatterns: Set<String>

  package init(items: [Item], mode: Mode) {
    let catalogue = ItemCatalogue(items)
    var programs: [Int: ExpressionProgram] = [:]
    var failures: [Int: CannotEvaluate] = [:]
    for (index, item) in items.enumerated()
    where catalogue.index(of: item.identifier.rawValue) == index {
      guard let text = item.expression else { continue }
      do throws(CannotEvaluate) {
        guard let type = item.valueType.ofExpressions else { throw .unknownType(item.identifier) }
        programs[index] = try ExpressionCompiler.program(
          of: text, as: type, among: catalogue, mode: mode)
      } catch {
        failures[index] = error
      }
    }
    let order = EvaluationOrder(
      items.indices.map { (programs[$0]?.needs ?? []).filter { programs[$0] != nil } })
    for cycle in order.cycles {
      for (start, index) in cycle.enumerated() {
        let members = cycle[start...] + cycle[..<start]
        failures[index] = .cycle(members.map { items[$0].identifier })
      }
    }
    emptyPatterns = catalogue.emptyPatterns
    identifiers = catalogue.identifiers
    types = catalogue.types
    self.mode = mode
    self.failures = failures
    self.programs = order.nodes.compactMap { index in programs[index].map { (index, $0) } }
  }

  /// The values of all items with an expression, for a student's values of the others.
  ///
  /// A missing number counts as 0 everywhere. Given values of computed items are not used. A
  /// success may be nil: the item is not graded yet.
  package func values(given: [ItemIdentifier: GradeValue]) -> [ItemIdentifier: Result<
    GradeValue?, CannotEvaluate
  >] {
    var known = known(given)
    var values: [ItemIdentifier: Result<GradeValue?, CannotEvaluate>] = [:]
    values.reserveCapacity(programs.count + failures.count)
    func note(_ result: ExpressionValues.Element, of index: Int) {
      let identifier = identifiers[index]
      values[identifier] = result.map(\.gradeValue)
      known[index] = result.mapError { _ in .needs(identifier) }
    }
    for (index, failure) in failures { note(.failure(failure), of: index) }
    for (index, program) in programs {
      note(Result { () throws(CannotEvaluate) in try program.value(known) }, of: index)
    }
    return values
  }

  /// The items that can be computed for no student, with the reason.
  package var neverComputed: [ItemIdentifier: CannotEvaluate] {
    Dictionary(
      failures.map { (identifiers[$0.key], $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The items with an expression that may use these items' values, also through other items.
  ///
  /// What an expression that cannot be evaluated uses is not known, so its item is always one of them.
  package func dependents(of changed: Set<ItemIdentifier>) -> Set<ItemIdentifier> {
    var affected = Set(failures.keys)
    for (index, program) in programs {
      let usesChanged = program.needs.contains {
        affected.contains($0) || changed.contains(identifiers[$0])
      }
      if usesChanged { affected.insert(index) }
    }
    return Set(affected.map { identifiers[$0] })
  }

  /// What a student's values are in expressions.
  func known(_ given: [ItemIdentifier: GradeValue]) -> ExpressionValues {
    identifiers.indices.map { index in
      Result { () throws(CannotEvaluate) in try value(given[identifiers[index]], of: index) }
    }
  }

  /// What a value of an item is in expressions.
  func value(_ value: GradeValue?, of index: Int) throws(CannotEvaluate) -> ExpressionValue {
    let type = types[index]
    if value == nil {
      if type == .number { return .number(0) }
      if type == nil || mode == .seenOnly { throw .missingValue(identifiers[index]) }
    }
    guard let value = ExpressionValue(value, of: type) else {
      throw .contradictoryValue(identifiers[index])
    }
    return value
  }
}
