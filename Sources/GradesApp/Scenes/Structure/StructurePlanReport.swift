import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What a structure's file would change, as a table with signs and as a document.
struct StructurePlanReport: Report {
  let plan: StructurePlan
  /// The file; nil for a plan that was made of no file.
  var problems: StructureReading?
  var wanted: Message?
  let text: StructureChangeText

  private var strings: Strings { text.strings }

  /// A field that changes, or an item that goes; the first row of an item names it and its number of values.
  private struct Line {
    var item: StyledText = ""
    var field = ""
    var from: StyledText = ""
    var to: StyledText = ""
    var values: StyledText?
  }

  var table: Table {
    let after = wanted ?? (problems == nil ? .structureColumnEdited : .structureColumnAfter)
    func value(_ title: Message, _ value: @escaping (Line) -> StyledText) -> Column<Line> {
      Column(strings(title), least: 12, overflow: .wrap, narrowing: .folds(order: 1), value)
    }
    let columns = [
      Column<Line>(strings(.itemsColumnName), least: 16, overflow: .wrap) { $0.item },
      Column(strings(.structureColumnField)) { $0.field },
      value(.structureColumnBefore) { $0.from }, value(after) { $0.to },
      Column(strings(.structureColumnValues), .right) { $0.values },
    ]
    return Table(
      title: strings.title(plan.course, nil, plan.semester), lines, columns,
      emptyText: StyledText(strings(.reviewNothing), .good), remarks: remarks)
  }

  private var lines: [Line] {
    plan.newItems.flatMap { lines($0, $1, values: nil, "+ ", .good) }
      + plan.changes.flatMap { lines($0.item, $0.fields, values: $0.values, "~ ", .mark) }
      + plan.removals.map { removal in
        Line(
          item: StyledText("- \(removal.item.identifier)", .bad),
          from: StyledText(removal.item.definition.name(in: strings.serviceLanguage), .bad),
          values: StyledText("\(removal.values)", removal.values > 0 ? .bad : .plain))
      }
  }

  /// A line for each field; a new item has no values, nil.
  private func lines(
    _ item: CourseItem, _ fields: [StructurePlan.FieldChange], values: Int?, _ sign: String,
    _ style: Style
  ) -> [Line] {
    fields.enumerated().map { index, field in
      Line(
        item: index == 0 ? StyledText(sign + item.identifier.rawValue, style) : "",
        field: text.title(field.field),
        from: values == nil ? "" : StyledText(field.from.shown(strings), .quiet),
        to: StyledText(field.to.shown(strings), style),
        values: index == 0 ? values.map { StyledText("\($0)") } : nil)
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

  func document(_ names: Strings) -> Document {
    typealias Change = (item: StructurePlan.Change, field: StructurePlan.FieldChange)
    let changes: [Field<Change>] = [
      Field("identifier") { $0.item.item.identifier }, Field("field") { $0.field.field },
      Field(json: "from") { $0.field.from }, Field(json: "to") { $0.field.to },
      Field("values") { $0.item.values }, Field("outOfBounds") { $0.item.outOfBounds },
    ]
    let removals: [Field<StructurePlan.Removal>] = [
      Field("identifier") { $0.item.identifier }, Field("values") { $0.values },
    ]
    let estimates: [Field<StructurePlan.Recomputation>] = [
      Field("identifier") { $0.identifier }, Field("students") { $0.students },
    ]
    return [
      "course": plan.course, "semester": plan.semester,
      "add": Rows(plan.additions, CourseItem.fields(names)),
      "change": Rows(
        plan.changes.flatMap { change in change.fields.map { (change, $0) } }, changes),
      "remove": Rows(plan.removals, removals), "estimate": Rows(plan.recomputations, estimates),
      "misordered": plan.misordered,
      "notSent": plan.changes.filter { !$0.lost.isEmpty }.map(\.item.identifier),
      "foreign": foreign.map(\.identifier), "conflicts": plan.conflicts.map(\.item),
      "uncertain": plan.isUncertain,
      "problems": StructureCheckReport.rows(problems?.problems ?? [], strings),
    ]
  }
}

extension GradeValue? {
  func shown(_ strings: Strings) -> String {
    self == nil ? strings(.wordNone) : SafeText.singleLine(ValueText(strings).text(self))
  }
}
