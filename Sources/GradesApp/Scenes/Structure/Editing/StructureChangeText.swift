import GradesCore
import GradesLocalization
import Terminal

/// The changes of a structure as lines, each item with its sign and each changed field on a line.
struct StructureChangeText {
  let strings: Strings
  /// Whether fields are named as in the file, and not as in the app.
  var namesFields = false

  func title(_ field: String) -> String {
    namesFields ? field : StructureField.title(ofFileField: field, strings)
  }

  /// What colleagues have changed, then the plan.
  func lines(_ plan: StructurePlan, of editing: StructureEditing, width: Int) -> [StyledText] {
    let foreign = colleagues(editing.foreign, editing.dropped)
    return (foreign + (foreign.isEmpty ? [] : [""])).flatMap { $0.wrapped(to: width) }
      + StructurePlanReport(plan: plan, text: self).lines(width: width)
  }

  /// What colleagues have changed in the meantime, and what both sides have changed, under a title.
  func colleagues(
    _ foreign: [StructureForeignChange], _ conflicts: [StructureConflict] = [],
    _ title: Message = .structureDropped
  ) -> [StyledText] {
    let changes = foreign.flatMap { change in
      let item = change.identifier.rawValue
      return switch change.kind {
      case .added: [StyledText("+ \(item)", .good)]
      case .removed: [StyledText("- \(item)", .bad)]
      case .changed(let fields): fields.map { line(item, $0, sign: "~ ", .mark) }
      case .other: [StyledText("~ \(item)", .mark)]
      case .values: [StyledText(strings(.structureForeignValues, [.item: item]), .mark)]
      }
    }
    let dropped = conflicts.map { edit in
      edit.field.map { line(edit.item.rawValue, $0, sign: "  ", .plain) }
        ?? StyledText(
          "  "
            + strings(
              edit.wanted == nil ? .structureDroppedItem : .structureForeignRemoved,
              [.item: edit.item]))
    }
    return (changes.isEmpty ? [] : [StyledText(strings(.structureNewsTitle), .heading)])
      + changes
      + (changes.isEmpty || dropped.isEmpty ? [] : [""])
      + (dropped.isEmpty ? [] : [StyledText(strings(title), .warning)]) + dropped
  }

  /// What became of edits that were sent: the items that are as they were wanted, those that are not, and the backup.
  func lines(_ outcome: StructureOutcome) -> [StyledText] {
    var lines = outcome.created.map { StyledText("+ \($0)", .good) }
    lines += outcome.updated.map { StyledText("~ \($0)", .mark) }
    lines += outcome.removed.map { StyledText("- \($0)", .bad) }
    func add(
      _ message: Message, _ arguments: Arguments = [:], _ style: Style = .warning
    ) {
      lines.append(StyledText(strings(message, arguments), style))
    }
    if let left = outcome.remaining?.identifiers, !left.isEmpty {
      add(.structureOutcomeLeft, [.allowed: left.map(\.rawValue).joined(separator: ", ")])
    }
    if outcome.remaining == nil { add(.structureOutcomeUnread) }
    if !outcome.foreign.isEmpty { add(.structureOutcomeChanged) }
    if let backup = outcome.backup { add(.structureBackedUp, [.file: backup.path], .quiet) }
    return lines
  }

  private func line(
    _ item: String, _ field: StructurePlan.FieldChange, sign: String, _ style: Style
  ) -> StyledText {
    StyledText("\(sign)\(item) ", style)
      + StyledText("\(title(field.field)): \(field.from.shown(strings)) → ", .quiet)
      + StyledText(field.to.shown(strings), style)
  }
}
