import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Conflicts with all three values side by side.
struct ConflictTable {
  private let names: CellNames
  private let strings: Strings
  private let dates: DateText
  private var values: ValueText { ValueText(strings) }

  init(names: CellNames, strings: Strings, dates: DateText) {
    self.names = names
    self.strings = strings
    self.dates = dates
  }

  /// A row for each conflict.
  func list(_ conflicts: [Conflict]) -> Table {
    Table(
      columns: [
        .init(
          title: strings(.studentsColumnStudent), leastWidth: 10, narrowing: .folds(order: 2)),
        .init(title: strings(.studentsColumnUsername)),
        .init(title: strings(.itemsColumnName), leastWidth: 8, overflow: .wrap),
        .init(title: strings(.conflictColumnBase), alignment: .right, overflow: .wrap),
        .init(title: strings(.conflictColumnMine), alignment: .right, overflow: .wrap),
        .init(title: strings(.conflictColumnTheirs), alignment: .right, overflow: .wrap),
        .init(leastWidth: 12, overflow: .wrap, narrowing: .folds(order: 1)),
      ],
      sections: [
        .init(
          rows: conflicts.map { conflict in
            .init(
              cells: [
                .text(names.student(conflict.cell.username)),
                .text(conflict.cell.username.rawValue, .quiet),
                .text(names.item(conflict.cell.identifier)),
                .text(values.text(conflict.base.value), .quiet),
                .text(values.text(conflict.mine), .mark),
                .text(values.text(conflict.theirs.value), .warning),
                .text(trace(of: conflict), .quiet),
              ], detail: notes(of: conflict))
          })
      ])
  }

  /// One conflict to decide about, a line for each value.
  func sheet(_ conflict: Conflict) -> Table {
    let student = [names.student(conflict.cell.username), conflict.cell.username.rawValue]
      .filter { !$0.isEmpty }.joined(separator: " ")
    func row(
      _ title: Message, _ value: GradeValue?, _ style: Style, _ trace: String = ""
    ) -> Table.Row {
      .init(cells: [
        .text("  " + strings(title)), .text(values.text(value), style), .text(trace, .quiet),
      ])
    }
    return Table(
      title: .init(
        leading: StyledText("\(student) · \(names.item(conflict.cell.identifier))", .heading)),
      columns: [
        .init(), .init(alignment: .decimal, leastWidth: 8, overflow: .wrap),
        // With a name before it a date is broken into too many lines for a low window.
        .init(
          leastWidth: conflict.theirs.author == nil ? 12 : 24, overflow: .wrap,
          narrowing: .folds(order: 1)),
      ],
      sections: [
        .init(rows: [
          row(.conflictBase, conflict.base.value, .quiet),
          row(.conflictMine, conflict.mine, .mark),
          row(.conflictTheirs, conflict.theirs.value, .warning, trace(of: conflict)),
        ])
      ],
      remarks: [notes(of: conflict)].filter { !$0.isEmpty })
  }

  /// The author and the time of the change, if known.
  private func trace(of conflict: Conflict) -> String {
    [conflict.theirs.author, conflict.theirs.updatedAt.map { dates.dateTime($0) }]
      .compactMap { $0 }.joined(separator: ", ")
  }

  /// The notes where they are what differs.
  private func notes(of conflict: Conflict) -> StyledText {
    let theirs = conflict.theirs.note
    guard theirs != conflict.base.note || conflict.edit.changesNote else { return "" }
    let none = strings(.reviewNoNote)
    return StyledText(
      strings(
        .conflictNotes,
        [
          .from: .text(conflict.base.note ?? none), .to: .text(conflict.edit.note ?? none),
          .other: .text(theirs ?? none),
        ]), .quiet)
  }
}
