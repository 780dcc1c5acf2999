import GradesClient
import GradesCore
import GradesServer
import TestSupport
import Testing

/// What the planner says, entered into the embedded service.
@Suite("Plans entered into the service", .inTurn)
struct PlannerServiceTests {
  private static let student = Username(DemoAccounts.student.username)
  /// The course with constructs that were never seen.
  private static let notUnderstood = CourseCode("XI-SIT.21")

  /// Every course of the sample that the demo student has, with half of its items open.
  @Test(
    "Every sample course: estimates are the service's values, and proposals are enough and least")
  func samples() async throws {
    let faculty = try await Faculty.open()
    let teacher = try await faculty.run(as: DemoAccounts.colleague.username).source.api
    let student = try await faculty.run(as: DemoAccounts.student.username)
    var planned = 0
    var goals: [CourseCode: Int] = [:]
    for code in ["B241", "B242", "B251", "B252", "B261"] {
      let semester = try #require(SemesterCode(code))
      let list = try await Repository(source: student.source, session: student.session)
        .courses(in: .code(semester)).latest().value
      for course in list.studying.map(\.code) {
        let place = PlannedPlace(teacher: teacher, course: course, semester: semester)
        let open = try await place.openHalf(of: Self.student)
        for language in ServiceLanguage.allCases {
          let before = try await place.results(of: Self.student, language)
          let planner = CoursePlanner(before)
          let real = Dictionary(
            before.items.compactMap { item in
              item.recorded.value.map { (item.item.identifier, $0) }
            }, uniquingKeysWith: { first, _ in first })
          for (item, value) in planner.values(assuming: real) {
            #expect(value == .value(real[item]), "\(course) \(code) \(item)")
          }
          if language == .czech {
            let reached = try await check(planner, at: place, open)
            if !open.isEmpty, course != Self.notUnderstood {
              goals[course, default: 0] += reached
            }
            planned += reached
          }
        }
      }
    }
    #expect(planned > 40)
    // Each course but the one with unknown constructs has a goal that was entered.
    #expect(goals.filter { $0.value == 0 }.isEmpty, "\(goals)")
  }

