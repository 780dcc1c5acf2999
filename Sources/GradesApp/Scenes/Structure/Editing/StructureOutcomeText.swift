import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What became of the edits of a structure that were sent, as lines.
struct StructureOutcomeText {
  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  /// The outcome as it is read in the app.
  @MainActor
  static func overlay(_ outcome: StructureOutcome, of course: CourseCode) -> ReadingOverlay {
    ReadingOverlay { words in
      let title = words.strings(
        outcome.isFinished ? .structureOutcomeTitle : .structureOutcomeUnfinished)
      return StyledText("\(course) · \(title)", .heading)
    } text: { words in
      StructureOutcomeText(words.strings).lines(outcome)
    }
  }

  /// The items that are as they were wanted, those that are not, and the backup.
  func lines(_ outcome: StructureOutcome) -> [StyledText] {
    var lines = outcome.created.map { StyledText("+ \($0.rawValue)", .good) }
    lines += outcome.updated.map { StyledText("~ \($0.rawValue)", .mark) }
    lines += outcome.removed.map { StyledText("- \($0.rawValue)", .bad) }
    if let left = outcome.remaining?.identifiers, !left.isEmpty {
      lines.append(
        StyledText(
          strings(
            .structureOutcomeLeft,
            [.allowed: .text(left.map(\.rawValue).joined(separator: ", "))]), .warning))
    }
    if outcome.remaining == nil {
      lines.append(StyledText(strings(.structureOutcomeUnread), .warning))
    }
    if !outcome.foreign.isEmpty {
      lines.append(StyledText(strings(.structureOutcomeChanged), .warning))
    }
    if let backup = outcome.backup {
      lines.append(
        StyledText(strings(.structureBackedUp, [.file: .text(backup.path)]), .quiet))
    }
    return lines
  }
}
