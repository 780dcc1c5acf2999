import GradesCore
import GradesLocalization
import Terminal

/// The changes of a structure as lines, each item with its sign and each changed field on a line.
struct StructureChangeText {
  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  /// The lines of all changes.
  ///
  /// - Parameter countsValues: whether the values that a change touches are counted.
  func lines(_ plan: StructurePlan, countsValues: Bool = false) -> [StyledText] {
    func count(_ values: Int) -> StyledText {
      guard countsValues else { return "" }
      return StyledText(" · " + strings(.structureValueCount, [.count: .count(values)]), .quiet)
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

  /// One field of an item, before and after.
  func line(
    _ item: String, _ field: StructurePlan.FieldChange, sign: String, _ style: Style
  ) -> StyledText {
    let title = StructureFormField.title(ofFileField: field.field, strings)
    return StyledText("\(sign)\(item) ", style) + StyledText("\(title): ", .quiet)
      + StyledText(field.from.shown(strings), .quiet) + StyledText(" → ", .quiet)
      + StyledText(field.to.shown(strings), style)
  }
}
