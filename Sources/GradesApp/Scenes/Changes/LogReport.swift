import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import JSON
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

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      switch log {
      case .results(let log, _):
        writer.array("changes", of: log.value.entries, fields(of: log.value))
        writer.member("lookedAt", log.value.lookedAt)
        writer.members(of: log)
      case .course(let log, _):
        writer.member("course", log.value.course.rawValue)
        writer.member("semester", log.value.semester.rawValue)
        writer.array("changes", of: log.value.entries, CourseLogEntry.fields())
        writer.members(of: log)
      }
    }
  }

  var csv: CSVWriter {
    switch log {
    case .results(let log, _): CSVWriter(log.value.entries, fields(of: log.value))
    case .course(let log, _): CSVWriter(log.value.entries, CourseLogEntry.fields())
    }
  }

  private func fields(of log: RecordedChanges) -> [DocumentField<ChangeLog.Entry>] {
    ResultChange.fields(strings).map { $0.of(\.change) } + [
      DocumentField("noticedAt") { $0.noticedAt }, DocumentField("new") { log.isNew($0) },
    ]
  }
}

extension LoggedChange {
  init(_ entry: ChangeLog.Entry, isNew: Bool = false) {
    self.init(entry.change, id: entry.id, at: entry.time, isNew: isNew)
  }
}

extension ResultChange {
  /// What the change log and the watch have in common; values that are hidden are null.
  static func fields(_ strings: Strings, hidingValues: Bool = false) -> [DocumentField<
    ResultChange
  >] {
    [
      DocumentField("course") { $0.course.rawValue },
      DocumentField("semester") { $0.semester.rawValue },
      DocumentField("identifier") { $0.identifier.rawValue },
      DocumentField("name") { NameContent(name: LoggedChange($0).name(strings)) },
      DocumentField("from") { hidingValues ? nil : $0.from },
      DocumentField("to") { hidingValues ? nil : $0.to },
      DocumentField("noteFrom") { hidingValues ? nil : $0.noteFrom },
      DocumentField("noteTo") { hidingValues ? nil : $0.noteTo },
      DocumentField("removed", inCSV: false) { $0.isRemoved },
      DocumentField("changedAt") { $0.changedAt },
    ]
  }
}

extension CourseLogEntry {
  /// What the log and the watch have in common; values that are hidden are null.
  static func fields(hidingValues: Bool = false) -> [DocumentField<CourseLogEntry>] {
    [
      DocumentField("at") { $0.change.changedAt }, DocumentField("author") { $0.change.author },
      DocumentField("username") { $0.change.username.rawValue },
      DocumentField("identifier") { $0.change.identifier.rawValue },
      DocumentField("from") { hidingValues ? nil : $0.change.from },
      DocumentField("to") { hidingValues ? nil : $0.change.to },
      DocumentField("noteFrom") { hidingValues ? nil : $0.change.noteFrom },
      DocumentField("noteTo") { hidingValues ? nil : $0.change.noteTo },
      DocumentField("seenAfter") { $0.change.seenAfter },
      DocumentField("seenAt") { $0.change.seenAt },
      DocumentField("batch") { $0.change.batch.map { Int($0) } },
    ]
  }
}
