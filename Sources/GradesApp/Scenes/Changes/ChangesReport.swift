import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// Changes of results as a table, a document and CSV.
struct ChangesReport: Report {
  let log: Snapshot<RecordedChanges>
  /// The moment that was asked about; nil: what is new for the user stands apart.
  var since: Date?
  let strings: Strings
  let dates: DateText

  var table: Table {
    let text = ChangeText(strings)
    // Who names a moment wants to see what has changed since then, seen or not.
    let first = since == nil ? log.value.new : log.value.entries
    let rest = since == nil ? log.value.entries.filter { !log.value.isNew($0) } : []
    func rows(_ entries: [ChangeLog.Entry]) -> [Table.Row] {
      entries.map { entry in
        let change = entry.change
        let cells = ValueChangeCells(
          from: change.from, to: change.to, noteFrom: change.noteFrom,
          noteTo: change.isRemoved ? change.noteFrom : change.noteTo, strings: strings)
        let gone = StyledText(change.isRemoved ? strings(.changesRemoved) : "", .quiet)
        return .init(
          cells: [
            .text(dates.dateTime(entry.time), .quiet), .text(change.course.rawValue),
            .text(text.name(change)),
          ] + cells.cells,
          detail: [cells.detail, gone].filter { !$0.isEmpty }.joined(separator: " · "))
      }
    }
    return Table(
      columns: [
        .init(title: strings(.groupColumnChanged), narrowing: .folds(order: 1)),
        .init(title: strings(.coursesColumnCourse)),
        .init(title: strings(.itemsColumnName), leastWidth: 8, overflow: .wrap),
      ] + ValueChangeCells.columns(strings),
      sections: [
        .init(
          title: StyledText(title, .heading), rows: rows(first),
          emptyText: StyledText(strings(.changesNone), .quiet)),
        .init(title: StyledText(strings(.changesEarlier), .heading), rows: rows(rest)),
      ])
  }

  /// "Changed since 20 Nov 2026 13:00", "New since …", "New".
  private var title: String {
    if let since { return strings(.changesAsked, [.time: .text(dates.dateTime(since))]) }
    guard let looked = log.value.lookedAt else { return strings(.changesNew) }
    return strings(.changesSince, [.time: .text(dates.dateTime(looked))])
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.array("changes", of: log.value.entries) { writer, entry in
        writer.object {
          entry.change.writeMembers(to: &$0, strings)
          $0.member("noticedAt", entry.noticedAt)
          $0.member("new", log.value.isNew(entry))
        }
      }
      $0.member("lookedAt", log.value.lookedAt)
      $0.member("fetchedAt", log.fetchedAt)
      $0.member("stale", log.isStale)
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: [
      "course", "semester", "identifier", "name", "from", "to", "noteFrom", "noteTo", "changedAt",
      "noticedAt", "new",
    ])
    for entry in log.value.entries {
      let change = entry.change
      csv.append([
        .text(change.course.rawValue), .text(change.semester.rawValue),
        .text(change.identifier.rawValue), .name(ChangeText(strings).name(change)),
        .value(change.from), .value(change.to), .text(orNone: change.noteFrom),
        .text(orNone: change.noteTo), .text(orNone: change.changedAt.map(Timestamp.text)),
        .text(Timestamp.text(entry.noticedAt)), .bool(log.value.isNew(entry)),
      ])
    }
    return csv
  }
}

extension ResultChange {
  /// Writes the members that the change log and the watch have in common; values that are hidden are
  /// null.
  func writeMembers(
    to writer: inout JSONWriter, _ strings: Strings, hidesValues: Bool = false
  ) {
    writer.member("course", course.rawValue)
    writer.member("semester", semester.rawValue)
    writer.member("identifier", identifier.rawValue)
    writer.member("name", ChangeText(strings).name(self))
    writer.member("from", hidesValues ? nil : from)
    writer.member("to", hidesValues ? nil : to)
    writer.member("noteFrom", hidesValues ? nil : noteFrom)
    writer.member("noteTo", hidesValues ? nil : noteTo)
    writer.member("removed", isRemoved)
    writer.member("changedAt", changedAt)
  }
}
