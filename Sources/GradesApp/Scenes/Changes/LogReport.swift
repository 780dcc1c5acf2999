import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Changes of the user's results, or in a taught course, as a table, a document and CSV.
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
        [(log.value.course.rawValue, log.value.entries.map { LoggedChange($0) })],
        ofCourse: true, empty: isFiltered ? .changesNone : .changesNoneEver)
    case .results(let log, let since):
      let changes = log.value.entries.map { LoggedChange($0, isNew: log.value.isNew($0)) }
      // Who names a moment wants to see what has changed since then, seen or not.
      let first = since == nil ? changes.filter(\.isNew) : changes
      let rest = since == nil ? changes.filter { !$0.isNew } : []
      return table(
        [(title(log.value, since), first), (strings(.changesEarlier), rest)],
        ofCourse: false, empty: .changesNone)
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

  // MARK: For programs

  func document(_ names: Strings) -> Document {
    switch log {
    case .results(let log, _):
      let fields =
        ResultChange.fields(names).map { $0.of(\.change) } + [
          Field<ChangeLog.Entry>("noticedAt") { $0.noticedAt },
          Field("new") { log.value.isNew($0) },
        ]
      let document: Document = [
        "changes": Rows(log.value.entries, fields), "lookedAt": log.value.lookedAt,
      ]
      return document.of(log)
    case .course(let log, _):
      let document: Document = [
        "course": log.value.course, "semester": log.value.semester,
        "changes": Rows(log.value.entries, CourseLogEntry.fields()),
      ]
      return document.of(log)
    }
  }
}

extension LoggedChange {
  init(_ entry: ChangeLog.Entry, isNew: Bool = false) {
    self.init(entry.change, id: entry.id, at: entry.time, isNew: isNew)
  }
}

extension ResultChange {
  /// What the change log and the watch have in common; values that are hidden are null.
  static func fields(_ names: Strings, hidingValues: Bool = false) -> [Field<ResultChange>] {
    [
      Field("course") { $0.course }, Field("semester") { $0.semester },
      Field("identifier") { $0.identifier },
      Field("name") { NameContent(LoggedChange($0).name(names)) },
      Field("from") { hidingValues ? nil : $0.from },
      Field("to") { hidingValues ? nil : $0.to },
      Field("noteFrom") { hidingValues ? nil : $0.noteFrom },
      Field("noteTo") { hidingValues ? nil : $0.noteTo },
      Field(json: "removed") { $0.isRemoved },
      Field("changedAt") { $0.changedAt },
    ]
  }
}

extension CourseLogEntry {
  /// What the log and the watch have in common; values that are hidden are null.
  static func fields(hidingValues: Bool = false) -> [Field<CourseLogEntry>] {
    [
      Field("at") { $0.change.changedAt }, Field("author") { $0.change.author },
      Field("username") { $0.change.username },
      Field("identifier") { $0.change.identifier },
      Field("from") { hidingValues ? nil : $0.change.from },
      Field("to") { hidingValues ? nil : $0.change.to },
      Field("noteFrom") { hidingValues ? nil : $0.change.noteFrom },
      Field("noteTo") { hidingValues ? nil : $0.change.noteTo },
      Field("seenAfter") { $0.change.seenAfter },
      Field("seenAt") { $0.change.seenAt },
      Field("batch") { $0.change.batch.map { Int($0) } },
    ]
  }
}
