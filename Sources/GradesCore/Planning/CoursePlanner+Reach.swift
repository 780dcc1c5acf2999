import GradesClient

extension CoursePlanner {
  /// The best and the worst points and grade that the open items can still give.
  package func reach(assuming assumed: [ItemIdentifier: GradeValue] = [:]) -> PlanReach {
    let points = range(of: items.pointsIndex, assumed)
    let grade = range(of: items.gradeIndex, assumed)
    return PlanReach(
      best: PlanOutcome(points: points.best, grade: grade.best),
      worst: PlanOutcome(points: points.worst, grade: grade.worst),
      unbounded: PlanSpace(
        items, values: recorded.merging(assumed) { _, assumed in assumed }
      ).unbounded)
  }

  private func range(
    of index: Int?, _ assumed: [ItemIdentifier: GradeValue]
  ) -> (best: Planned, worst: Planned) {
    guard let item = index.map({ items[$0] }) else { return (.value(nil), .value(nil)) }
    guard isUnderstood(item.identifier) else { return (.unknown, .unknown) }
    let target = PlanTarget(item: item.identifier, rule: .letter(GradeLetter.bands[0].letter))
    let search = PlanSearch(self, assuming: assumed, for: target, minima: false)
    func value(isBest: Bool) -> Planned {
      search.text = isBest ? GradeLetter.bands[0].letter : "F"
      let values = search.extreme(isBest: isBest, from: \.grid.low).values
      return search.value(at: values).map(Planned.value) ?? .unknown
    }
    return (value(isBest: true), value(isBest: false))
  }
}
