import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Conflicts with all three values side by side.
struct ConflictTable {
  let names: CellNames
  let strings: Strings
  let dates: DateText
  private var values: ValueText { ValueText(strings) }

  func list(_ conflicts: [Conflict]) -> Table {
    func value(
      _ title: Message, _ style: Style, _ value: @escaping (Conflict) -> GradeValue?
    ) -> Column<Conflict> {
      Column(strings(title), .right, overflow: .wrap) {
        StyledText(values.text(value($0)), style)
      }
    }
    let cells = CellChange.columns(strings).prefix(3).map { column in
      column.of { (conflict: Conflict) in CellChange(conflict.edit, names) }
    }
    let columns =
      cells + [
        value(.conflictColumnBase, .quiet, \.base.value),
        value(.conflictColumnMine, .mark, \.mine),
        value(.conflictColumnTheirs, .warning, \.theirs.value),
        Column(least: 12, overflow: .wrap, narrowing: .folds(order: 1)) {
          StyledText(trace(of: $0), .quiet)
        },
      ]
    return Table(conflicts, columns, detail: notes)
  }

  /// One conflict to decide about, a line for each value; in a list its cell is named already.
  func sheet(_ conflict: Conflict, isTitled: Bool = true) -> Table {
    func row(
      _ title: Message, _ value: GradeValue?, _ style: Style, _ trace: String = ""
    ) -> Table.Row {
      .init(cells: [
        .text("  " + strings(title)), .text(values.text(value), style), .text(trace, .quiet),
      ])
    }
    let title = StyledText(CellChange(conflict.edit, names).cell, .heading)
    return Table(
      title: isTitled ? .init(leading: title) : nil,
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

  private func trace(of conflict: Conflict) -> String {
    [conflict.theirs.author, conflict.theirs.updatedAt.map { dates.dateTime($0) }]
      .compactMap(\.self).joined(separator: ", ")
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
