import GradesClient

/// A search by trying values, for formulas with too many cases; what it finds may not be the least.
struct BoundedSearch {
  private let planner: CoursePlanner
  private let assumed: [ItemIdentifier: GradeValue]
  private let open: [PlanSpace.Open]
  /// How many times the formulas may be evaluated: large courses take longer each time.
  private let tries: Int

  /// Prepares a search.
  init(_ planner: CoursePlanner, assuming assumed: [ItemIdentifier: GradeValue]) {
    self.planner = planner
    self.assumed = assumed
    let values = planner.recorded.merging(assumed) { _, assumed in assumed }
    open = PlanSpace(planner.items, values: values).items.filter { $0.item.valueType != .string }
    tries = max(4, min(600, 1_000_000 / max(1, planner.formulas.weight)))
  }

  /// A proposal for a target that no single step less reaches, as far as the tries suffice.
  func need(for target: PlanTarget) -> PlanNeed {
    let needed = planner.formulas.needed(for: [target.item])
    let open = open.filter { needed.contains($0.item.identifier) || $0.floor > 0 }
    var rest = tries
    var values = Dictionary(
      open.map { ($0.item.identifier, $0.grid.high) }, uniquingKeysWith: { first, _ in first })
    guard isReached(target, values, &rest) else { return PlanNeed(reachability: .unknown) }
    for item in open.sorted(by: { $0.grid.high > $1.grid.high }) {
      var (low, high) = (0, (item.grid.high - item.floor) / item.grid.step)
      while low < high, rest > 0 {
        let middle = (low + high) / 2
        var trial = values
        trial[item.item.identifier] = item.floor + middle * item.grid.step
        if isReached(target, trial, &rest) { high = middle } else { low = middle + 1 }
      }
      if low == high {
        var trial = values
        trial[item.item.identifier] = item.floor + high * item.grid.step
        if isReached(target, trial, &rest) { values = trial }
      }
    }
    var need = PlanNeed(reachability: .reachable, isLeast: false)
    need.items = open.map { item in
      let isFlag = item.item.valueType == .boolean
      func value(_ number: Int) -> GradeValue {
        isFlag ? .flag(number == 1) : .number(PlanSearch.number(number))
      }
      return PlanNeed.Item(
        identifier: item.item.identifier, minimum: nil,
        share: values[item.item.identifier].map(value), maximum: value(item.grid.high),
        step: isFlag ? nil : PlanSearch.number(item.grid.step))
    }
    need.total = need.items.reduce(0) { total, item in
      if case .number(let share)? = item.share { total + share } else { total }
    }
    return need
  }

  /// The values with everything at its maximum and at its minimum.
  func range(of item: ItemIdentifier) -> (best: CoursePlanner.Planned, worst: CoursePlanner.Planned)
  {
    func value(_ bound: (PlanSpace.Open) -> Int) -> CoursePlanner.Planned {
      let values = Dictionary(
        open.map { ($0.item.identifier, bound($0)) }, uniquingKeysWith: { first, _ in first })
      return planner.values(assuming: assumptions(values))[item] ?? .unknown
    }
    return (value(\.grid.high), value(\.grid.low))
  }

  private func isReached(
    _ target: PlanTarget, _ values: [ItemIdentifier: Int], _ rest: inout Int
  ) -> Bool {
    rest -= 1
    guard rest >= 0 else { return false }
    return target.isReached(
      by: planner.values(assuming: assumptions(values))[target.item]?.value)
  }

  private func assumptions(_ values: [ItemIdentifier: Int]) -> [ItemIdentifier: GradeValue] {
    var all = assumed
    for item in open {
      guard let value = values[item.item.identifier] else { continue }
      all[item.item.identifier] =
        item.item.valueType == .boolean ? .flag(value == 1) : .number(PlanSearch.number(value))
    }
    return all
  }
}
