import GradesClient

extension CoursePlanner {
  /// What is still needed for a goal; what is recorded stays unless it is assumed otherwise.
  ///
  /// Each open item's own minimum is kept, and the minima of computed items wherever they can still be
  /// met. The least total is exact where the formulas can be taken apart into few linear cases.
  public func need(
    for goal: PlanGoal, assuming assumed: [ItemIdentifier: GradeValue] = [:]
  ) throws(PlanGoalProblem) -> PlanNeed {
    let target = try PlanTarget(goal, in: items)
    guard isUnderstood(target.item) else { return PlanNeed(reachability: .unknown) }
    let need: PlanNeed
    do throws(ItemCases.TooComplex) {
      let search = try PlanSearch(self, assuming: assumed, for: [target.item], minimums: true)
      need = try self.need(for: target, search, assuming: assumed)
    } catch {
      return BoundedSearch(self, assuming: assumed).need(for: target)
    }
    if need.reachability == .unreachable, case .grade(let wanted) = goal,
      let given = everyGrade(of: target.item),
      !given.contains(where: { target.isReached(by: .text($0)) })
    {
      throw .neverGiven(wanted, given: given)
    }
    return need
  }

  private func need(
    for target: PlanTarget, _ search: PlanSearch, assuming assumed: [ItemIdentifier: GradeValue]
  ) throws(ItemCases.TooComplex) -> PlanNeed {
    var problem = search.problem(fromFloors: true)
    var conditions = search.conditions(of: target, meeting: search.minimums)
    var found = search.least(search.total, conditions, in: &problem)
    var unmet: [ItemIdentifier] = []
    if found == nil, !search.minimums.isEmpty {
      conditions = search.conditions(of: target)
      found = search.least(search.total, conditions, in: &problem)
      // Two minima, or a minimum and the goal, may exclude each other; the first ones stay.
      var met: [Classification] = []
      for minimum in found == nil ? [] : search.minimums {
        let stricter = search.conditions(of: target, meeting: met + [minimum])
        if let better = search.least(search.total, stricter, in: &problem) {
          (found, conditions) = (better, stricter)
          met.append(minimum)
        } else {
          unmet.append(minimum.identifier)
        }
      }
    }
    guard var found else {
      guard problem.isProven else { throw ItemCases.TooComplex() }
      return PlanNeed(
        reachability: .unreachable, changes: try changes(for: target, assuming: assumed))
    }
    let isLeast = problem.isProven
    found.values = EvenShares(
      grids: problem.grids,
      movable: search.open.indices.filter { search.open[$0].item.valueType == .number },
      conditions: found.conditions
    ).evened(found.values)
    var need = PlanNeed(reachability: .reachable, isLeast: isLeast, unmetMinimums: unmet)
    need.items = needed(search, found, conditions, problem.grids)
    need.total = need.items.reduce(0) { total, item in
      guard case .number(let share)? = item.share else { return total }
      return total + share
    }
    // The formulas themselves decide.
    guard isReached(target, assumed, need) else { throw ItemCases.TooComplex() }
    addRows(to: &need, search, conditions)
    return need
  }

  /// Whether the formulas give what is wanted for a proposal.
  private func isReached(
    _ target: PlanTarget, _ assumed: [ItemIdentifier: GradeValue], _ need: PlanNeed
  ) -> Bool {
    let proposed = assumed.merging(need.proposal) { _, proposed in proposed }
    let values = values(assuming: proposed)
    return target.isReached(
      by: (values[target.item] ?? .value(proposed[target.item] ?? recorded[target.item])).value)
  }

