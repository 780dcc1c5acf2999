import GradesClient
import TestSupport
import Testing

@testable import GradesCore

/// What the planner finds by lowering values, compared with trying all values.
@Suite("The planner's search against trying all values")
struct PlanSearchTests {
  private typealias Values = [ItemIdentifier: GradeValue]

  @Test("Random small courses: reachable or not, the least total, each item's least value")
  func fuzzSmallCourses() async throws {
    var reached = 0
    try await FuzzRun.seeds(60) { seed in
      var course = SmallCourse(seed)
      let planner = CoursePlanner(course.results())
      #expect(planner.notUnderstood.isEmpty, "\(seed)")
      let goal = PlanGoal.points(Double(Int.random(in: 4...16, using: &course.random)))
      let need = try planner.need(for: goal)
      let target = try PlanTarget(goal, in: planner.items)
      let open = planner.items.filter {
        $0.isEditable && planner.recordedValue(of: $0.identifier) == nil
      }
      let trials = Self.trials(open)
      let good = trials.filter { Self.holds($0, planner, target, unmet: need.unmetMinimums) }
      #expect(need.reachability == (good.isEmpty ? .unreachable : .reachable), "\(seed)")
      guard let least = good.map(Self.total).min() else { return }
      reached += 1
      #expect(need.isLeast && need.total == least, "\(seed)")
      #expect(
        Self.holds(need.proposal, planner, target, unmet: need.unmetMinimums), "\(seed)")
      for item in need.items {
        // All others are at their greatest value.
        let alone = good.filter { values in
          open.allSatisfy {
            $0.identifier == item.identifier || values[$0.identifier] == Self.values(of: $0).last
          }
        }
        #expect(alone.first?[item.identifier] == item.minimum, "\(seed) \(item.identifier)")
      }
    }
    #expect(reached > 0)
  }

  private static func values(of item: Classification) -> [GradeValue] {
    item.valueType == .boolean
      ? [.flag(false), .flag(true)]
      : stride(from: 0, through: item.maximumValue ?? 0, by: 1).map(GradeValue.number)
  }

  /// All values of the open items, those of each item ascending.
  private static func trials(_ open: [Classification]) -> [Values] {
    open.reduce([[:]]) { trials, item in
      trials.flatMap { trial in
        values(of: item).map { trial.merging([item.identifier: $0]) { $1 } }
      }
    }
  }

  private static func holds(
    _ trial: Values, _ planner: CoursePlanner, _ target: PlanTarget, unmet: [ItemIdentifier]
  ) -> Bool {
    let computed = planner.values(assuming: trial)
    guard target.isReached(by: computed[target.item.identifier]?.value) else { return false }
    return planner.items.allSatisfy { item in
      let value =
        trial[item.identifier] ?? computed[item.identifier]?.value
        ?? (item.isEditable ? .number(.infinity) : nil)
      return unmet.contains(item.identifier) || item.requirementMet(by: value) != false
    }
  }

  private static func total(_ trial: Values) -> Double {
    trial.values.reduce(0) { if case .number(let number) = $1 { $0 + number } else { $0 } }
  }
}

/// A random course of few values in which more points never make anything worse.
private struct SmallCourse {
  var random: SeededNumbers

  init(_ seed: UInt64) { random = SeededNumbers(seed) }

  mutating func results() -> CourseResults {
    let names = ["du1", "du2", "test", "zk"]
    let graded = names.randomElement(using: &random)
    var items = names.map { name in
      let maximum = Int.random(in: 2...5, using: &random)
      return PlannedItem.points(
        name, name == graded ? Double(maximum / 2) : nil, of: Double(maximum),
        required: name != graded && chance(4) ? 1 : nil)
    }
    items.append(.flag("cv"))
    let formulas: [PlannedItem] = [
      .computed(
        "semestr", pick(["SUM(`du[0-9]`) + test", "du1 + test", "number d = du1; d + d + du2"]),
        required: chance(3) ? 4 : nil),
      .computed(
        "zapocet",
        pick(["semestr >= 5", "cv && test >= 2", "du1 + test >= 3 && test + du2 >= 4"]), nil,
        .boolean),
      .total(
        pick([
          "semestr + zk", "zapocet ? semestr + zk : semestr", "SUM(zk) + zk + semestr",
          "((semestr >= 6) ? 3 : 0) + semestr + zk", "(cv ? 2 : 0) + SUM(`du[0-9]`, zk)",
        ]), nil),
    ]
    items += formulas
    let computed = ComputedItems(
      items: items.map(\.definition).map {
        ComputedItems.Item(
          identifier: $0.identifier, valueType: $0.valueType, expression: $0.expression)
      }, mode: .seenOnly)
    let given = Dictionary(
      uniqueKeysWithValues: items.compactMap { item in
        item.value.map { (item.definition.identifier, $0) }
      })
    let values = computed.values(given: given)
    for index in items.indices where items[index].definition.expression != nil {
      items[index].value = (try? values[items[index].definition.identifier]?.get()) ?? nil
    }
    return plannedCourse(items)
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
}
