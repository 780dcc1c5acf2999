import GradesCore
import GradesLocalization
import Terminal

/// What colleagues have changed in a structure while it was edited, as lines.
struct StructureNewsText {
  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  /// The changes of several answers, and the edits that were put aside for them.
  func lines(_ news: [StructureNews]) -> [StyledText] {
    let asides = news.flatMap(\.asides)
    let changes = news.flatMap { lines($0.changes) }
    guard !asides.isEmpty else { return changes }
    return changes + ["", StyledText(strings(.structureNewsAside), .warning)]
      + asides.map { line($0) } + [StyledText(strings(.structureNewsUndo), .quiet)]
  }

  private func lines(_ changes: StructurePlan) -> [StyledText] {
    changes.additions.map { StyledText("+ \($0.identifier.rawValue)", .good) }
      + changes.changes.flatMap { change in
        change.fields.map { line(change.item.identifier.rawValue, $0, sign: "~ ", .mark) }
      } + changes.removals.map { StyledText("- \($0.item.identifier.rawValue)", .bad) }
  }

  private func line(_ aside: StructureNews.Aside) -> StyledText {
    guard let field = aside.field else {
      return StyledText("  " + strings(.structureNewsRemoval, [.item: .text(aside.item.rawValue)]))
    }
    return line(aside.item.rawValue, field, sign: "  ", .plain)
  }

  private func line(
    _ item: String, _ field: StructurePlan.FieldChange, sign: String, _ style: Style
  ) -> StyledText {
    StyledText("\(sign)\(item) ", style) + StyledText("\(field.field): ", .quiet)
      + StyledText(field.from.shown(strings), .quiet) + StyledText(" → ", .quiet)
      + StyledText(field.to.shown(strings), style)
  }
}
