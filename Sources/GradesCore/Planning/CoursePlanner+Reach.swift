import GradesClient

extension CoursePlanner {
  /// The best and the worst points and grade that the open items can still give.
  public func reach(assuming assumed: [ItemIdentifier: GradeValue] = [:]) -> PlanReach {
    var isExact = true
    let points = items.pointsIndex.map { items[$0].identifier }
    let grade = items.gradeIndex.map { items[$0].identifier }
    let pointsRange = range(of: points, assumed, &isExact) { search, problem, item in
      self.pointsRange(search, &problem, item)
    }
    let gradeRange = range(of: grade, assumed, &isExact) { search, problem, item in
      self.gradeRange(search, &problem, item)
    }
    return PlanReach(
      best: PlanOutcome(points: pointsRange.best, grade: gradeRange.best),
      worst: PlanOutcome(points: pointsRange.worst, grade: gradeRange.worst),
      unbounded: PlanSpace(
        items, values: recorded.merging(assumed) { _, assumed in assumed }
      ).unbounded,
      isExact: isExact)
  }

  private typealias Range = (best: Planned, worst: Planned)

  private func range(
    of item: ItemIdentifier?, _ assumed: [ItemIdentifier: GradeValue], _ isExact: inout Bool,
    _ find: (PlanSearch, inout GridProblem, ItemIdentifier) -> Range
  ) -> Range {
    guard let item else { return (.value(nil), .value(nil)) }
    guard isUnderstood(item) else { return (.unknown, .unknown) }
    if let search = try? PlanSearch(self, assuming: assumed, for: [item], minimums: false) {
      var problem = search.problem(fromFloors: false)
      let range = find(search, &problem, item)
      if problem.isProven { return range }
    }
    isExact = false
    return BoundedSearch(self, assuming: assumed).range(of: item)
  }

  private func pointsRange(
    _ search: PlanSearch, _ problem: inout GridProblem, _ item: ItemIdentifier
  ) -> Range {
    var range: (low: Int, high: Int)?
    for single in search.cases.cases {
      guard case .number(let form)? = single.values[item] else { continue }
      var negative = LinearForm(constant: 0)
      guard negative.add(form, times: -1) else { continue }
      if let found = problem.least(of: form, where: single.conditions, below: range?.low) {
        range = (found.cost, max(range?.high ?? found.cost, found.cost))
      }
      if let found = problem.least(
        of: negative, where: single.conditions, below: range.map { -$0.high })
      {
        range = (min(range?.low ?? -found.cost, -found.cost), -found.cost)
      }
    }
    guard let range else { return (.unknown, .unknown) }
    return (
      .value(.number(PlanSearch.number(range.high))), .value(.number(PlanSearch.number(range.low)))
    )
  }

  private func gradeRange(
    _ search: PlanSearch, _ problem: inout GridProblem, _ item: ItemIdentifier
  ) -> Range {
    let outcomes = possibleGrades(search, item)
    func isPossible(_ value: GradeValue, _ problem: inout GridProblem) -> Bool {
      let rule: PlanTarget.Rule =
        switch value {
        case .flag(let flag): flag ? .isTrue : .isFalse
        case .text(let text): .exactly(text)
        case .number(let number): .atLeast(number)
        }
      let target = PlanTarget(item: item, rule: rule)
      return search.conditions(of: target).contains { condition in
        problem.least(of: LinearForm(constant: 0), where: condition.forms) != nil
      }
    }
    let best = outcomes.first { isPossible($0, &problem) }
    let worst = outcomes.last { isPossible($0, &problem) }
    guard let best, let worst else { return (.unknown, .unknown) }
    return (.value(best), .value(worst))
  }

  /// The texts of a passing grade for any values of the course's items, the best first; nil where they are
  /// not certain.
  func everyGrade(of item: ItemIdentifier) -> [String]? {
    var bare = results
    for index in bare.items.indices { bare.items[index].recorded.value = nil }
    let planner = CoursePlanner(bare)
    let needed = planner.formulas.needed(for: [item])
    guard let search = try? PlanSearch(planner, assuming: [:], for: [item], minimums: false),
      search.space.unbounded.allSatisfy({ !needed.contains($0) }),
      search.cases.cases.allSatisfy({
        if case .unknownText = $0.values[item] { false } else { true }
      })
    else { return nil }
    let grades = possibleGrades(search, item).compactMap {
      if case .text(let text) = $0 { text } else { nil }
    }
    // Where nothing passes, the items' bounds are the reason and not the kind of the grade.
    let passing = grades.filter(GradeLetter.isPassing)
    return passing.isEmpty ? nil : passing
  }

  /// The grades that any case can have, the best first.
  private func possibleGrades(_ search: PlanSearch, _ item: ItemIdentifier) -> [GradeValue] {
    var texts: Set<String> = []
    var flags: Set<Bool> = []
    for single in search.cases.cases {
      switch single.values[item] {
      case .mark, .unknownText: texts.formUnion(GradeLetter.bands.map(\.letter))
      case .text(let text): texts.insert(text)
      case .flag(let flag): flags.insert(flag)
      case .unknownFlag: flags = [true, false]
      case .number, nil: break
      }
    }
    // Z is as good as a grade can be where there are no letters; other texts are as bad as F.
    func rank(_ text: String) -> Int {
      GradeLetter.rank(text) ?? (GradeLetter.isPassing(text) ? -1 : GradeLetter.bands.count)
    }
    return texts.sorted { (rank($0), $0) < (rank($1), $1) }.map(GradeValue.text)
      + flags.sorted { left, _ in left }.map(GradeValue.flag)
  }
}
