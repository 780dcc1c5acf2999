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
  private let items: [ResultItem]
  private let course: CourseResults
  private let strings: Strings
  private let dates: DateText

  init(
    results: Snapshot<CourseResults>, drafts: Set<ItemIdentifier>? = nil, strings: Strings,
    dates: DateText
  ) {
    report = CourseReport(
      results: results, drafts: drafts, ungradedHidden: 0, strings: strings, dates: dates)
    course = results.value
    items = results.value.items
    self.strings = strings
    self.dates = dates
  }

  var table: Table {
    var table = report.table
    let student = course.student
    table.summary.insert(
      StyledText(student.listName, .heading) + StyledText("  \(student.username)", .quiet), at: 0)
    // An identifier that is cut cannot be typed.
    table.columns.insert(.init(narrowing: .folds(order: 5)), at: Self.identifier)
    // The bar is the first to go; who edits needs the other columns more.
    table.columns[Self.bar].narrowing = .leaves(order: 0)
    table.columns[Self.requirement].narrowing = .folds(order: 4)
    table.columns.append(.init(narrowing: .leaves(order: 1)))
    for section in table.sections.indices {
      // The report has a row for each item, in their order.
      for (row, item) in zip(table.sections[section].rows.indices, items) {
        extend(&table.sections[section].rows[row], with: item)
      }
    }
    return table
  }

  private static let identifier = 1
  private static let bar = 4
  private static let requirement = 5

  private func extend(_ row: inout Table.Row, with item: ResultItem) {
    row.cells.insert(.text(item.item.identifier.rawValue, .quiet), at: Self.identifier)
    if item.item.definition.hidden {
      let required = row.cells[Self.requirement].text
      let hidden = StyledText(strings(.wordHidden), .warning)
      row.cells[Self.requirement] = .text(required.isEmpty ? hidden : required + " " + hidden)
    }
    row.cells.append(
      item.recorded.updatedAt.map { .text(dates.date($0), .quiet) } ?? .empty)
  }

  func write(to writer: inout JSONWriter) { report.write(to: &writer) }
  var csv: CSVWriter { report.csv }
}
