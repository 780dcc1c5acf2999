import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// What was published as a table, a document and CSV: a line for each batch, or the changes of one.
struct HistoryReport: Report {
  /// The newest first.
  let batches: [PublishedBatch]
  /// The names for the one batch whose changes are shown; nil: the batches are listed.
  let detailed: CellNames?
  /// The course that was asked about, as it was typed; nil: all.
  var course: String?
  let strings: Strings
  let dates: DateText

  var table: Table {
    if let detailed, let batch = batches.first { return changes(of: batch, detailed) }
    return Table(
      columns: [
        .init(title: strings(.historyColumnBatch), alignment: .right),
        .init(title: strings(.historyColumnTime)),
        .init(title: strings(.coursesColumnCourse)),
        .init(title: strings(.settingsSemester), narrowing: .leaves(order: 1)),
        .init(title: strings(.historyColumnItems), leastWidth: 6, overflow: .wrap),
        .init(
          title: strings(.historyColumnStudents), alignment: .right, narrowing: .leaves(order: 2)),
        .init(title: strings(.historyColumnChanges), alignment: .right),
        .init(title: strings(.historyColumnNotified), narrowing: .folds(order: 3)),
        .init(title: strings(.historyColumnOrigin), overflow: .wrap, narrowing: .folds(order: 4)),
        .init(title: strings(.groupColumnAuthor), narrowing: .leaves(order: 0)),
      ],
      sections: [
        .init(
          rows: batches.map { batch in
            .init(cells: [
              .text("\(batch.id)", .accent), .text(dates.dateTime(batch.publishedAt)),
              .text(batch.gradebook.course.rawValue),
              .text(batch.gradebook.semester.rawValue, .quiet),
              .text(batch.itemList),
              .text("\(batch.students.count)"), .text("\(batch.changes.count)"),
              .text(strings(batch.notified ? .wordYes : .wordNo)),
              .text(OriginText(strings).text(batch)),
              .text(batch.gradebook.owner.username.rawValue, .quiet),
            ])
          }, emptyText: StyledText(emptyText))
      ])
  }

  private var emptyText: String {
    course.map { strings(.historyEmptyCourse, [.course: .text($0)]) } ?? strings(.historyEmpty)
  }

  private func changes(of batch: PublishedBatch, _ names: CellNames) -> Table {
    let facts = [
      strings(.historyBatch, [.batch: .text("\(batch.id)")]),
      dates.dateTimeWithZone(batch.publishedAt),
      batch.notified
        ? strings(
          .historyNotified, [.count: .count(Set(batch.changes.map(\.cell.username)).count)])
        : strings(.historyNobodyNotified),
      strings(.publishedBatchesByWhom, [.name: .text(batch.gradebook.owner.username.rawValue)]),
    ]
    return Table(
      title: strings.title(batch.gradebook.course, nil, batch.gradebook.semester),
      summary: [StyledText(facts.joined(separator: " · "), .quiet)],
      columns: [
        .init(
          title: strings(.studentsColumnStudent), leastWidth: 10, narrowing: .folds(order: 2)),
        .init(title: strings(.studentsColumnUsername)),
        .init(title: strings(.itemsColumnName), leastWidth: 8, overflow: .wrap),
      ] + ValueChangeCells.columns(strings),
      sections: [
        .init(
          rows: names.sorted(batch.changes, by: \.cell).map { change in
            let cells = ValueChangeCells(
              from: change.oldValue, to: change.newValue, noteFrom: change.oldNote,
              noteTo: change.newNote, strings: strings)
            return .init(
              cells: [
                .text(names.student(change.cell.username)),
                .text(change.cell.username.rawValue, .quiet),
                .text(names.item(change.cell.identifier)),
              ] + cells.cells, detail: cells.detail)
          })
      ])
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.array("batches", of: batches) { writer, batch in
        writer.object {
          $0.member("id", Int(batch.id))
          $0.member("course", batch.gradebook.course.rawValue)
          $0.member("semester", batch.gradebook.semester.rawValue)
          $0.member("publishedAt", batch.publishedAt)
          $0.member("notified", batch.notified)
          $0.array("origins", of: batch.origins) { $0.value($1.text) }
          $0.array("changes", of: batch.changes) { writer, change in
            writer.object {
              $0.member("username", change.cell.username.rawValue)
              $0.member("identifier", change.cell.identifier.rawValue)
              $0.member("from", change.oldValue)
              $0.member("to", change.newValue)
            }
          }
        }
      }
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: [
      "batch", "course", "semester", "publishedAt", "notified", "username", "identifier", "from",
      "to", "origin",
    ])
    for batch in batches {
      for change in batch.changes {
        csv.append([
          .number(Double(batch.id)), .text(batch.gradebook.course.rawValue),
          .text(batch.gradebook.semester.rawValue), .text(Timestamp.text(batch.publishedAt)),
          .bool(batch.notified), .text(change.cell.username.rawValue),
          .text(change.cell.identifier.rawValue), .value(change.oldValue),
          .value(change.newValue), .text(change.origin?.text ?? ""),
        ])
      }
    }
    return csv
  }
}
