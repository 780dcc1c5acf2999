import GradesClient
import GradesCore
import GradesLocalization
import Terminal

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
    let title = StyledText(CellChange(edit, names).cell, .heading)
    let rows: [(title: Message, value: GradeValue?, style: Style, trace: String)] = [
      (.conflictBase, edit.base.value, .quiet, ""), (.conflictMine, edit.value, .mark, ""),
      (.conflictTheirs, theirs.value, .warning, trace(of: theirs)),
    ]
    // With a name before it a date is broken into too many lines for a low window.
    let least = theirs.author == nil ? 12 : 24
    return Table(
      title: isTitled ? .init(leading: title) : nil, rows,
      [
        Column { "  " + strings($0.title) },
        Column("", .decimal, least: 8, overflow: .wrap) {
          StyledText(values.text($0.value), $0.style)
        },
        Column(least: least, overflow: .wrap, narrowing: .folds(order: 1)) {
          StyledText($0.trace, .quiet)
        },
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
