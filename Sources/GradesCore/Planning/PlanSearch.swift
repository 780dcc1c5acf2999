import GradesClient

/// A course's open items and a target, tried with the formulas themselves.
///
/// Nearly all formulas are monotone: more of an item never makes the target worse. Then the target can be
/// reached if it is reached with the best value of each open item (``best``), and everything else is lowering
/// values while it holds:
///
/// * The least value of one item is found by bisection, all others being at their best (``minimum(of:)``).
/// * A proposal is found by lowering all items together, each to the same share of its maximum
///   (``lowered(_:from:)``); what cannot be lowered any more stays, and the others go on.
/// * Its total is the least one when the items count alike. ``PlanSearch/shares(fixing:)`` tries to lower
///   single items before or after the others, and to move single steps between two items.
///
/// For example, a test of 40 with a minimum of 20, homework of 10 and an exam of 50 with a minimum of 25 give
/// points, of which a C needs 70. At their best they give 100, so C can be reached. The exam's least value is
/// 25, its own minimum: 40 + 10 + 25 are enough. 0.7 is the least share that suffices: 28, 7 and 35. No value
/// can be lowered alone, so that is the proposal, of 70 together. Were the assessment only given for at least 9
/// of homework, 0.9 would be that share (36, 9, 45): homework has to stay, and the test and the exam are lowered
/// to 0.678, rounded up to whole points: 28 and 34, of which one can go one lower, 27 and 34 with 9.
final class PlanSearch {
  /// The open items that matter, in display order.
  let open: [PlanSpace.Open]
  /// The values with which the target is reached most easily.
  private(set) var best: [Int] = []
  /// Whether values between the floors and ``best`` never help more than greater ones, as far as was seen.
  private(set) var isMonotone = true
  /// The computed items whose minima cannot be met together with the target.
  private(set) var unmet: [ItemIdentifier] = []
  /// What open texts become where they are needed.
  var text: String?

  let target: PlanTarget
  private let recorded: [ItemIdentifier: GradeValue]
  /// Nil where an item matters for its own minimum alone.
  let influences: [Influence?]
  /// Open items that count alike have the same role.
  let roles: [Int]
  private let trial: ComputedTrial
  /// The computed items with minima to meet; of the trial's values those behind the first.
  private let required: [Classification]
  private var met: [Bool]
  /// How many more times the formulas may be evaluated: large courses take longer each time.
  private var tries: Int

  /// Finds the best values.
  ///
  /// - Parameters:
  ///   - minima: whether the minima of computed items have to be met where they can be.
  ///   - changing: whether recorded yes/no values and texts that are not assumed count as open.
  init(
    _ planner: CoursePlanner, assuming assumed: [ItemIdentifier: GradeValue],
    for target: PlanTarget, minima: Bool, changing: Bool = false
  ) {
    var values = planner.recorded.merging(assumed) { _, assumed in assumed }
    if changing {
      for item in planner.items where item.isEditable && assumed[item.identifier] == nil {
        if case .number? = values[item.identifier] { continue }
        values[item.identifier] = nil
      }
    }
    required =
      minima
      ? planner.items.filter {
        !$0.isEditable && $0.requiredValue != nil && planner.isUnderstood($0.identifier)
      } : []
    let wanted = [target.item.identifier] + required.map(\.identifier)
    let direct = planner.formulas.influences(on: [target.item.identifier])
    let all = planner.formulas.influences(on: wanted)
    open = PlanSpace(planner.items, values: values).items.filter {
      all[$0.item.identifier] != nil || $0.floor > 0
    }
    influences = open.map { direct[$0.item.identifier] ?? all[$0.item.identifier] }
    var known: [[Int]: Int] = [:]
    roles = open.map { item in
      let places = all[item.item.identifier]?.places.sorted() ?? []
      let role = known[places] ?? known.count
      known[places] = role
      return role
    }
    trial = ComputedTrial(
      planner.formulas, of: wanted, given: values, open: open.map(\.item.identifier))
    tries = max(50, 20_000_000 / (1 + trial.weight))
    recorded = planner.recorded
    text = target.text
    self.target = target
    met = required.map { _ in false }
    (best, isMonotone) = extreme(isBest: true, from: \.floor)
    let computed = trial.values(entered(best))
    met = zip(required, computed.dropFirst()).map { $0.isMet(by: $1) }
    unmet = zip(required, met).filter { !$1 }.map(\.0.identifier)
  }

