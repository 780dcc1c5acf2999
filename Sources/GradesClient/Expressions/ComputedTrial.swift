/// A few computed items of one student, evaluated again and again with other values of open items.
package struct ComputedTrial: Sendable {
  private let items: ComputedItems
  /// The programs that the wanted items need, each after its dependencies.
  private let programs: [(index: Int, program: ExpressionProgram)]
  private let given: ExpressionValues
  private let wanted: [Int]
  private let open: [Int]

  /// Prepares the trials: `given` are the values that stay, `open` the items whose values change.
  package init(
    _ items: ComputedItems, of wanted: [ItemIdentifier], given: [ItemIdentifier: GradeValue],
    open: [ItemIdentifier]
  ) {
    let needed = items.influences(on: wanted)
    let indexes = Dictionary(
      items.identifiers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.items = items
    self.wanted = wanted.compactMap { indexes[$0] }
    self.open = open.compactMap { indexes[$0] }
    weight = items.identifiers.count + needed.values.reduce(0) { $0 + $1.places.count }
    programs = items.programs.filter { needed[items.identifiers[$0.index]] != nil }
    self.given = items.known(given)
  }

  /// How much work one trial is, in items that are read.
  package let weight: Int

  /// The values of the wanted items; nil where one is not graded or cannot be evaluated.
  package func values(_ entered: [GradeValue?]) -> [GradeValue?] {
    var values = given
    for (index, value) in zip(open, entered) {
      values[index] = Result { () throws(CannotEvaluate) in try items.value(value, of: index) }
    }
    for (index, program) in programs {
      values[index] = Result { () throws(CannotEvaluate) in try program.value(values) }
    }
    return wanted.map { (try? values[$0].get())?.gradeValue }
  }
}
