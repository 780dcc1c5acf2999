import GradesClient

/// The least value of a sum over values on grids under linear conditions: a small integer program.
///
/// Unknowns that all conditions treat alike are one; then branch and bound decides. The work is bounded
/// by a budget: when it is used up, what was found may not be the least.
struct GridProblem {
  /// The values of each unknown.
  var grids: [PlanSpace.Grid]
  /// How many more steps the search may make.
  var budget: Int

  /// Whether everything so far was decided.
  var isProven: Bool { budget > 0 }

  struct Solution {
    /// The value of each unknown.
    var values: [Int]
    /// The value of the sum.
    var cost: Int
  }

  /// The least value of a sum where all conditions are at least 0; nil where there is none, or none below
  /// a limit.
  mutating func least(
    of sum: LinearForm, where conditions: [LinearForm], below limit: Int? = nil
  ) -> Solution? {
    var search: GridSearch
    do {
      guard let prepared = try GridSearch(grids, sum, conditions) else { return nil }
      search = prepared
    } catch {
      budget = 0
      return nil
    }
    search.best = limit.map { $0 - search.baseCost } ?? .max
    search.budget = budget
    search.run()
    budget = search.budget
    return search.found.map {
      Solution(values: search.values($0), cost: $0.cost + search.baseCost)
    }
  }
}

/// One search of a ``GridProblem``.
private struct GridSearch {
  struct TooLarge: Error {}

  /// Unknowns that differ in their grids only.
  struct Group {
    var members: [(unknown: Int, count: Int)]
    /// How much one step adds to each condition.
    var gains: [Int]
    /// How much one step costs; never negative.
    var cost: Int
    var count: Int { members.reduce(0) { $0 + $1.count } }
  }

  /// The values from which steps are counted, and the direction of the steps.
  private let base: [(value: Int, step: Int)]
  private let groups: [Group]
  private let counts: [Int]
  /// What the groups from an index on can add to each condition.
  private let reserves: [[Int]]
  /// For each condition, the groups that help, the cheapest first.
  private let cheapest: [[Int]]
  private let deficits: [Int]
  private let granularity: Int
  let baseCost: Int
  var best = Int.max
  var budget = 0
  private(set) var found: (steps: [Int], cost: Int)?

  /// Prepares a search; nil where a condition cannot be met.
  init?(
    _ grids: [PlanSpace.Grid], _ sum: LinearForm, _ conditions: [LinearForm]
  ) throws {
    let ranges = grids.map { $0.low...$0.high }
    var open: [LinearForm] = []
    for condition in conditions {
      guard let range = condition.range(ranges) else { throw TooLarge() }
      if range.upperBound < 0 { return nil }
      if range.lowerBound < 0 { open.append(condition) }
    }
    guard sum.range(ranges) != nil else { throw TooLarge() }
    let base = grids.indices.map { unknown in
      (sum.weights[unknown] ?? 0) < 0
        ? (value: grids[unknown].high, step: -grids[unknown].step)
        : (value: grids[unknown].low, step: grids[unknown].step)
    }
    var groups: [[Int]: Group] = [:]
    for (unknown, grid) in grids.enumerated() where grid.high > grid.low {
      let gains = open.map { ($0.weights[unknown] ?? 0) * base[unknown].step }
      // What no condition counts stays at its best value.
      guard gains.contains(where: { $0 != 0 }) else { continue }
      let cost = (sum.weights[unknown] ?? 0) * base[unknown].step
      groups[gains + [cost], default: Group(members: [], gains: gains, cost: cost)].members.append(
        (unknown, (grid.high - grid.low) / grid.step))
    }
    guard groups.count <= 200 else { throw TooLarge() }
    // Those with conditions of their own first: they have the least choice.
    self.groups = groups.sorted { left, right in
      let (first, second) = (left.value.gains, right.value.gains)
      let (one, other) = (first.count { $0 != 0 }, second.count { $0 != 0 })
      return one == other ? left.key.lexicographicallyPrecedes(right.key) : one > other
    }.map(\.value)
    counts = self.groups.map(\.count)
    self.base = base
    var reserves = [open.map { _ in 0 }]
    for (group, count) in zip(self.groups, counts).reversed() {
      reserves.append(
        zip(reserves[reserves.count - 1], group.gains).map { $0 + max(0, $1 * count) })
    }
    self.reserves = reserves.reversed()
    let final = self.groups
    cheapest = open.indices.map { condition in
      final.indices.filter { final[$0].gains[condition] > 0 }.sorted {
        Double(final[$0].cost) / Double(final[$0].gains[condition])
          < Double(final[$1].cost) / Double(final[$1].gains[condition])
      }
    }
    deficits = open.map { -$0.value { base[$0].value } }
    granularity = final.reduce(0) { Self.divisor($0, $1.cost) }
    baseCost = sum.value { base[$0].value }
  }

