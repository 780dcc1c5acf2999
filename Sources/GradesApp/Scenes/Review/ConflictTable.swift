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

  func list(_ conflicts: [Review.Row]) -> Table {
    func value(
      _ title: Message, _ style: Style, _ value: @escaping (Review.Row) -> GradeValue?
    ) -> Column<Review.Row> {
      Column(strings(title), .right, overflow: .wrap) {
        StyledText(values.text(value($0)), style)
      }
    }
    let cells = CellChange.columns(strings).prefix(3).map { column in
      column.of { (conflict: Review.Row) in CellChange(conflict.draft.edit, names) }
    }
    let columns =
      cells + [
        value(.conflictColumnBase, .quiet, \.draft.base.value),
        value(.conflictColumnMine, .mark, \.draft.value),
        value(.conflictColumnTheirs, .warning, \.theirs?.value),
        Column(least: 12, overflow: .wrap, narrowing: .folds(order: 1)) {
          StyledText(trace(of: $0.theirs), .quiet)
        },
      ]
    return Table(conflicts, columns, detail: { notes(of: $0.draft.edit, $0.theirs) })
  }

  /// One conflict to decide about, a line for each value; in a list its cell is named already.
  func sheet(_ edit: DraftEdit, _ theirs: RecordedValue, isTitled: Bool = true) -> Table {
    func row(
      _ title: Message, _ value: GradeValue?, _ style: Style, _ trace: String = ""
    ) -> Table.Row {
      .init(cells: [
        .text("  " + strings(title)), .text(values.text(value), style), .text(trace, .quiet),
      ])
    }
    let title = StyledText(CellChange(edit, names).cell, .heading)
    return Table(
      title: isTitled ? .init(leading: title) : nil,
      columns: [
        .init(), .init(alignment: .decimal, leastWidth: 8, overflow: .wrap),
        // With a name before it a date is broken into too many lines for a low window.
        .init(
          leastWidth: theirs.author == nil ? 12 : 24, overflow: .wrap,
          narrowing: .folds(order: 1)),
      ],
      sections: [
        .init(rows: [
          row(.conflictBase, edit.base.value, .quiet),
          row(.conflictMine, edit.value, .mark),
          row(.conflictTheirs, theirs.value, .warning, trace(of: theirs)),
        ])
      ],
      remarks: [notes(of: edit, theirs)].filter { !$0.isEmpty })
  }

  private func trace(of theirs: RecordedValue?) -> String {
    [theirs?.author, theirs?.updatedAt.map { dates.dateTime($0) }]
      .compactMap(\.self).joined(separator: ", ")
  }

  /// The notes where they are what differs.
  private func notes(of edit: DraftEdit, _ theirs: RecordedValue?) -> StyledText {
    guard theirs?.note != edit.base.note || edit.changesNote else { return "" }
    let none = strings(.reviewNoNote)
    return StyledText(
      strings(
        .conflictNotes,
        [
          .from: .text(edit.base.note ?? none), .to: .text(edit.note ?? none),
          .other: .text(theirs?.note ?? none),
        ]), .quiet)
  }
}
