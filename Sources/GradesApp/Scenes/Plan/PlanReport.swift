import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

typealias PlanGoalNeed = (goal: PlanGoal, need: PlanNeed)

struct PlanReport: Report {
  let plan: Plan
  private let reach: PlanReach
  /// The goals that the course has, the hardest first, with what each needs; none where one is wanted.
  private let goals: [PlanGoalNeed]
  private let snapshot: Snapshot<CourseResults>
  private let strings: Strings

  /// Makes the report, for which the planner works some more.
  init(_ plan: Plan, snapshot: Snapshot<CourseResults>, strings: Strings) {
    self.plan = plan
    self.snapshot = snapshot
    self.strings = strings
    reach = plan.planner.reach(assuming: plan.assumed)
    let goals = plan.goal == nil ? plan.planner.goals.reversed() : []
    self.goals = goals.map { goal in
      // A goal of the course is one that it can have.
      let need = try? plan.planner.need(for: goal, assuming: plan.assumed)
      return (goal, need ?? .unreachable)
    }
  }

  private var results: CourseResults { snapshot.value }

  func lines(width: Int?) -> [StyledText] {
    guard goals.contains(where: { $0.need.reachability != .unknown }) else {
      return table.lines(width: width)
    }
    let text = PlanText(strings)
    var (first, second) = (table, table)
    let goals: [Column<PlanGoalNeed>] = [
      Column(strings(.coursesColumnGrade)) { StyledText(text.name(of: $0.goal), .heading) },
      Column { text.standing(of: $0.need) },
      Column(least: 16, overflow: .wrap) { text.proposal(of: $0.need, in: results) },
    ]
    (first.columns, first.sections) = (goals.map(\.form), [.init(self.goals, goals)])
    (first.summary, first.remarks) = (Array(first.summary.prefix(1)), [])
    (second.title, second.summary) = (nil, Array(second.summary.dropFirst()))
    return first.lines(width: width) + [""] + second.lines(width: width)
  }

  private var outcomes: [(Message, PlanOutcome)] {
    (plan.assumed.isEmpty ? [] : [(.planAssumed, plan.outcome)])
      + [(.planBest, reach.best), (.planWorst, reach.worst)]
  }

  var table: Table {
    let text = PlanText(strings)
    var name = ItemColumns(strings: strings).name
    name.form.leastWidth = 10
    let columns = PlanColumns(strings: strings, plan: plan)
    let estimates = [name, columns.now, columns.estimate]
    let needs = [columns.least, columns.share, columns.maximum]
    let none = Column<ResultItem> { _ in nil }
    let needed = (plan.need?.items ?? []).compactMap { item in
      results.items.first { $0.id == item.identifier }
    }
    return Table(
      title: strings.title(results.course, results.name, results.semester),
      summary: [StyledText(strings(.planEstimateRemark), .quiet)]
        + text.summary(outcomes, in: results),
      columns: (estimates + needs).map(\.form),
      sections: [
        .init(
          results.items.filter { !plan.assumed.isEmpty && columns.isEstimated($0) },
          estimates),
        .init(
          title: plan.goal.map {
            StyledText(strings(.planNeeded, [.value: text.goal($0)]), .heading)
          } ?? "", needed, [name, none, none] + needs),
      ],
      remarks: text.remarks(of: plan, reach))
  }

  func document(_ names: Strings) -> Document {
    func values<Value: JSONWritable>(_ value: (ItemIdentifier) -> Value?) -> Document {
      Document(
        results.items.compactMap { item in
          value(item.item.identifier).map { (item.item.identifier.rawValue, $0) }
        })
    }
    func outcome(_ outcome: PlanOutcome) -> Document {
      ["points": outcome.points.value] + Document(outcome.grade.value, Field.grade { $0 })
    }
    func want(_ goal: PlanGoal?) -> any JSONWritable {
      switch goal {
      case .grade(let letter)?: letter
      case .points(let points)?: points
      case .pass?: PlanGoal.passWord
      case nil: String?.none
      }
    }
    func isReachable(_ need: PlanNeed?) -> Bool? {
      need.flatMap { $0.reachability == .unknown ? nil : $0.reachability == .reachable }
    }
    let need = plan.need
    let needed: [Field<PlanNeed.Item>] = [
      Field("identifier") { $0.identifier }, Field("minimum") { $0.minimum },
      Field("share") { $0.share }, Field("maximum") { $0.maximum },
    ]
    let goals: [Document] = goals.map { goal, need in
      [
        "want": want(goal), "reachable": isReachable(need), "total": need.total,
        "needed": Rows(need.items, needed),
      ]
    }
    let changes: [Field<(key: ItemIdentifier, value: GradeValue)>] = [
      Field("identifier") { $0.key },
      Field("from") { plan.planner.recordedValue(of: $0.key) }, Field("to") { $0.value },
    ]
    let document: Document = [
      "course": results.course, "semester": results.semester,
      "assumed": values { plan.assumed[$0] }, "results": values { plan.values[$0].map(\.value) },
      "best": outcome(reach.best), "worst": outcome(reach.worst), "want": want(plan.goal),
      "reachable": isReachable(need), "total": need?.total,
      "least": isReachable(need) == true ? need?.isLeast : nil,
      "needed": Rows(need?.items ?? [], needed),
      "changes": Rows((need?.changes ?? [:]).sorted { $0.key < $1.key }, changes),
      "unmetMinimums": need?.unmetMinimums ?? [],
      "goals": goals, "notUnderstood": plan.planner.notUnderstood,
      "unbounded": reach.unbounded,
      "estimate": true,
    ]
    return document.of(snapshot)
  }
}