  /// The open items that matter, with their shares and least values.
  private func needed(
    _ search: PlanSearch, _ found: PlanSearch.Found,
    _ conditions: [(forms: [LinearForm], texts: [Int: String])], _ grids: [PlanSpace.Grid]
  ) -> [PlanNeed.Item] {
    let used = Set(conditions.flatMap { $0.forms.flatMap(\.weights.keys) })
    var byName: [ItemIdentifier: PlanNeed.Item] = [:]
    for (index, open) in search.open.enumerated() {
      let name = open.item.identifier
      switch open.item.valueType {
      case .number:
        guard used.contains(index) || open.floor > 0 else { continue }
        byName[name] = PlanNeed.Item(
          identifier: name,
          minimum: leastValue(of: index, conditions, grids).map { .number(PlanSearch.number($0)) },
          share: search.gradeValue(index, found),
          maximum: .number(PlanSearch.number(open.grid.high)),
          step: PlanSearch.number(open.grid.step))
      case .boolean:
        guard used.contains(index) || open.floor > 0 else { continue }
        byName[name] = PlanNeed.Item(
          identifier: name,
          minimum: leastValue(of: index, conditions, grids).map { .flag($0 == 1) },
          share: search.gradeValue(index, found), maximum: .flag(true))
      default:
        guard let text = found.texts[index] else { continue }
        byName[name] = PlanNeed.Item(
          identifier: name, minimum: .text(text), share: .text(text), maximum: nil)
      }
    }
    // Items that the goal does not count can still have a minimum of their own.
    for open in search.space.items
    where open.floor > 0 && byName[open.item.identifier] == nil {
      let isFlag = open.item.valueType == .boolean
      let value = isFlag ? GradeValue.flag(true) : .number(PlanSearch.number(open.floor))
      byName[open.item.identifier] = PlanNeed.Item(
        identifier: open.item.identifier, minimum: value, share: value,
        maximum: isFlag ? .flag(true) : .number(PlanSearch.number(open.grid.high)),
        step: isFlag ? nil : PlanSearch.number(open.grid.step))
    }
    return items.compactMap { byName[$0.identifier] }
  }

  /// The least value of an unknown with which a case is possible, all others being at their maximum.
  private func leastValue(
    of unknown: Int, _ conditions: [(forms: [LinearForm], texts: [Int: String])],
    _ grids: [PlanSpace.Grid]
  ) -> Int? {
    let grid = grids[unknown]
    return conditions.compactMap { condition -> Int? in
      var (low, high) = (grid.low, grid.high)
      for form in condition.forms {
        let weight = form.weights[unknown] ?? 0
        let rest = form.value { $0 == unknown ? 0 : grids[$0].high }
        if weight == 0, rest < 0 { return nil }
        if weight > 0 { low = max(low, Self.up(-rest, weight)) }
        if weight < 0 {
          guard rest >= 0 else { return nil }
          high = min(high, rest / -weight)
        }
      }
      let value = grid.low + Self.up(low - grid.low, grid.step) * grid.step
      return value <= high ? value : nil
    }.min()
  }

  /// The quotient of a number and a positive one, rounded up.
  private static func up(_ number: Int, _ divisor: Int) -> Int {
    number > 0 ? (number - 1) / divisor + 1 : number / divisor
  }

  /// What the greatest item needs of the others.
  private func addRows(
    to need: inout PlanNeed, _ search: PlanSearch,
    _ conditions: [(forms: [LinearForm], texts: [Int: String])]
  ) {
    let numbers = search.open.indices.filter { index in
      search.open[index].item.valueType == .number
        && need.items.contains { $0.identifier == search.open[index].item.identifier }
    }
    guard numbers.count > 1,
      let greatest = numbers.max(by: { search.open[$0].grid.high < search.open[$1].grid.high })
    else { return }
    let start = search.problem(fromFloors: true)
    let grid = start.grids[greatest]
    let least = leastValue(of: greatest, conditions, start.grids) ?? grid.low
    let span = (grid.high - least) / grid.step
    guard span > 0 else { return }
    need.rowItem = search.open[greatest].item.identifier
    for value in Set((0...4).map { least + span * $0 / 4 * grid.step }).sorted() {
      var problem = search.problem(fromFloors: true, budget: 30_000)
      problem.grids[greatest] = PlanSpace.Grid(low: value, high: value, step: grid.step)
      let found = search.least(search.total, conditions, in: &problem)
      guard problem.isProven else { return need.rows = [] }
      need.rows.append(
        PlanNeed.Row(
          value: PlanSearch.number(value), rest: found.map { PlanSearch.number($0.cost - value) }))
    }
  }

  /// The recorded yes/no values and texts whose change would make the goal possible.
  private func changes(
    for target: PlanTarget, assuming assumed: [ItemIdentifier: GradeValue]
  ) throws(ItemCases.TooComplex) -> [ItemIdentifier: GradeValue] {
    let search = try PlanSearch(
      self, assuming: assumed, for: [target.item], minimums: false, changingRecorded: true)
    guard !search.changeable.isEmpty else { return [:] }
    var problem = search.problem(fromFloors: true)
    guard
      let found = search.least(
        search.total, search.conditions(of: target), in: &problem)
    else { return [:] }
    var changes: [ItemIdentifier: GradeValue] = [:]
    for (index, old) in search.changeable {
      guard let new = search.gradeValue(index, found), new != old else { continue }
      changes[search.open[index].item.identifier] = new
    }
    return changes
  }
}
