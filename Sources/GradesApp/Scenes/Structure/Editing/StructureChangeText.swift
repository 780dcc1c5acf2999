import GradesCore
import GradesLocalization
import Terminal

/// The changes of a structure as lines, each item with its sign and each changed field on a line.
struct StructureChangeText {
  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  /// The lines of all changes, with how many values each touches.
  func lines(_ plan: StructurePlan) -> [StyledText] {
    func count(_ values: Int) -> StyledText {
      StyledText(" · " + strings(.structureValueCount, [.count: .count(values)]), .quiet)
    }
    return plan.additions.map { StyledText("+ \($0.identifier.rawValue)", .good) }
      + plan.changes.flatMap { change in
        change.fields.map {
          line(change.item.identifier.rawValue, $0, sign: "~ ", .mark) + count(change.values)
        }
      }
      + plan.removals.map {
        StyledText("- \($0.item.identifier.rawValue)", .bad) + count($0.values)
      }
  }

  /// What colleagues have changed while the structure was edited, and the edits that were not kept for it.
  func colleagues(_ editing: StructureEditing) -> [StyledText] {
    let changes = editing.foreign.flatMap { change in
      let item = change.identifier.rawValue
      return switch change.kind {
      case .added: [StyledText("+ \(item)", .good)]
      case .removed: [StyledText("- \(item)", .bad)]
      case .changed(let fields): fields.map { line(item, $0, sign: "~ ", .mark) }
      case .other, .values: [StyledText("~ \(item)", .mark)]
      }
    }
    let dropped = editing.dropped.map { edit in
      edit.field.map { line(edit.item.rawValue, $0, sign: "  ", .plain) }
        ?? StyledText("  " + strings(.structureDroppedItem, [.item: .text(edit.item.rawValue)]))
    }
    return (changes.isEmpty ? [] : [StyledText(strings(.structureNewsTitle), .heading)])
      + changes
      + (dropped.isEmpty ? [] : ["", StyledText(strings(.structureDropped), .warning)]) + dropped
  }

  /// One field of an item, before and after.
  private func line(
    _ item: String, _ field: StructurePlan.FieldChange, sign: String, _ style: Style
  ) -> StyledText {
    let title = StructureFormField.title(ofFileField: field.field, strings)
    return StyledText("\(sign)\(item) ", style) + StyledText("\(title): ", .quiet)
      + StyledText(field.from.shown(strings), .quiet) + StyledText(" → ", .quiet)
      + StyledText(field.to.shown(strings), style)
  }
}
