import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Old → new in three columns, and below the row what finds no room in them.
struct ValueChangeCells {
  let cells: [Table.Cell]
  let detail: StyledText

  /// Longer texts do not fit between two columns and go below their row.
  private static let longestText = 12

  /// The change of a draft or of what would become one.
  init(_ edit: DraftEdit, strings: Strings) {
    self.init(
      from: edit.base.value, to: edit.value, noteFrom: edit.base.note, noteTo: edit.note,
      strings: strings, saysNoteStays: edit.value == nil && edit.base.value != nil)
  }

  /// A change of a value and its note. `saysNoteStays` adds a note that does not change.
  init(
    from: GradeValue?, to: GradeValue?, noteFrom: String?, noteTo: String?, strings: Strings,
    saysNoteStays: Bool = false
  ) {
    let values = ValueText(strings)
    let (old, new) = (values.text(from), values.text(to))
    var below: [StyledText] = []
    if from == to {
      cells = [.text(old), .empty, .empty]
    } else if max(old.displayWidth, new.displayWidth) > Self.longestText {
      cells = [.empty, .empty, .empty]
      below.append(StyledText(old) + StyledText(" → ", .quiet) + StyledText(new, .mark))
    } else {
      cells = [.text(old), .text("→", .quiet), .text(new, .mark)]
    }
    if noteFrom != noteTo {
      let none = strings(.reviewNoNote)
      below.append(
        StyledText(
          strings(
            .reviewNoteChange, [.from: .text(noteFrom ?? none), .to: .text(noteTo ?? none)]),
          .quiet))
    } else if saysNoteStays, let noteTo {
      below.append(StyledText(strings(.reviewNoteStays, [.from: .text(noteTo)]), .quiet))
    }
    detail = below.joined(separator: " · ")
  }

  /// The three columns.
  static func columns(_ strings: Strings) -> [Table.Column] {
    [
      .init(title: strings(.reviewColumnOld), alignment: .decimal), .init(title: "→"),
      .init(title: strings(.reviewColumnNew), alignment: .decimal),
    ]
  }
}
