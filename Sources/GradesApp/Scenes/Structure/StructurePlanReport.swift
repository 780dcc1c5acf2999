import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// What a structure's file would change, as a table with signs and as a document.
struct StructurePlanReport: Report {
  private let plan: StructurePlan
  /// The file; nil for a plan that was made of no file.
  private let problems: StructureReading?
  /// The title of what the course is to have.
  private let wanted: Message
  private let strings: Strings
  private let fieldTitle: (String) -> String

  /// Makes a report of a plan; without other titles, fields are named as in the file.
  init(
    _ plan: StructurePlan, problems: StructureReading? = nil, wanted: Message? = nil,
    strings: Strings, fieldTitle: @escaping (String) -> String = { $0 }
  ) {
    self.plan = plan
    self.problems = problems
    self.wanted = wanted ?? (problems == nil ? .structureColumnEdited : .structureColumnAfter)
    self.strings = strings
    self.fieldTitle = fieldTitle
  }

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
          title: strings(wanted), leastWidth: 12, overflow: .wrap, narrowing: .folds(order: 1)),
        .init(title: strings(.structureColumnValues), alignment: .right),
      ],
      sections: [
        .init(
          rows: plan.newItems.flatMap(addition) + plan.changes.flatMap(change)
            + plan.removals.map(removal),
          emptyText: StyledText(strings(.structurePlanEmpty), .good))
      ],
      remarks: remarks)
  }

  private func addition(
    _ item: CourseItem, _ fields: [StructurePlan.FieldChange]
  ) -> [Table.Row] {
    fields.enumerated().map { index, field in
      Table.Row(cells: [
        index == 0 ? .text("+ \(item.identifier.rawValue)", .good) : .empty,
        .text(fieldTitle(field.field)), .empty, .text(field.to.shown(strings), .good),
      ])
    }
  }

  private func change(_ change: StructurePlan.Change) -> [Table.Row] {
    change.fields.enumerated().map { index, field in
      Table.Row(cells: [
        index == 0 ? .text("~ \(change.item.identifier.rawValue)", .mark) : .empty,
        .text(fieldTitle(field.field)), .text(field.from.shown(strings), .quiet),
        .text(field.to.shown(strings), .mark),
        index == 0 ? .text("\(change.values)") : .empty,
      ])
    }
  }

  private func removal(_ removal: StructurePlan.Removal) -> Table.Row {
    Table.Row(cells: [
      .text("- \(removal.item.identifier.rawValue)", .bad), .empty,
      .text(removal.item.definition.name(in: strings.serviceLanguage), .bad), .empty,
      .text("\(removal.values)", removal.values > 0 ? .bad : .plain),
    ])
  }

  /// What is to be known of the plan beside its changes.
  var remarks: [StyledText] {
    var remarks: [StyledText] = []
    if !plan.isEmpty {
      remarks.append(
        StyledText(
          strings(
            .structurePlanTotal,
            [
              .done: .text("\(plan.additions.count)"), .total: .text("\(plan.changes.count)"),
              .other: .text("\(plan.removals.count)"),
            ])))
    }
    for change in plan.changes {
      let item: Argument = .text(change.item.identifier.rawValue)
      if change.outOfBounds > 0 {
        remarks.append(
          StyledText(
            strings(.structurePlanBounds, [.item: item, .count: .count(change.outOfBounds)]),
            .warning))
      }
      if !change.lost.isEmpty {
        remarks.append(
          StyledText(
            strings(
              .structurePlanLost,
              [.item: item, .allowed: .text(change.lost.joined(separator: ", "))]), .warning))
      }
    }
    for item in plan.recomputations {
      let name: Argument = .text(item.identifier.rawValue)
      remarks.append(
        StyledText(
          item.students.map {
            strings(.structurePlanEstimate, [.item: name, .count: .count($0)])
          } ?? strings(.structurePlanNoEstimate, [.item: name])))
    }
    for parent in plan.misordered {
      remarks.append(
        StyledText(
          parent.map { strings(.structurePlanOrder, [.item: .text($0.rawValue)]) }
            ?? strings(.structurePlanRootOrder), .warning))
    }
    remarks += plan.renamings.map { old, new in
      StyledText(
        strings(
          .structurePlanRenamed, [.item: .text(new.rawValue), .other: .text(old.rawValue)]),
        .warning)
    }
    if plan.removesMost { remarks.append(StyledText(strings(.structurePlanMostRemoved), .warning)) }
    if plan.isUncertain { remarks.append(StyledText(strings(.structurePlanUncertain), .warning)) }
    return remarks
      + StructureChangeText(strings, fieldTitle: fieldTitle).colleagues(
        foreign, plan.conflicts, .structurePlanConflicts)
  }

  private var foreign: [StructureForeignChange] { plan.comparison?.foreign ?? [] }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("course", plan.course.rawValue)
      writer.member("semester", plan.semester.rawValue)
      writer.array("add", of: plan.additions) { $1.write(to: &$0, in: strings.serviceLanguage) }
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
  /// The value for people.
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