  /// Checks all goals of a course; returns how many could be reached.
  private func check(
    _ planner: CoursePlanner, at place: PlannedPlace, _ open: [ItemIdentifier]
  ) async throws -> Int {
    var reached = 0
    for goal in [PlanGoal.grade("A"), .grade("C"), .grade("E"), .pass, .points(60)] {
      guard let need = try? planner.need(for: goal), need.reachability == .reachable else {
        continue
      }
      reached += 1
      #expect(need.isLeast)
      var trials = [need.proposal]
      for item in need.items {
        guard let less = item.oneStepLess else { continue }
        trials.append(need.proposal.merging([item.identifier: less]) { $1 })
      }
      for (index, trial) in trials.enumerated() {
        try await place.enter(trial, clearing: open, for: Self.student)
        let results = try await place.results(of: Self.student, .czech)
        #expect(
          goal.isReached(in: results, unmet: need.unmetMinimums, planned: need) == (index == 0),
          "\(place.course) \(place.semester) \(goal) \(trial)")
        let estimate = planner.values(assuming: trial)
        for item in results.items where !item.item.definition.isEditable {
          guard case .value(let value)? = estimate[item.item.identifier] else { continue }
          #expect(value == item.recorded.value, "\(place.course) \(item.item.identifier)")
        }
      }
    }
    return reached
  }

  @Test(
    "500 random courses: real values give the service's, proposals reach their goal, no step less does"
  )
  func fuzzCourses() async throws {
    // Each save computes all items of the course again, so a few courses share one of the service.
    try await FuzzRun.seeds(20, keeping: [1_795_442_972_000_009], cost: 250) { seed in
      try await checkRandom((seed &* 25)..<(seed &* 25 &+ 25))
    }
  }

  private typealias Plan = (planner: CoursePlanner, goal: PlanGoal, need: PlanNeed)

  private func checkRandom(_ seeds: Range<UInt64>) async throws {
    let faculty = try await Faculty.open()
    let teacher = try await faculty.run(as: DemoAccounts.colleague.username).source.api
    let place = PlannedPlace(
      teacher: teacher, course: CourseCode("XI-TVA"), semester: try #require(SemesterCode("B261"))
    )
    let plans = try await plans(for: seeds, at: place)
    let reachable = plans.filter { $0.need.reachability == .reachable }
    #expect(!reachable.isEmpty)
    let most = reachable.map(\.need.items.count).max() ?? 0
    for round in -1..<most {
      var entered: [ItemIdentifier: GradeValue] = [:]
      var checked: [Plan] = []
      for plan in reachable {
        var values = plan.need.proposal
        if round >= 0 {
          guard round < plan.need.items.count, let less = plan.need.items[round].oneStepLess
          else { continue }
          values[plan.need.items[round].identifier] = less
        }
        entered.merge(values) { $1 }
        checked.append(plan)
      }
      try await place.enter(entered, clearing: [], for: Self.student)
      let values = try await place.values(of: Self.student)
      for plan in checked {
        var results = plan.planner.results
        results.items = results.items.map { item in
          var item = item
          item.recorded.value = values[item.item.identifier]
          return item
        }
        #expect(
          plan.goal.isReached(in: results, unmet: plan.need.unmetMinimums, planned: plan.need)
            == (round == -1),
          "\(results.items.first?.item.identifier.rawValue ?? "") \(plan.goal) \(plan.need.shares)"
        )
      }
    }
  }

  /// Creates random courses within one of the service, and plans each.
  private func plans(for seeds: Range<UInt64>, at place: PlannedPlace) async throws -> [Plan] {
    let courses = seeds.map { seed in
      var random = RandomPlan(seed, prefix: "p\(seed)_")
      return (seed: seed, items: random.items())
    }
    try await place.create(courses.flatMap(\.items))
    let all = try await place.results(of: Self.student, .czech)
    let english = try await place.results(of: Self.student, .english)
    #expect(english.items.map(\.recorded) == all.items.map(\.recorded))
    let known = Dictionary(uniqueKeysWithValues: all.items.map { ($0.item.identifier, $0) })
    let goals = [PlanGoal.grade("A"), .grade("C"), .grade("E"), .pass, .points(47)]
    var compared = 0
    let plans = try courses.map { course -> Plan in
      var results = plannedCourse([])
      results.items = course.items.compactMap { known[$0.definition.identifier] }
      compared += expectIdentity(results, "\(course.seed)")
      let planner = CoursePlanner(results)
      let goal = goals[Int(course.seed % UInt64(goals.count))]
      let need = try planner.need(for: goal)
      #expect(need.reachability != .unknown && need.isLeast, "\(course.seed)")
      checkByForce(planner, goal, need, seed: course.seed)
      return (planner, goal, need)
    }
    #expect(compared > courses.count)
    return plans
  }

  /// Compares the least total with all values of at most two open numbers.
  private func checkByForce(
    _ planner: CoursePlanner, _ goal: PlanGoal, _ need: PlanNeed, seed: UInt64
  ) {
    let open = planner.results.items.filter {
      $0.recorded.value == nil && $0.item.definition.isEditable
    }.map(\.item.definition)
    let numbers = open.filter { $0.valueType == .number }
    let flags = open.filter { $0.valueType == .boolean }
    guard numbers.count <= 2, need.unmetMinimums.isEmpty else { return }
    var trials: [[ItemIdentifier: GradeValue]] = [[:]]
    for item in flags {
      trials = trials.flatMap { trial in
        [false, true].map { trial.merging([item.identifier: .flag($0)]) { $1 } }
      }
    }
    for item in numbers {
      let step = need.items.first { $0.identifier == item.identifier }?.step ?? 1
      let values = Array(stride(from: 0, through: item.maximumValue ?? 0, by: step))
      guard trials.count * values.count < 400 else { return }
      trials = trials.flatMap { trial in
        values.map { trial.merging([item.identifier: .number($0)]) { $1 } }
      }
    }
    var least: Double?
    for trial in trials {
      let values = planner.values(assuming: trial)
      var results = planner.results
      results.items = results.items.map { item in
        var item = item
        let name = item.item.identifier
        item.recorded.value = trial[name] ?? values[name]?.value ?? item.recorded.value
        return item
      }
      guard goal.isReached(in: results, unmet: [], planned: nil, open: Set(open.map(\.identifier)))
      else { continue }
      let total = trial.values.reduce(0) {
        if case .number(let number) = $1 { $0 + number } else { $0 }
      }
      least = min(least ?? total, total)
    }
    #expect((least != nil) == (need.reachability == .reachable), "\(seed) \(goal)")
    if let least, let total = need.total { #expect(abs(least - total) < 1e-6, "\(seed) \(goal)") }
  }
}

extension PlanNeed.Item {
  /// The share with one step less; nil where it is the least possible.
  fileprivate var oneStepLess: GradeValue? {
    switch share {
    case .number(let number)?:
      guard let step, number >= step else { return nil }
      return .number(number - step)
    case .flag(true)?: return .flag(false)
    default: return nil
    }
  }
}

extension PlanGoal {
  /// Whether results have the goal and all minima that the plan keeps.
  fileprivate func isReached(
    in results: CourseResults, unmet: [ItemIdentifier], planned: PlanNeed?,
    open: Set<ItemIdentifier> = []
  ) -> Bool {
    let definitions = results.items.map(\.item.definition)
    let grade = definitions.gradeIndex.flatMap { results.items[$0].recorded.value }
    let points = definitions.pointsIndex.flatMap { results.items[$0].recorded.value }
    let isMet: Bool =
      switch (self, grade, points) {
      case (.grade(let wanted), .text(let text)?, _): text <= wanted
      case (.pass, .text(let text)?, _): text < "F" || text == "Z"
      case (.pass, .flag(let flag)?, _): flag
      case (.points(let wanted), _, .number(let number)?): number >= wanted
      default: false
      }
    let planned = open.union(planned?.items.map(\.identifier) ?? [])
    return isMet
      && results.items.allSatisfy { item in
        let name = item.item.identifier
        let counts =
          item.item.definition.isEditable ? planned.contains(name) : !unmet.contains(name)
        return !counts || item.requirementMet != false
      }
  }
}
