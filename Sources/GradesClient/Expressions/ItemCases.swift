/// What computed items are for all values of the open items at once.
///
/// Expressions are piecewise linear: conditions compare sums, and values are sums or letters of sums. A
/// case is a list of conditions, and the linear value that each item then has; the cases exclude each
/// other and cover all values.
package struct ItemCases: Sendable {
  /// An item without a value.
  package enum Unknown: Hashable, Sendable {
    /// A number between bounds, in millionths.
    case number(ClosedRange<Int>)
    case flag
    case text
  }

  /// A computed value of a case.
  package enum Value: Hashable, Sendable {
    case number(LinearForm)
    /// The letter of a number of points.
    case mark(LinearForm)
    case text(String)
    /// The text of an open item.
    case unknownText(Int)
    case flag(Bool)
    /// The answer of an open yes/no item.
    case unknownFlag(Int)
  }

  /// One case.
  package struct Case: Sendable {
    /// All of these forms are at least 0; a yes/no item counts as 0 or 1.
    package var conditions: [LinearForm] = []
    /// The values of the computed items that were asked for.
    package var values: [ItemIdentifier: Value] = [:]
  }

  /// The expressions have too many cases or too large numbers to be taken apart.
  package struct TooComplex: Error {
    /// Makes the error.
    package init() {}
  }

  /// The open items that the values depend on; forms name them by their index.
  package let unknowns: [ItemIdentifier]
  /// The cases.
  package let cases: [Case]
}

extension ComputedItems {
  /// Takes the formulas of items apart into their linear cases.
  ///
  /// The work is bounded: expressions that need more throw ``ItemCases/TooComplex``, and so do those that
  /// cannot be evaluated or have operators that strict programs do not have.
  package func cases(
    of wanted: [ItemIdentifier], given: [ItemIdentifier: GradeValue],
    unknowns: [ItemIdentifier: ItemCases.Unknown]
  ) throws(ItemCases.TooComplex) -> ItemCases {
    let reached = indices(neededFor: Set(wanted))
    let names = reached.filter { unknowns[identifiers[$0]] != nil }.sorted().map { identifiers[$0] }
    var enumeration = CaseEnumeration(
      unknowns: names.compactMap { unknowns[$0] }, names: identifiers,
      positions: Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) }),
      given: given)
    var states = [CaseEnumeration.State()]
    for (index, program) in programs where reached.contains(index) {
      states = try enumeration.evaluate(program, of: index, in: states)
    }
    let indexes = Dictionary(
      identifiers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return ItemCases(
      unknowns: names,
      cases: try states.map { (state) throws(ItemCases.TooComplex) in
        var values: [ItemIdentifier: ItemCases.Value] = [:]
        for item in wanted {
          guard let index = indexes[item] else { throw ItemCases.TooComplex() }
          values[item] = try enumeration.value(ofItem: index, in: state)
        }
        return ItemCases.Case(conditions: state.conditions, values: values)
      })
  }

  /// The items that items need, directly or through others, and themselves.
  package func needed(for wanted: Set<ItemIdentifier>) -> Set<ItemIdentifier> {
    Set(indices(neededFor: wanted).map { identifiers[$0] })
  }

  /// How much work it is to evaluate all expressions once, in items that are read.
  package var weight: Int { programs.reduce(programs.count) { $0 + $1.program.needs.count } }

  private func indices(neededFor wanted: Set<ItemIdentifier>) -> Set<Int> {
    var reached = Set(identifiers.indices.filter { wanted.contains(identifiers[$0]) })
    // Each program stands after those that it needs.
    for (index, program) in programs.reversed() where reached.contains(index) {
      reached.formUnion(program.needs)
    }
    return reached
  }
}
