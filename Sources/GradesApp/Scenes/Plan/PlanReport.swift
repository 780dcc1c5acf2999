import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

struct PlanReport: Report {
  let plan: Plan
  private let reach: PlanReach
  private let snapshot: Snapshot<CourseResults>
  private let strings: Strings

  /// Makes the report, for which the planner works some more.
  init(_ plan: Plan, snapshot: Snapshot<CourseResults>, strings: Strings) {
    self.plan = plan
    self.snapshot = snapshot
    self.strings = strings
    reach = plan.planner.reach(assuming: plan.assumed)
  }

  private var results: CourseResults { snapshot.value }

  var table: Table {
    let text = PlanText(strings)
    let outcomes: [(Message, PlanOutcome)] =
      (plan.assumed.isEmpty ? [] : [(.planEstimate, plan.outcome)])
      + [(.planBest, reach.best), (.planWorst, reach.worst)]
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
      summary: text.summary(outcomes, in: results),
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

  // MARK: For programs

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
    let want: any JSONWritable =
      switch plan.goal {
      case .grade(let letter)?: letter
      case .points(let points)?: points
      case .pass?: PlanGoal.passWord
      case nil: String?.none
      }
    let need = plan.need
    let isReachable = need?.reachability == .reachable
    let isKnown = need.map { $0.reachability != .unknown } ?? false
    let needed: [Field<PlanNeed.Item>] = [
      Field("identifier") { $0.identifier }, Field("minimum") { $0.minimum },
      Field("share") { $0.share }, Field("maximum") { $0.maximum },
    ]
    let changes: [Field<(key: ItemIdentifier, value: GradeValue)>] = [
      Field("identifier") { $0.key },
      Field("from") { plan.planner.recordedValue(of: $0.key) }, Field("to") { $0.value },
    ]
    let document: Document = [
      "course": results.course, "semester": results.semester,
      "assumed": values { plan.assumed[$0] }, "results": values { plan.values[$0].map(\.value) },
      "best": outcome(reach.best), "worst": outcome(reach.worst), "want": want,
      "reachable": isKnown ? isReachable : nil, "total": need?.total,
      "least": isReachable ? need?.isLeast : nil, "needed": Rows(need?.items ?? [], needed),
      "changes": Rows((need?.changes ?? [:]).sorted { $0.key < $1.key }, changes),
      "unmetMinimums": need?.unmetMinimums ?? [],
      "notUnderstood": plan.planner.notUnderstood, "unbounded": reach.unbounded,
      "estimate": true,
    ]
    return document.of(snapshot)
  }
}
