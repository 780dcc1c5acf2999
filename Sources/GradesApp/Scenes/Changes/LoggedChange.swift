import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A change in a log as people read it: of the user's own results, or in a taught course.
struct LoggedChange: Identifiable {
  let id: Int64
  let time: Date
  /// What a change in a taught course has in common with one of the user's own results.
  let change: ResultChange
  /// The change in a taught course; nil: it is one of the user's own results.
  let entry: CourseLogEntry?
  let isNew: Bool

  init(_ change: ResultChange, id: Int64 = 0, at time: Date = .distantPast, isNew: Bool = false) {
    self.id = id
    self.time = time
    self.change = change
    self.isNew = isNew
    entry = nil
  }

  init(_ entry: CourseLogEntry) {
    let change = entry.change
    id = entry.id
    time = change.time
    isNew = false
    self.entry = entry
    self.change = ResultChange(
      course: entry.course, semester: entry.semester, identifier: change.identifier,
      names: entry.item?.names ?? [], from: change.from, to: change.to,
      noteFrom: change.noteFrom, noteTo: change.noteTo, changedAt: change.changedAt)
  }

  // MARK: Texts

  func name(_ strings: Strings) -> String {
    // A total of the overview has no name of its own.
    switch ClassificationType(rawValue: change.identifier.rawValue) {
    case .pointsTotal where change.names.isEmpty: strings(.coursesColumnPoints)
    case .finalScore where change.names.isEmpty: strings(.coursesColumnGrade)
    default: change.name(in: strings.serviceLanguage)
    }
  }

  /// The student of a taught course: `Zkušební Adéla (zkusade1)`.
  private var student: String? {
    entry.map { entry in
      let (name, username) = (entry.student.listName, entry.student.username.rawValue)
      return name == username ? name : "\(name) (\(username))"
    }
  }

  /// Who made the change: a username, or "you"; nil if it is not known.
  private func author(_ strings: Strings) -> String? {
    entry?.isOwn == true ? strings(.logOwn) : entry?.change.author
  }

  /// Old and new: `5 → 8`; nil where the value is as it was.
  private func values(_ strings: Strings) -> String? {
    let values = ValueText(strings)
    guard change.isRemoved || change.from != change.to else { return nil }
    let new = change.isRemoved ? strings(.changesRemoved) : values.text(change.to)
    return "\(values.text(change.from)) → \(new)"
  }

  /// The note where it is another one.
  private func note(_ strings: Strings) -> String? {
    guard change.noteFrom != change.noteTo, !change.isRemoved else { return nil }
    return change.noteTo.map { strings(.changesNote, [.value: $0]) }
      ?? strings(.changesNoteGone)
  }

  func contents(_ strings: Strings) -> String {
    [values(strings), note(strings)].compactMap(\.self).joined(separator: " · ")
  }

  /// Everything after the course: `Task 1: 5 → 8 (note: late)`, in a taught course between the student and the
  /// author; perhaps without values.
  func sentence(_ strings: Strings, hidingValues: Bool) -> String {
    var text = name(strings)
    if hidingValues {
      text = strings(.changesDiscreet, [.item: text])
    } else {
      switch (values(strings), note(strings)) {
      case (let values?, let note?): text += ": \(values) (\(note))"
      case (let content?, nil), (nil, let content?): text += ": \(content)"
      case (nil, nil): break
      }
    }
    guard let student else { return text }
    return ([student + ": " + text] + [author(strings)].compactMap(\.self))
      .joined(separator: " · ")
  }

  /// Between which moments it came, where the service does not say when; nil otherwise.
  private func interval(_ strings: Strings, _ dates: DateText) -> String? {
    guard let entry, entry.change.changedAt == nil, !entry.isOwn,
      let after = entry.change.seenAfter
    else { return nil }
    return strings(
      .logSeen, [.from: dates.dateTime(after), .to: dates.dateTime(entry.change.seenAt)])
  }

  // MARK: Columns

  private func cell(_ strings: Strings) -> CellChange {
    var cell = CellChange(
      username: entry?.student.username, item: name(strings),
      from: RecordedValue(value: change.from, note: change.noteFrom),
      to: RecordedValue(
        value: change.to, note: change.isRemoved ? change.noteFrom : change.noteTo))
    if let entry, entry.student.listName != entry.student.username.rawValue {
      cell.student = entry.student.listName
    }
    if change.isRemoved { cell.remarks = [StyledText(strings(.changesRemoved), .quiet)] }
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
        ? Column(strings(.studentsColumnStudent), least: 8, overflow: .wrap) { $0.student }
        : Column(strings(.coursesColumnCourse)) { $0.change.course },
      Column(strings(.itemsColumnName), least: isCourse ? 6 : 8, overflow: .wrap) {
        $0.name(strings)
      },
    ] + CellChange.values(strings).map { $0.of { $0.cell(strings) } }
      + (isCourse
        ? [
          Column(strings(.groupColumnAuthor), narrowing: .folds(order: 2)) {
            StyledText($0.author(strings) ?? "?", .quiet)
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
    ] + (isCourse ? [] : [Column { $0.change.course }])
      + cells.map { $0.of { $0.cell(strings) } } + [
        Column(narrowing: .leaves(order: 3)) { change in
          isCourse ? StyledText(change.author(strings) ?? "?", .quiet) : nil
        },
        Column(least: 8, narrowing: .leaves(order: 1)) { change in
          change.change.isRemoved
            ? StyledText(strings(.changesRemoved), .quiet)
            : change.note(strings).map { StyledText($0, .quiet) }
        },
      ]
  }

  /// Everything about it, in parts that belong together.
  func details(_ words: SceneWords) -> [StyledText] {
    cell(words.strings).details(words)
      + [author(words.strings), interval(words.strings, words.dates)].compactMap(\.self)
      .map { StyledText($0, .quiet) }
  }
}
