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
    let columns = Self.columns(strings, dates)
    return Table(
      columns: columns.map(\.form),
      sections: [.init(batches, columns, emptyText: StyledText(emptyText))])
  }

  /// The columns of batches, in print and on the screen.
  static func columns(_ strings: Strings, _ dates: DateText) -> [Column<PublishedBatch>] {
    [
      Column(strings(.historyColumnBatch), .right) { StyledText("\($0.id)", .accent) },
      Column(strings(.historyColumnTime)) { dates.dateTime($0.publishedAt) },
      Column(strings(.coursesColumnCourse)) { $0.gradebook.course },
      Column(strings(.settingsSemester), narrowing: .leaves(order: 1)) {
        StyledText($0.gradebook.semester.rawValue, .quiet)
      },
      Column(strings(.historyColumnItems), least: 6, overflow: .wrap) { $0.itemList },
      Column(strings(.historyColumnStudents), .right, narrowing: .leaves(order: 2)) {
        "\($0.students.count)"
      },
      Column(strings(.historyColumnChanges), .right) { "\($0.changes.count)" },
      Column(strings(.historyColumnNotified), narrowing: .folds(order: 3)) {
        strings($0.notified ? .wordYes : .wordNo)
      },
      Column(strings(.historyColumnOrigin), overflow: .wrap, narrowing: .folds(order: 4)) {
        OriginText(strings).text($0)
      },
      Column(strings(.groupColumnAuthor), narrowing: .leaves(order: 0)) {
        StyledText($0.gradebook.owner.username.rawValue, .quiet)
      },
    ]
  }

  private var emptyText: String {
    course.map { strings(.historyEmptyCourse, [.course: $0]) } ?? strings(.historyEmpty)
  }

  private func changes(of batch: PublishedBatch, _ names: CellNames) -> Table {
    let facts = [
      strings(.historyBatch, [.batch: "\(batch.id)"]),
      dates.dateTimeWithZone(batch.publishedAt),
      batch.notified
        ? strings(.historyNotified, [.count: Set(batch.changes.map(\.cell.username)).count])
        : strings(.historyNobodyNotified),
      strings(.publishedBatchesByWhom, [.name: batch.gradebook.owner.username]),
    ]
    let columns = CellChange.columns(strings)
    return Table(
      title: strings.title(batch.gradebook.course, nil, batch.gradebook.semester),
      summary: [StyledText(facts.joined(separator: " · "), .quiet)],
      columns: columns.map(\.form),
      sections: [
        .init(
          rows: names.sorted(batch.changes, by: \.cell).map {
            .init(CellChange($0, names), columns, strings)
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
