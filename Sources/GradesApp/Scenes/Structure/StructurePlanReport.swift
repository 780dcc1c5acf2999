import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// What a structure's file would change, as a table with signs and as a document.
struct StructurePlanReport: Report {
  let plan: StructurePlan
  /// The file; nil for a plan that was made of no file.
  var problems: StructureReading?
  var wanted: Message?
  let text: StructureChangeText

  private var strings: Strings { text.strings }

  var table: Table {
    Table(
      title: strings.title(plan.course, nil, plan.semester),
      columns: [
        .init(title: strings(.itemsColumnName), leastWidth: 16, overflow: .wrap),
        .init(title: strings(.structureColumnField)),
        .init(
          title: strings(.structureColumnBefore), leastWidth: 12, overflow: .wrap,
          narrowing: .folds(order: 1)),
        .init(
          title: strings(
            wanted ?? (problems == nil ? .structureColumnEdited : .structureColumnAfter)),
          leastWidth: 12, overflow: .wrap, narrowing: .folds(order: 1)),
        .init(title: strings(.structureColumnValues), alignment: .right),
      ],
      sections: [
        .init(rows: rows, emptyText: StyledText(strings(.structurePlanEmpty), .good))
      ],
      remarks: remarks)
  }

  private var rows: [Table.Row] {
    plan.newItems.flatMap { rows($0, $1, values: nil, "+ ", .good) }
      + plan.changes.flatMap { rows($0.item, $0.fields, values: $0.values, "~ ", .mark) }
      + plan.removals.map { removal in
        let item = removal.item
        return Table.Row(cells: [
          .text("- \(item.identifier)", .bad), .empty,
          .text(item.definition.name(in: strings.serviceLanguage), .bad), .empty,
          .text("\(removal.values)", removal.values > 0 ? .bad : .plain),
        ])
      }
  }

  /// A row for each field; the first names the item and its number of values, nil for a new one.
  private func rows(
    _ item: CourseItem, _ fields: [StructurePlan.FieldChange], values: Int?, _ sign: String,
    _ style: Style
  ) -> [Table.Row] {
    fields.enumerated().map { index, field in
      Table.Row(cells: [
        index == 0 ? .text(sign + item.identifier.rawValue, style) : .empty,
        .text(text.title(field.field)),
        values == nil ? .empty : .text(field.from.shown(strings), .quiet),
        .text(field.to.shown(strings), style),
        index == 0 ? values.map { .text("\($0)") } ?? .empty : .empty,
      ])
    }
  }

  /// What is to be known of the plan beside its changes.
  var remarks: [StyledText] {
    var remarks: [StyledText] = []
    func add(
      _ message: Message, _ arguments: Arguments = [:], _ style: Style = .warning
    ) { remarks.append(StyledText(strings(message, arguments), style)) }
    if !plan.isEmpty {
      add(
        .structurePlanTotal,
        [
          .done: "\(plan.additions.count)", .total: "\(plan.changes.count)",
          .other: "\(plan.removals.count)",
        ], .plain)
    }
    for change in plan.changes {
      let item: Argument = "\(change.item.identifier)"
      if change.outOfBounds > 0 {
        add(.structurePlanBounds, [.item: item, .count: change.outOfBounds])
      }
      if !change.lost.isEmpty {
        add(.structurePlanLost, [.item: item, .allowed: change.lost.joined(separator: ", ")])
      }
    }
    for item in plan.recomputations {
      let name: Argument = "\(item.identifier)"
      if let students = item.students {
        add(.structurePlanEstimate, [.item: name, .count: students], .plain)
      } else {
        add(.structurePlanNoEstimate, [.item: name], .plain)
      }
    }
    for parent in plan.misordered {
      if let parent {
        add(.structurePlanOrder, [.item: "\(parent)"])
      } else {
        add(.structurePlanRootOrder)
      }
    }
    for (old, new) in plan.renamings {
      add(.structurePlanRenamed, [.item: "\(new)", .other: "\(old)"])
    }
    if plan.removesMost { add(.structurePlanMostRemoved) }
    if plan.isUncertain { add(.structurePlanUncertain) }
    return remarks + text.colleagues(foreign, plan.conflicts, .structurePlanConflicts)
  }

  private var foreign: [StructureForeignChange] { plan.comparison?.foreign ?? [] }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("course", plan.course.rawValue)
      writer.member("semester", plan.semester.rawValue)
      writer.array("add", of: plan.additions, CourseItem.fields(strings))
      writer.array(
        "change", of: plan.changes.flatMap { change in change.fields.map { (change, $0) } }
      ) { writer, pair in
        let (change, field) = pair
        writer.object {
          $0.member("identifier", change.item.identifier.rawValue)
          $0.member("field", field.field)
          $0.name("from")
          field.from.write(to: &$0)
          $0.name("to")
          field.to.write(to: &$0)
          $0.member("values", change.values)
          $0.member("outOfBounds", change.outOfBounds)
        }
      }
      writer.array("remove", of: plan.removals) { writer, removal in
        writer.object {
          $0.member("identifier", removal.item.identifier.rawValue)
          $0.member("values", removal.values)
        }
      }
      writer.array("estimate", of: plan.recomputations) { writer, item in
        writer.object {
          $0.member("identifier", item.identifier.rawValue)
          $0.member("students", item.students)
        }
      }
      writer.array("misordered", of: plan.misordered) { writer, parent in
        if let parent { writer.value(parent.rawValue) } else { writer.null() }
      }
      writer.array("notSent", of: plan.changes.filter { !$0.lost.isEmpty }) {
        $0.value($1.item.identifier.rawValue)
      }
      writer.member("foreign", foreign.map(\.identifier.rawValue))
      writer.member("conflicts", plan.conflicts.map(\.item.rawValue))
      writer.member("uncertain", plan.isUncertain)
      StructureCheckReport.writeProblems(of: problems?.problems ?? [], strings, to: &writer)
    }
  }
}

extension StructurePlan.Value {
  func shown(_ strings: Strings) -> String {
    switch self {
    case .none: strings(.wordNone)
    case .text(let text): SafeText.singleLine(text)
    case .number(let number): NumberText.text(number, strings.language)
    case .flag(let flag): strings(flag ? .wordYes : .wordNo)
    }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .none: writer.null()
    case .text(let text): writer.value(text)
    case .number(let number): writer.value(number)
    case .flag(let flag): writer.value(flag)
    }
  }
}