  var isReached: Bool { target.isReached(by: value(at: best)) }

  /// Whether more would have to be tried than is allowed.
  var isExhausted: Bool { tries < 0 }

  func value(at values: [Int]) -> GradeValue? {
    tries -= 1
    return isExhausted ? nil : trial.values(entered(values))[0]
  }

  /// An open item's value as it is recorded.
  func gradeValue(_ index: Int, _ value: Int) -> GradeValue? {
    switch open[index].item.valueType {
    case .number: .number(PlanSpace.number(value))
    case .boolean: .flag(value == 1)
    default: value == 1 ? text.map(GradeValue.text) : recorded[open[index].item.identifier]
    }
  }

  func total(_ values: [Int]) -> Int {
    values.indices.reduce(0) { isNumber($1) ? $0 + values[$1] : $0 }
  }

  func isNumber(_ index: Int) -> Bool { open[index].item.valueType == .number }

  /// Whether the target is reached, and all minima are met that can be.
  func holds(_ values: [Int]) -> Bool {
    tries -= 1
    guard !isExhausted else { return false }
    let computed = trial.values(entered(values))
    guard target.isReached(by: computed[0]) else { return false }
    return zip(zip(required, met), computed.dropFirst()).allSatisfy { item, value in
      !item.1 || item.0.isMet(by: value)
    }
  }

  private func entered(_ values: [Int]) -> [GradeValue?] {
    values.indices.map { gradeValue($0, values[$0]) }
  }

  // MARK: Lowering

  /// The least value of an item that holds, all others being at their best; nil: too much to try.
  func minimum(of index: Int) -> Int? {
    let (floor, step) = (open[index].floor, open[index].step)
    var values = best
    let least = least((best[index] - floor) / step) { count in
      values[index] = floor + count * step
      return holds(values)
    }
    return isExhausted ? nil : floor + least * step
  }

  /// The least number up to one for which a monotone condition is true; the greatest one where none is.
  func least(_ greatest: Int, _ condition: (Int) -> Bool) -> Int {
    if greatest > 0, condition(0) { return 0 }
    var (low, high) = (min(1, greatest), greatest)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Lowers items evenly as far as the target holds: each to the same share of its maximum, and those
  /// that can be lowered further without the others again.
  func lowered(_ items: [Int], from start: [Int]) -> [Int] {
    var values = start
    var free = items
    while !free.isEmpty, !isExhausted {
      // Between two parts no item goes down more than one step.
      let parts = free.map { open[$0].high / open[$0].step }.max().map { 4 * $0 } ?? 0
      func level(_ part: Int) -> [Int] {
        var values = values
        for index in free {
          let (high, step) = (open[index].high, open[index].step)
          let exact = Double(high) * Double(part) / Double(max(1, parts))
          let rounded = Int((exact / Double(step) - 1e-9).rounded(.up)) * step
          values[index] = min(values[index], max(open[index].floor, rounded))
        }
        return values
      }
      values = level(least(parts) { holds(level($0)) })
      free = free.filter { index in
        guard values[index] > open[index].floor else { return false }
        values[index] -= open[index].step
        if holds(values) { return true }
        values[index] += open[index].step
        return false
      }
    }
    return values
  }
}

extension Classification {
  fileprivate func isMet(by value: GradeValue?) -> Bool {
    switch value {
    case .number(let number)?: number >= requiredValue ?? number
    case .flag(let flag)?: flag
    default: true
    }
  }
}