  mutating func run() {
    var steps: [Int] = []
    descend(&steps, deficits, cost: 0)
  }

  private mutating func descend(_ steps: inout [Int], _ deficits: [Int], cost: Int) {
    budget -= 1
    guard budget > 0 else { return }
    let index = steps.count
    guard let bound = bound(from: index, deficits), cost + bound < best else { return }
    guard index < groups.count else {
      best = cost
      found = (steps, cost)
      return
    }
    let group = groups[index]
    guard let range = choices(of: index, deficits) else { return }
    for count in range {
      budget -= 1
      guard budget > 0, cost + count * group.cost < best else { return }
      steps.append(count)
      descend(
        &steps, zip(deficits, group.gains).map { $0 - $1 * count }, cost: cost + count * group.cost)
      steps.removeLast()
    }
  }

  /// The numbers of steps of a group that leave each condition possible.
  private func choices(of index: Int, _ deficits: [Int]) -> ClosedRange<Int>? {
    var (low, high) = (0, counts[index])
    for (condition, deficit) in deficits.enumerated() {
      let missing = deficit - reserves[index + 1][condition]
      let gain = groups[index].gains[condition]
      if gain > 0, missing > 0 { low = max(low, (missing + gain - 1) / gain) }
      if gain < 0 {
        guard missing <= 0 else { return nil }
        high = min(high, missing / gain)
      }
      if gain == 0, missing > 0 { return nil }
    }
    return low <= high ? low...high : nil
  }

  /// The least cost of meeting the most expensive condition alone; nil where it cannot be met.
  private func bound(from index: Int, _ deficits: [Int]) -> Int? {
    var bound = 0.0
    for (condition, deficit) in deficits.enumerated() where deficit > 0 {
      guard deficit <= reserves[index][condition] else { return nil }
      var (missing, cost) = (Double(deficit), 0.0)
      for group in cheapest[condition] where group >= index {
        let gain = Double(groups[group].gains[condition])
        let steps = min(missing / gain, Double(counts[group]))
        missing -= steps * gain
        cost += steps * Double(groups[group].cost)
        if missing <= 0 { break }
      }
      bound = max(bound, cost)
    }
    guard granularity > 0 else { return 0 }
    let units = (bound / Double(granularity) - 1e-6).rounded(.up)
    return max(0, Int(units)) * granularity
  }

  /// The values of the unknowns, each group's steps shared in proportion to its members' ranges.
  func values(_ found: (steps: [Int], cost: Int)) -> [Int] {
    var values = base.map(\.value)
    for (group, steps) in zip(groups, found.steps) {
      let total = group.count
      var rest = steps
      var shares = group.members.map { member in
        Int((Double(steps) * Double(member.count) / Double(total)).rounded(.down))
      }
      rest -= shares.reduce(0, +)
      for (index, member) in group.members.enumerated() where rest > 0 {
        let more = min(rest, member.count - shares[index], max(1, rest / group.members.count))
        shares[index] += more
        rest -= more
      }
      for (index, member) in group.members.enumerated() {
        let more = min(rest, member.count - shares[index])
        shares[index] += more
        rest -= more
        values[member.unknown] += shares[index] * base[member.unknown].step
      }
    }
    return values
  }

  private static func divisor(_ first: Int, _ second: Int) -> Int {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return abs(first)
  }
}
