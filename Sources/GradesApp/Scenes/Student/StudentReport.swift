import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// One student's results for a teacher: what the student sees, with the identifiers that `set`
/// takes and the times of the changes.
struct StudentReport: Report {
  private let report: CourseReport
  private let strings: Strings

  init(
    results: Snapshot<CourseResults>, drafts: Set<ItemIdentifier>? = nil, strings: Strings,
    dates: DateText
  ) {
    report = CourseReport(
      results: results, drafts: drafts, ungradedHidden: 0, strings: strings, dates: dates)
    self.strings = strings
  }

  var table: Table {
    let items = ItemColumns(strings: strings, drafts: report.drafts ?? [])
    var bar = items.bar
    // The first to go; who edits needs the other columns more.
    bar.form.narrowing = .leaves(order: 0)
    var table = report.table(of: [
      items.name,
      // An identifier that is cut cannot be typed.
      Column(narrowing: .folds(order: 5)) { StyledText($0.id.rawValue, .quiet) },
      items.value, items.maximum, bar,
      Column("", .right, narrowing: .folds(order: 4), requirement),
      items.note,
      Column(narrowing: .leaves(order: 1)) { [dates = report.dates] row in
        row.recorded.updatedAt.map { StyledText(dates.date($0), .quiet) }
      },
    ])
    let student = report.results.value.student
    table.summary.insert(
      StyledText(student.listName, .heading) + StyledText("  \(student.username)", .quiet), at: 0)
    return table
  }

  /// The bounds, and that students do not see the item.
  private func requirement(_ row: ResultItem) -> StyledText {
    let required = ItemRequirement(row).text(strings)
    guard row.item.definition.hidden else { return required }
    let hidden = StyledText(strings(.wordHidden), .warning)
    return required.isEmpty ? hidden : required + " " + hidden
  }

  func write(to writer: inout JSONWriter) { report.write(to: &writer) }
  var csv: CSVWriter { report.csv }
}
