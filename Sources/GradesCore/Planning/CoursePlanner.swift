import GradesClient

/// What would come of assumed values in a course; always an estimate.
///
/// Only formulas are used whose constructs were seen in real courses, and that give the service's own
/// values for what is recorded. Everything else is unknown, and so is what depends on it.
package struct CoursePlanner: Sendable {
  package let results: CourseResults
  /// The computed items whose formulas are missing, not understood or contradicted by their values, in
  /// display order.
  package let notUnderstood: [ItemIdentifier]

  let items: [Classification]
  let formulas: ComputedItems
  /// The service's values of all items that have one.
  let recorded: [ItemIdentifier: GradeValue]
  private let unknown: Set<ItemIdentifier>
  /// The computed items without a formula.
  private let aggregated: Set<ItemIdentifier>

  package init(_ results: CourseResults) {
    self.results = results
    items = results.items.map(\.item.definition)
    formulas = ComputedItems(
      items: items.map {
        ComputedItems.Item(
          identifier: $0.identifier, valueType: $0.valueType,
          expression: $0.isEditable ? nil : $0.expression)
      }, mode: .seenOnly)
    recorded = results.items.keyed(by: \.item.identifier).compactMapValues(\.recorded.value)
    aggregated = Set(
      items.filter { !$0.isEditable && $0.expression == nil }.map(\.identifier))
    let doubtful = Self.doubtful(formulas, items, recorded).union(aggregated)
    unknown = formulas.dependents(of: doubtful).union(doubtful)
    notUnderstood = items.map(\.identifier).filter(unknown.contains)
  }

  /// The items whose formulas do not give the service's values.
  private static func doubtful(
    _ formulas: ComputedItems, _ items: [Classification], _ recorded: [ItemIdentifier: GradeValue]
  ) -> Set<ItemIdentifier> {
    let graded = items.filter { $0.isEditable && recorded[$0.identifier] != nil }
    // The service computes nothing before the first value is entered.
    let computed = formulas.dependents(of: Set(graded.map(\.identifier)))
    return Set(
      formulas.values(given: recorded).compactMap { item, result in
        switch result {
        case .success(let value):
          if recorded[item] == nil, !computed.contains(item) { return nil }
          return ComputedEstimates.agrees(value, recorded[item]) ? nil : item
        // The value is not known yet, but will be when what is missing is entered.
        case .failure(.missingValue), .failure(.needs): return nil
        case .failure: return item
        }
      })
  }

  package func isUnderstood(_ item: ItemIdentifier) -> Bool { !unknown.contains(item) }

  /// The service's value of an item; nil: not graded.
  package func recordedValue(of item: ItemIdentifier) -> GradeValue? { recorded[item] }

  package enum Planned: Hashable, Sendable {
    /// This value; nil: not graded.
    case value(GradeValue?)
    /// Its formula is not understood, or needs a value that is missing.
    case unknown

    package var value: GradeValue? { if case .value(let value) = self { value } else { nil } }
  }

  /// The values of all computed items with assumed values in place of the recorded ones.
  ///
  /// What the assumed values do not change keeps the service's value.
  package func values(
    assuming assumed: [ItemIdentifier: GradeValue]
  ) -> [ItemIdentifier: Planned] {
    let changed = Set(assumed.filter { recorded[$0.key] != $0.value }.keys)
    let affected = affected(by: changed)
    let computed =
      affected.isEmpty
      ? [:] : formulas.values(given: recorded.merging(assumed) { _, assumed in assumed })
    var values: [ItemIdentifier: Planned] = [:]
    for item in items where !item.isEditable {
      let identifier = item.identifier
      if !affected.contains(identifier) {
        values[identifier] = .value(recorded[identifier])
      } else if isUnderstood(identifier), case .success(let value)? = computed[identifier] {
        values[identifier] = .value(value)
      } else {
        values[identifier] = .unknown
      }
    }
    return values
  }

  /// The computed items whose values follow from changed ones.
  private func affected(by changed: Set<ItemIdentifier>) -> Set<ItemIdentifier> {
    if changed.isEmpty { return [] }
    // With the first value of a student the service computes all items.
    if recorded.isEmpty { return Set(items.filter { !$0.isEditable }.map(\.identifier)) }
    return formulas.dependents(of: changed.union(aggregated)).union(aggregated)
  }

  /// The points and the grade that a course's items have with assumed values.
  package func outcome(assuming assumed: [ItemIdentifier: GradeValue]) -> PlanOutcome {
    let values = values(assuming: assumed)
    func value(_ index: Int?) -> Planned {
      guard let item = index.map({ items[$0].identifier }) else { return .value(nil) }
      return values[item] ?? .value(assumed[item] ?? recorded[item])
    }
    return PlanOutcome(points: value(items.pointsIndex), grade: value(items.gradeIndex))
  }

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
    let target = PlanTarget(item: item, goal: .grade(GradeLetter.bands[0].letter))
    let search = PlanSearch(self, assuming: assumed, for: target, minima: false)
    func value(isBest: Bool) -> Planned {
      search.text = isBest ? GradeLetter.bands[0].letter : "F"
      let values = search.extreme(isBest: isBest, from: \.low).values
      return search.value(at: values).map(Planned.value) ?? .unknown
    }
    return (value(isBest: true), value(isBest: false))
  }
}

/// The points and the grade of a course with assumed values.
package struct PlanOutcome: Hashable, Sendable {
  package var points: CoursePlanner.Planned
  package var grade: CoursePlanner.Planned
}

/// The best and the worst that can still come of a course.
package struct PlanReach: Hashable, Sendable {
  /// The best points and grade; nil is unknown.
  package var best: PlanOutcome
  package var worst: PlanOutcome
  /// The open items without an upper bound, which count as not graded.
  package var unbounded: [ItemIdentifier]
}
