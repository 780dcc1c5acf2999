import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// What the planner says, as a table and as a document.
struct PlanReport: Report {
  private let plan: Plan
  private let snapshot: Snapshot<CourseResults>
  private let strings: Strings
  private let values: ValueText

  init(_ plan: Plan, snapshot: Snapshot<CourseResults>, strings: Strings) {
    self.plan = plan
    self.snapshot = snapshot
    self.strings = strings
    values = ValueText(strings)
  }

  private var results: CourseResults { snapshot.value }

  var table: Table {
    let text = PlanText(strings)
    let outcomes: [(Message, PlanOutcome)] =
      (plan.assumed.isEmpty ? [] : [(.planEstimate, plan.outcome)])
      + [(.planBest, plan.reach.best), (.planWorst, plan.reach.worst)]
    return Table(
      title: strings.title(results.course, results.name, results.semester),
      summary: text.summary(outcomes, in: results),
      columns: [
        .init(leastWidth: 10, overflow: .wrap),
        .init(title: strings(.planColumnNow), alignment: .decimal),
        .init(title: strings(.planColumnEstimate), alignment: .decimal),
        .init(title: strings(.planColumnLeast), alignment: .decimal),
        .init(title: strings(.planColumnShare), alignment: .decimal),
        .init(
          title: strings(.planColumnMaximum), alignment: .decimal,
          narrowing: .leaves(order: 1)),
      ],
      sections: [
        .init(rows: plan.assumed.isEmpty ? [] : results.items.compactMap(estimate)),
        .init(
          title: plan.goal.map {
            StyledText(strings(.planNeeded, [.value: .text(text.goal($0))]), .heading)
          } ?? "", rows: plan.need?.items.compactMap(needed) ?? []),
      ],
      remarks: text.remarks(of: plan))
  }

  /// The row of an item that is assumed, or whose value would change.
  private func estimate(_ item: ResultItem) -> Table.Row? {
    let definition = item.item.definition
    let name = Table.Cell.text(definition.name(in: strings.serviceLanguage), definition.nameStyle)
    let now = item.recorded.value
    if let assumed = plan.assumed[item.item.identifier] {
      return Table.Row(cells: [
        name, .text(values.text(now), .quiet), .text("~" + values.text(assumed), .mark),
      ])
    }
    switch plan.values[item.item.identifier] {
    case .value(let value)? where value != now:
      return Table.Row(cells: [
        name, .text(values.text(now), .quiet), .text(values.text(value, of: definition, .plain)),
      ])
    case .unknown?:
      return Table.Row(cells: [name, .text(values.text(now), .quiet), .text("?", .warning)])
    default: return nil
    }
  }

  private func needed(_ item: PlanNeed.Item) -> Table.Row? {
    guard
      let definition = results.items.first(where: { $0.item.identifier == item.identifier })?
        .item.definition
    else { return nil }
    return Table.Row(cells: [
      .text(definition.name(in: strings.serviceLanguage), definition.nameStyle), .empty, .empty,
      .text(values.text(item.minimum), .quiet), .text(values.text(item.share), .mark),
      .text(item.maximum.map { values.text($0) } ?? "", .quiet),
    ])
  }

  // MARK: For programs

  func write(to writer: inout JSONWriter) {
    let plan = plan
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
      $0.object("best") { Self.write(plan.reach.best, to: &$0) }
      $0.object("worst") { Self.write(plan.reach.worst, to: &$0) }
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
      $0.array("unbounded", of: plan.reach.unbounded) { $0.value($1.rawValue) }
      $0.member("estimate", true)
      $0.member("fetchedAt", snapshot.fetchedAt)
      $0.member("stale", snapshot.isStale)
    }
  }

  private static func write(_ outcome: PlanOutcome, to writer: inout JSONWriter) {
    writer.member("points", outcome.points.value)
    writer.member("grade", outcome.grade.value)
  }
}
