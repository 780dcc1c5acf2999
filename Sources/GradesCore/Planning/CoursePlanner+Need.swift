import GradesClient

extension CoursePlanner {
  /// The goals that the course has, from the easiest to the hardest: the passing grades that it gives, or to pass.
  package var goals: [PlanGoal] {
    guard let grade = items.gradeIndex.map({ items[$0] }) else {
      return items.pointsIndex.flatMap { items[$0].requiredValue } == nil ? [] : [.pass]
    }
    guard grade.valueType == .string else { return [.pass] }
    let given = grades(of: grade.identifier) ?? GradeLetter.bands.map(\.letter).dropLast()
    return given.reversed().map(PlanGoal.grade)
  }

  /// What is still needed for a goal; what is recorded stays unless it is assumed otherwise.
  ///
  /// Each open item's own minimum is kept, and the minima of computed items wherever they can still be
  /// met.
  package func need(
    for goal: PlanGoal, assuming assumed: [ItemIdentifier: GradeValue] = [:]
  ) throws(PlanGoalProblem) -> PlanNeed {
    let target = try PlanTarget(goal, in: items)
    guard isUnderstood(target.item.identifier) else { return PlanNeed(reachability: .unknown) }
    let search = PlanSearch(self, assuming: assumed, for: target, minima: true)
    guard search.isReached else {
      if case .grade(let wanted) = goal, let given = grades(of: target.item.identifier),
        !given.contains(where: { target.isReached(by: .text($0)) })
      {
        throw .neverGiven(wanted, given: given)
      }
      return search.isMonotone
        ? PlanNeed(reachability: .unreachable, changes: changes(for: target, assuming: assumed))
        : PlanNeed(reachability: .unknown)
    }
    var need = PlanNeed(reachability: .reachable, unmetMinimums: search.unmet)
    let minima = search.open.indices.map(search.minimum(of:))
    let shares = search.shares()
    need.isLeast = search.isMonotone && !search.isExhausted
    need.items = search.open.indices.compactMap { index in
      let item = search.open[index].item
      let isText = ![.number, .boolean].contains(item.valueType)
      if isText, shares[index] == 0 { return nil }
      return PlanNeed.Item(
        identifier: item.identifier,
        minimum: isText
          ? search.gradeValue(index, 1) : minima[index].flatMap { search.gradeValue(index, $0) },
        share: search.gradeValue(index, shares[index]),
        maximum: isText ? nil : search.gradeValue(index, search.open[index].high),
        step: search.isNumber(index)
          ? PlanSpace.number(search.open[index].step) : nil)
    }
    need.total = PlanSpace.number(search.total(shares))
    addRows(to: &need, search, minima)
    return need
  }

  /// What the greatest item needs of the others.
  private func addRows(to need: inout PlanNeed, _ search: PlanSearch, _ minima: [Int?]) {
    let numbers = search.open.indices.filter(search.isNumber)
    guard numbers.count > 1,
      let greatest = numbers.max(by: { search.open[$0].high < search.open[$1].high }),
      let least = minima[greatest]
    else { return }
    let step = search.open[greatest].step
    let span = (search.best[greatest] - least) / step
    guard span > 0 else { return }
    let rows = Set((0...4).map { least + span * $0 / 4 * step }).sorted().map { value in
      PlanNeed.Row(
        value: PlanSpace.number(value),
        rest: PlanSpace.number(
          search.total(search.shares(fixing: (greatest, value))) - value))
    }
    need.rowItem = search.open[greatest].item.identifier
    need.rows = search.isExhausted ? [] : rows
  }

  /// The recorded yes/no values and texts whose change would make the goal possible.
  private func changes(
    for target: PlanTarget, assuming assumed: [ItemIdentifier: GradeValue]
  ) -> [ItemIdentifier: GradeValue] {
    let search = PlanSearch(self, assuming: assumed, for: target, minima: false, changing: true)
    guard search.isReached else { return [:] }
    var values = search.best
    var changes: [ItemIdentifier: GradeValue] = [:]
    for (index, item) in search.open.map(\.item).enumerated() {
      guard let old = recorded[item.identifier], assumed[item.identifier] == nil else { continue }
      let new = values[index]
      values[index] = old == .flag(true) ? 1 : 0
      if !search.holds(values) {
        values[index] = new
        changes[item.identifier] = search.gradeValue(index, new)
      }
    }
    return changes
  }

  /// The texts of a passing grade that the formulas can give, the best first; nil where they are not
  /// certain, or none passes.
  private func grades(of item: ItemIdentifier) -> [String]? {
    let passing = formulas.texts(of: item)?.filter(GradeLetter.isPassing).sorted {
      (GradeLetter.rank($0) ?? -1, $0) < (GradeLetter.rank($1) ?? -1, $1)
    }
    return passing?.isEmpty == true ? nil : passing
  }
}
