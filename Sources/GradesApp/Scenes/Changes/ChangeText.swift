import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A change of a result as people read it.
struct ChangeText {
  private let strings: Strings
  private let values: ValueText

  init(_ strings: Strings) {
    self.strings = strings
    values = ValueText(strings)
  }

  /// The item's name.
  func name(_ change: ResultChange) -> String {
    // A total of the overview has no name of its own.
    switch ClassificationType(rawValue: change.identifier.rawValue) {
    case .pointsTotal where change.names.isEmpty: strings(.coursesColumnPoints)
    case .finalScore where change.names.isEmpty: strings(.coursesColumnGrade)
    default: change.name(in: strings.serviceLanguage)
    }
  }

  /// Old and new: `5 → 8`; nil where the value is as it was. Texts take at most the width of each.
  func values(_ change: ResultChange, textWidth: Int = .max) -> String? {
    func shown(_ value: GradeValue?) -> String {
      let text = values.text(value)
      guard case .text = value else { return text }
      return StyledText(text).truncated(to: textWidth).text
    }
    if change.isRemoved { return "\(shown(change.from)) → \(strings(.changesRemoved))" }
    guard change.from != change.to else { return nil }
    return "\(shown(change.from)) → \(shown(change.to))"
  }

  /// The note where it is another one.
  func note(_ change: ResultChange) -> String? {
    guard change.noteFrom != change.noteTo, !change.isRemoved else { return nil }
    return change.noteTo.map { strings(.changesNote, [.value: .text($0)]) }
      ?? strings(.changesNoteGone)
  }

  /// Everything after the course: `Task 1: 5 → 8 (note: late)`.
  func sentence(_ change: ResultChange) -> String {
    let name = name(change)
    switch (values(change), note(change)) {
    case (let values?, let note?): return "\(name): \(values) (\(note))"
    case (let values?, nil): return "\(name): \(values)"
    case (nil, let note?): return "\(name): \(note)"
    case (nil, nil): return name
    }
  }

  /// The same without values.
  func discreetSentence(_ change: ResultChange) -> String {
    strings(.changesDiscreet, [.item: .text(name(change))])
  }
}
