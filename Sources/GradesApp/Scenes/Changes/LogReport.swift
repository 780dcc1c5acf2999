import Foundation
import GradesCore
import GradesLocalization
import Terminal

struct LogReport: Report {
  enum Log {
    /// The user's results; since the moment that was asked about, else what is new for the user stands apart.
    case results(Snapshot<RecordedChanges>, since: Date?)
    /// A taught course, perhaps only some of its changes.
    case course(Snapshot<CourseChanges>, isFiltered: Bool)
  }

  let log: Log
  let strings: Strings
  let dates: DateText

  var table: Table {
    switch log {
    case .course(let log, let isFiltered):
      return table(
        [(log.value.course.rawValue, log.value.entries)],
        ofCourse: true, empty: isFiltered ? .reviewNothing : .changesNoneEver)
    case .results(let log, let since):
      let changes = log.value.entries
      // Who names a moment wants to see what has changed since then, seen or not.
      let first = since == nil ? changes.filter(\.isNew) : changes
      let rest = since == nil ? changes.filter { !$0.isNew } : []
      return table(
        [(title(log.value, since), first), (strings(.changesEarlier), rest)],
        ofCourse: false, empty: .reviewNothing)
    }
  }

  private func table(
    _ sections: [(title: String, changes: [LoggedChange])], ofCourse isCourse: Bool,
    empty: Message
  ) -> Table {
    let columns = LoggedChange.columns(ofCourse: isCourse, strings, dates)
    return Table(
      columns: columns.map(\.form),
      sections: sections.enumerated().map { index, section in
        .init(
          title: StyledText(section.title, .heading),
          rows: section.changes.map {
            .init($0, columns, detail: $0.below(strings, dates))
          },
          emptyText: index == 0 ? StyledText(strings(empty), .quiet) : "")
      })
  }

  /// "Changed since 20 Nov 2026 13:00", "New since …", "New".
  private func title(_ log: RecordedChanges, _ since: Date?) -> String {
    if let since { return strings(.changesAsked, [.time: dates.dateTime(since)]) }
    guard let looked = log.lookedAt else { return strings(.changesNew) }
    return strings(.changesSince, [.time: dates.dateTime(looked)])
  }

  func document(_ names: Strings) -> Document {
    switch log {
    case .results(let log, _):
      let fields =
        LoggedChange.resultFields(names) + [
          Field("noticedAt") { $0.seenAt }, Field("new") { $0.isNew },
        ]
      let document: Document = [
        "changes": Rows(log.value.entries, fields), "lookedAt": log.value.lookedAt,
      ]
      return document.of(log)
    case .course(let log, _):
      let document: Document = [
        "course": log.value.course, "semester": log.value.semester,
        "changes": Rows(log.value.entries, LoggedChange.courseFields()),
      ]
      return document.of(log)
    }
  }
}

extension LoggedChange {
  /// What the log of results and the watch have in common; values that are hidden are null.
  static func resultFields(_ names: Strings, hidingValues: Bool = false) -> [Field<LoggedChange>] {
    [
      Field("course") { $0.course }, Field("semester") { $0.semester },
      Field("identifier") { $0.identifier },
      Field(name: "name") { $0.itemName(names) },
    ] + values(hidingValues: hidingValues) + [
      Field(json: "removed") { $0.isRemoved },
      Field("changedAt") { $0.changedAt },
    ]
  }

  /// What the log of a taught course and the watch have in common; values that are hidden are null.
  static func courseFields(hidingValues: Bool = false) -> [Field<LoggedChange>] {
    [
      Field("at") { $0.changedAt }, Field("author") { $0.author },
      Field("username") { $0.student?.username },
      Field("identifier") { $0.identifier },
    ] + values(hidingValues: hidingValues) + [
      Field("seenAfter") { $0.seenAfter },
      Field("seenAt") { $0.seenAt },
      Field("batch") { $0.batch.map { Int($0) } },
    ]
  }

  private static func values(hidingValues: Bool) -> [Field<LoggedChange>] {
    [
      Field("from") { hidingValues ? nil : $0.from },
      Field("to") { hidingValues ? nil : $0.to },
      Field("noteFrom") { hidingValues ? nil : $0.noteFrom },
      Field("noteTo") { hidingValues ? nil : $0.noteTo },
    ]
  }
}
