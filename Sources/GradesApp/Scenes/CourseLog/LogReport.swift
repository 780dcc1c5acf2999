import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// Changes in a taught course as a table, a document and CSV.
struct LogReport: Report {
  let log: Snapshot<CourseChanges>
  /// Whether some changes only were asked for.
  let isFiltered: Bool
  let strings: Strings
  let dates: DateText

  var table: Table {
    let text = CourseChangeText(strings: strings, dates: dates)
    let rows = log.value.entries.map { entry in
      let change = entry.change
      let cells = ValueChangeCells(
        from: change.from, to: change.to, noteFrom: change.noteFrom, noteTo: change.noteTo,
        strings: strings)
      let interval = StyledText(text.interval(entry) ?? "", .quiet)
      return Table.Row(
        cells: [
          .text(dates.dateTime(entry.change.time), .quiet), .text(text.student(entry)),
          .text(text.name(entry)),
        ] + cells.cells + [.text(text.author(entry) ?? "?", .quiet)],
        detail: [cells.detail, interval].filter { !$0.isEmpty }.joined(separator: " · "))
    }
    return Table(
      columns: [
        .init(title: strings(.groupColumnChanged), narrowing: .folds(order: 1)),
        .init(title: strings(.studentsColumnStudent), leastWidth: 8, overflow: .wrap),
        .init(title: strings(.itemsColumnName), leastWidth: 6, overflow: .wrap),
      ] + ValueChangeCells.columns(strings) + [
        .init(title: strings(.groupColumnAuthor), narrowing: .folds(order: 2))
      ],
      sections: [
        .init(
          title: StyledText(log.value.course.rawValue, .heading), rows: rows,
          emptyText: StyledText(strings(isFiltered ? .changesNone : .changesNoneEver), .quiet))
      ])
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("course", log.value.course.rawValue)
      $0.member("semester", log.value.semester.rawValue)
      $0.array("changes", of: log.value.entries) { writer, entry in
        writer.object { entry.writeMembers(to: &$0) }
      }
      $0.member("fetchedAt", log.fetchedAt)
      $0.member("stale", log.isStale)
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: [
      "at", "author", "username", "identifier", "from", "to", "noteFrom", "noteTo", "seenAfter",
      "seenAt", "batch",
    ])
    for entry in log.value.entries {
      let change = entry.change
      csv.append([
        .text(orNone: change.changedAt.map(Timestamp.text)), .text(orNone: change.author),
        .text(change.username.rawValue), .text(change.identifier.rawValue), .value(change.from),
        .value(change.to), .text(orNone: change.noteFrom), .text(orNone: change.noteTo),
        .text(orNone: change.seenAfter.map(Timestamp.text)), .text(Timestamp.text(change.seenAt)),
        .text(orNone: change.batch.map { "\($0)" }),
      ])
    }
    return csv
  }
}

extension CourseLogEntry {
  /// Writes the members that the log and the watch have in common; values that are hidden are null.
  func writeMembers(to writer: inout JSONWriter, hidesValues: Bool = false) {
    writer.member("at", change.changedAt)
    writer.member("author", change.author)
    writer.member("username", change.username.rawValue)
    writer.member("identifier", change.identifier.rawValue)
    writer.member("from", hidesValues ? nil : change.from)
    writer.member("to", hidesValues ? nil : change.to)
    writer.member("noteFrom", hidesValues ? nil : change.noteFrom)
    writer.member("noteTo", hidesValues ? nil : change.noteTo)
    writer.member("seenAfter", change.seenAfter)
    writer.member("seenAt", change.seenAt)
    writer.member("batch", change.batch.map { Int($0) })
  }
}
