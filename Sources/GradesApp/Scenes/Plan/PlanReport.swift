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

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("course", results.course.rawValue)
      $0.member("semester", results.semester.rawValue)
      $0.object("assumed") { writer in
        for item in results.items {
          guard let value = plan.assumed[item.item.identifier] else { continue }
          writer.name(foreign: item.item.identifier.rawValue)
          writer.value(value)
        }
      }
      $0.object("results") { writer in
        for item in results.items {
          guard let value = plan.values[item.item.identifier] else { continue }
          writer.name(foreign: item.item.identifier.rawValue)
          if let value = value.value { writer.value(value) } else { writer.null() }
        }
      }
      $0.object("best") { Self.write(reach.best, to: &$0) }
      $0.object("worst") { Self.write(reach.worst, to: &$0) }
      switch plan.goal {
      case .grade(let letter)?: $0.member("want", letter)
      case .points(let points)?: $0.member("want", points)
      case .pass?: $0.member("want", PlanGoal.passWord)
      case nil: $0.member("want", String?.none)
      }
      let need = plan.need
      $0.member(
        "reachable",
        need.flatMap { $0.reachability == .unknown ? nil : $0.reachability == .reachable })
      $0.member("total", need?.total)
      $0.member("least", need.flatMap { $0.reachability == .reachable ? $0.isLeast : nil })
      $0.array("needed", of: need?.items ?? []) { writer, item in
        writer.object {
          $0.member("identifier", item.identifier.rawValue)
          $0.member("minimum", item.minimum)
          $0.member("share", item.share)
          $0.member("maximum", item.maximum)
        }
      }
      $0.array("changes", of: (need?.changes ?? [:]).sorted { $0.key < $1.key }) { writer, change in
        writer.object {
          $0.member("identifier", change.key.rawValue)
          $0.member("from", plan.planner.recordedValue(of: change.key))
          $0.member("to", change.value)
        }
      }
      $0.array("unmetMinimums", of: need?.unmetMinimums ?? []) { $0.value($1.rawValue) }
      $0.array("notUnderstood", of: plan.planner.notUnderstood) { $0.value($1.rawValue) }
      $0.array("unbounded", of: reach.unbounded) { $0.value($1.rawValue) }
      $0.member("estimate", true)
      $0.members(of: snapshot)
    }
  }

  private static func write(_ outcome: PlanOutcome, to writer: inout JSONWriter) {
    writer.member("points", outcome.points.value)
    writer.member("grade", outcome.grade.value)
  }
}
