import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Conflicts with all three values side by side.
struct ConflictTable {
  let table: Table

  init(_ conflicts: [Conflict], names: CellNames, strings: Strings) {
    let values = ValueText(strings)
    table = Table(
      columns: [
        .init(
          title: strings(.reviewColumnStudent), leastWidth: 10, narrowing: .folds(order: 2)),
        .init(title: strings(.reviewColumnUsername)),
        .init(title: strings(.reviewColumnItem), leastWidth: 8, overflow: .wrap),
        .init(
          title: strings(.conflictBase), alignment: .right, leastWidth: 6, overflow: .wrap),
        .init(
          title: strings(.conflictMine), alignment: .right, leastWidth: 6, overflow: .wrap),
        .init(
          title: strings(.conflictTheirs), alignment: .right, leastWidth: 6, overflow: .wrap),
        .init(
          title: strings(.groupColumnAuthor), leastWidth: 8, narrowing: .folds(order: 1)),
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
                .text(conflict.theirs.author ?? "", .quiet),
              ], detail: Self.notes(of: conflict, strings))
          })
      ])
  }

  /// The notes where they are what differs.
  private static func notes(of conflict: Conflict, _ strings: Strings) -> StyledText {
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
