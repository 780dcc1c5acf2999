import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A change in a log as people read it.
extension LoggedChange {
  func itemName(_ strings: Strings) -> String {
    // A total of the overview has no name of its own.
    switch ClassificationType(rawValue: identifier.rawValue) {
    case .pointsTotal where names.isEmpty: strings(.coursesColumnPoints)
    case .finalScore where names.isEmpty: strings(.coursesColumnGrade)
    default: name(in: strings.serviceLanguage)
    }
  }

  /// The student of a taught course: `Zkušební Adéla (zkusade1)`.
  private var studentName: String? {
    student.map { $0.listName == $0.username.rawValue ? $0.listName : $0.nameWithUsername }
  }

  /// Who made the change: a username, or "you"; nil if it is not known.
  private func authorName(_ strings: Strings) -> String? {
    isOwn ? strings(.logOwn) : author
  }

  /// Old and new: `5 → 8`; nil where the value is as it was.
  private func values(_ strings: Strings) -> String? {
    let values = ValueText(strings)
    guard isRemoved || from != to else { return nil }
    let new = isRemoved ? strings(.changesRemoved) : values.text(to)
    return "\(values.text(from)) → \(new)"
  }

  /// The note where it is another one.
  private func note(_ strings: Strings) -> String? {
    guard noteFrom != noteTo, !isRemoved else { return nil }
    return noteTo.map { strings(.changesNote, [.value: $0]) }
      ?? strings(.changesNoteGone)
  }

  func contents(_ strings: Strings) -> String {
    [values(strings), note(strings)].compactMap(\.self).joined(separator: " · ")
  }

  /// Everything after the course: `Task 1: 5 → 8 (note: late)`, in a taught course between the student and the
  /// author; perhaps without values.
  func sentence(_ strings: Strings, hidingValues: Bool) -> String {
    var text = itemName(strings)
    if hidingValues {
      text = strings(.changesDiscreet, [.item: text])
    } else {
      switch (values(strings), note(strings)) {
      case (let values?, let note?): text += ": \(values) (\(note))"
      case (let content?, nil), (nil, let content?): text += ": \(content)"
      case (nil, nil): break
      }
    }
    guard let studentName else { return text }
    return ([studentName + ": " + text] + [authorName(strings)].compactMap(\.self))
      .joined(separator: " · ")
  }

  /// Between which moments it came, where the service does not say when; nil otherwise.
  private func interval(_ strings: Strings, _ dates: DateText) -> String? {
    guard student != nil, changedAt == nil, !isOwn, let seenAfter else { return nil }
    return strings(.logSeen, [.from: dates.dateTime(seenAfter), .to: dates.dateTime(seenAt)])
  }

  private func cell(_ strings: Strings) -> CellChange {
    var cell = CellChange(
      username: student?.username, item: itemName(strings),
      from: RecordedValue(value: from, note: noteFrom),
      to: RecordedValue(value: to, note: isRemoved ? noteFrom : noteTo))
    if let student, student.listName != student.username.rawValue {
      cell.student = student.listName
    }
    if isRemoved { cell.remarks = [StyledText(strings(.changesRemoved), .quiet)] }
    return cell
  }

  static func columns(
    ofCourse isCourse: Bool, _ strings: Strings, _ dates: DateText
  ) -> [Column<LoggedChange>] {
    [
      Column(strings(.groupColumnChanged), narrowing: .folds(order: 1)) {
        StyledText(dates.dateTime($0.time), .quiet)
      },
      isCourse
        ? Column(strings(.studentsColumnStudent), least: 8, overflow: .wrap) { $0.studentName }
        : Column(strings(.coursesColumnCourse)) { $0.course },
      Column(strings(.itemsColumnName), least: isCourse ? 6 : 8, overflow: .wrap) {
        $0.itemName(strings)
      },
    ] + CellChange.values(strings).map { $0.of { $0.cell(strings) } }
      + (isCourse
        ? [
          Column(strings(.groupColumnAuthor), narrowing: .folds(order: 2)) {
            StyledText($0.authorName(strings) ?? "?", .quiet)
          }
        ] : [])
  }

  func below(_ strings: Strings, _ dates: DateText) -> StyledText {
    let cell = cell(strings)
    let interval = interval(strings, dates).map { StyledText($0, .quiet) }
    return ([cell.below(strings)] + cell.remarks + [interval ?? ""]).filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// The columns on the screen, under the days; of one cell it is not named.
  static func listColumns(
    ofCourse isCourse: Bool, ofCell isCell: Bool, _ words: SceneWords
  ) -> [Column<LoggedChange>] {
    let strings = words.strings
    var cells = CellChange.columns(strings, onScreen: true)
    if isCell { cells.removeFirst(3) } else if !isCourse { cells.removeFirst(2) }
    return [
      Column(narrowing: .leaves(order: 2)) { change in
        // Where the service does not say when, it is seen only that it was not later.
        let mark = change.interval(strings, words.dates) == nil ? "" : "≤ "
        return StyledText(mark + words.dates.time(change.time), .quiet)
      }
    ] + (isCourse ? [] : [Column { $0.course }])
      + cells.map { $0.of { $0.cell(strings) } } + [
        Column(narrowing: .leaves(order: 3)) { change in
          isCourse ? StyledText(change.authorName(strings) ?? "?", .quiet) : nil
        },
        Column(least: 8, narrowing: .leaves(order: 1)) { change in
          change.isRemoved
            ? StyledText(strings(.changesRemoved), .quiet)
            : change.note(strings).map { StyledText($0, .quiet) }
        },
      ]
  }

  func details(_ words: SceneWords) -> [StyledText] {
    cell(words.strings).details(words)
      + [authorName(words.strings), interval(words.strings, words.dates)].compactMap(\.self)
      .map { StyledText($0, .quiet) }
  }
}
