import GradesClient
import GradesCore
import GradesLocalization

/// A change in a taught course as people read it.
struct CourseChangeText {
  let strings: Strings
  let dates: DateText

  /// The change with the texts that it has in common with a student's own results.
  private func result(_ entry: CourseLogEntry) -> ResultChange {
    let change = entry.change
    return ResultChange(
      course: entry.course, semester: entry.semester, identifier: change.identifier,
      names: entry.item?.names ?? [], from: change.from, to: change.to,
      noteFrom: change.noteFrom, noteTo: change.noteTo, changedAt: change.changedAt)
  }

  /// The item's name.
  func name(_ entry: CourseLogEntry) -> String { ChangeText(strings).name(result(entry)) }

  /// Who made the change: a username, or "you"; nil if it is not known.
  func author(_ entry: CourseLogEntry) -> String? {
    entry.isOwn ? strings(.logOwn) : entry.change.author
  }

  /// The student: `Zkušební Adéla (zkusade1)`.
  func student(_ entry: CourseLogEntry) -> String {
    let (name, username) = (entry.student.listName, entry.student.username.rawValue)
    return name == username ? name : "\(name) (\(username))"
  }

  /// Old and new value, the note, or both.
  func values(_ entry: CourseLogEntry, textWidth: Int = .max) -> String {
    let (text, change) = (ChangeText(strings), result(entry))
    return [text.values(change, textWidth: textWidth), text.note(change)].compactMap { $0 }
      .joined(separator: " · ")
  }

  /// Everything after the course: `Zkušební Adéla (zkusade1): Task 1: 5 → 8 · kolegjo1`.
  func sentence(_ entry: CourseLogEntry) -> String {
    ([student(entry) + ": " + ChangeText(strings).sentence(result(entry))]
      + [author(entry)].compactMap { $0 }).joined(separator: " · ")
  }

  /// The same without values.
  func discreetSentence(_ entry: CourseLogEntry) -> String {
    ([student(entry) + ": " + ChangeText(strings).discreetSentence(result(entry))]
      + [author(entry)].compactMap { $0 }).joined(separator: " · ")
  }

  /// Between which moments it came, where the service does not say when; nil otherwise.
  func interval(_ entry: CourseLogEntry) -> String? {
    guard entry.change.changedAt == nil, !entry.isOwn, let after = entry.change.seenAfter else {
      return nil
    }
    return strings(
      .logSeen,
      [
        .from: .text(dates.dateTime(after)), .to: .text(dates.dateTime(entry.change.seenAt)),
      ])
  }
}
