import GradesClient

/// A course's formulas taken apart for the open items, ready to be searched.
struct PlanSearch {
  let values: [ItemIdentifier: GradeValue]
  let space: PlanSpace
  /// The computed items whose own minima have to be met.
  let minimums: [Classification]
  let cases: ItemCases
  /// The open items that the cases name.
  let open: [PlanSpace.Open]
  /// Recorded yes/no values and texts that may be changed, by the index of the unknown.
  let changeable: [Int: GradeValue]

  /// Takes the formulas apart.
  ///
  /// - Parameters:
  ///   - items: the items whose values are asked for.
  ///   - changingRecorded: whether recorded yes/no values and texts count as open.
  init(
    _ planner: CoursePlanner, assuming assumed: [ItemIdentifier: GradeValue],
    for items: [ItemIdentifier], minimums: Bool, changingRecorded: Bool = false
  ) throws(ItemCases.TooComplex) {
    let all = planner.recorded.merging(assumed) { _, assumed in assumed }
    let changeable = changingRecorded ? Self.changeable(planner, keeping: assumed, all) : [:]
    values = all.filter { changeable[$0.key] == nil }
    space = PlanSpace(planner.items, values: values)
    let required =
      minimums
      ? planner.items.filter {
        !$0.isEditable && $0.requiredValue != nil && planner.isUnderstood($0.identifier)
      } : []
    self.minimums = required
    let unknowns = Dictionary(
      space.items.map { ($0.item.identifier, $0.unknown) }, uniquingKeysWith: { first, _ in first })
    cases = try planner.formulas.cases(
      of: items + required.map(\.identifier).filter { !items.contains($0) }, given: values,
      unknowns: unknowns)
    let byName = Dictionary(
      space.items.map { ($0.item.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    open = cases.unknowns.compactMap { byName[$0] }
    self.changeable = Dictionary(
      uniqueKeysWithValues: cases.unknowns.enumerated().compactMap { index, item in
        changeable[item].map { (index, $0) }
      })
  }

  private static func changeable(
    _ planner: CoursePlanner, keeping assumed: [ItemIdentifier: GradeValue],
    _ values: [ItemIdentifier: GradeValue]
  ) -> [ItemIdentifier: GradeValue] {
    var found: [ItemIdentifier: GradeValue] = [:]
    for item in planner.items where item.isEditable && assumed[item.identifier] == nil {
      switch values[item.identifier] {
      case .flag, .text: found[item.identifier] = values[item.identifier]
      default: break
      }
    }
    return found
  }

  /// A way to reach a target.
  struct Found {
    /// The values of the unknowns.
    var values: [Int]
    var texts: [Int: String]
    var conditions: [LinearForm]
    var cost: Int
  }

  /// The conditions of each case under which a target is reached and the minima of computed items are met.
  func conditions(
    of target: PlanTarget, meeting minimums: [Classification] = []
  ) -> [(forms: [LinearForm], texts: [Int: String])] {
    cases.cases.compactMap { item in
      guard let value = item.values[target.item],
        var wanted = target.conditions(for: value)
      else { return nil }
      for required in minimums {
        guard let value = item.values[required.identifier],
          let forms = Self.minimum(of: required, value)
        else { return nil }
        wanted.forms += forms
      }
      return (item.conditions + wanted.forms, wanted.texts)
    }
  }

  private static func minimum(of item: Classification, _ value: ItemCases.Value) -> [LinearForm]? {
    guard let required = item.requiredValue else { return [] }
    switch value {
    case .number(let form): return form.reaching(required).map { [$0] }
    case .flag(let flag): return flag ? [] : nil
    default: return []
    }
  }

  /// The least sum with which a target is reached.
  func least(
    _ sum: LinearForm, _ conditions: [(forms: [LinearForm], texts: [Int: String])],
    in problem: inout GridProblem
  ) -> Found? {
    var best: Found?
    for (forms, texts) in conditions {
      if let found = problem.least(of: sum, where: forms, below: best?.cost) {
        best = Found(
          values: found.values, texts: texts, conditions: forms, cost: found.cost)
      }
    }
    return best
  }

  /// The total of the open numbers; a recorded value that changes costs more than all of them.
  var total: LinearForm {
    var sum = LinearForm(constant: 0)
    for (index, item) in open.enumerated() {
      switch (item.item.valueType, changeable[index]) {
      case (.number, _): _ = sum.add(LinearForm(unknown: index))
      case (.boolean, .flag(let flag)?):
        _ = sum.add(LinearForm(unknown: index, weight: flag ? -Self.change : Self.change))
      default: break
      }
    }
    return sum
  }

  private static let change = 10_000_000_000_000

  /// The problem of values between the floors and the maxima, or all that are possible.
  func problem(fromFloors: Bool, budget: Int = 300_000) -> GridProblem {
    GridProblem(
      grids: open.enumerated().map { index, item in
        var grid = item.grid
        if fromFloors, changeable[index] == nil { grid.low = item.floor }
        return grid
      }, budget: budget)
  }

  /// The values as the items have them.
  func gradeValue(_ unknown: Int, _ found: Found) -> GradeValue? {
    switch open[unknown].item.valueType {
    case .number: .number(Self.number(found.values[unknown]))
    case .boolean: .flag(found.values[unknown] == 1)
    default: found.texts[unknown].map(GradeValue.text)
    }
  }

  /// A number of millionths.
  static func number(_ value: Int) -> Double { Double(value) / Double(LinearForm.scale) }
}
