import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// One student's results of a course as a table, a document and CSV.
struct CourseReport: Report {
  let results: Snapshot<CourseResults>
  /// The items that show drafts, for a teacher; nil where none are to be shown.
  var drafts: Set<ItemIdentifier>?
  let ungradedHidden: Int
  let strings: Strings
  let dates: DateText

  private var course: CourseResults { results.value }

  var table: Table {
    table(of: ItemColumns(strings: strings, drafts: drafts ?? []).printed)
  }

  /// The results in some columns.
  func table(of columns: [Column<ResultItem>]) -> Table {
    let code = StyledText(course.course.rawValue, .heading)
    var table = Table(
      title: .init(
        leading: course.name.map { code + StyledText("  \($0)") } ?? code,
        trailing: StyledText(strings.title(of: course.semester), .quiet)),
      summary: [CourseSummary(course: course, strings: strings).text],
      columns: columns.map(\.form),
      sections: [
        .init(
          rows: course.items.map { .init($0, columns, depth: min($0.item.depth, 8)) },
          emptyText: ungradedHidden > 0 ? "" : StyledText(strings(.courseEmpty)))
      ])
    if let last = course.items.compactMap(\.recorded.updatedAt).max() {
      let time: Argument = .text(dates.dateTimeWithZone(last))
      table.remarks.append(StyledText(strings(.courseLastChange, [.time: time]), .quiet))
    }
    if drafts?.isEmpty == false {
      table.remarks.append(StyledText(strings(.draftsMark), .quiet))
    }
    if ungradedHidden > 0 {
      table.remarks.append(
        StyledText(strings(.courseUngradedHidden, [.count: ungradedHidden]), .quiet))
    }
    return table
  }

  // MARK: For programs

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.object("course") {
        $0.member("code", course.course.rawValue)
        $0.member("name", course.name)
      }
      $0.member("semester", course.semester.rawValue)
      $0.object("student") { course.student.writeMembers(to: &$0) }
      $0.member("points", course.points)
      $0.member("maximumPoints", course.maximumPoints)
      $0.member("requiredPoints", course.requiredPoints)
      $0.member("grade", course.grade)
      $0.array("classifications", of: course.items) { write($1, to: &$0) }
      $0.members(of: results)
    }
  }

  private func write(_ item: ResultItem, to writer: inout JSONWriter) {
    let definition = item.item.definition
    writer.object {
      $0.member("identifier", definition.identifier.rawValue)
      $0.member("name", definition.name(in: strings.serviceLanguage))
      $0.member("type", definition.classificationType.rawValue)
      $0.member("valueType", definition.valueType.rawValue)
      $0.member("evaluationType", definition.evaluationType.rawValue)
      $0.member("value", item.recorded.value)
      $0.member("minimum", definition.minimumValue)
      $0.member("required", definition.requiredValue)
      $0.member("maximum", definition.maximumValue)
      $0.member("requirementMet", item.requirementMet)
      $0.member("note", item.recorded.note)
      $0.member("updatedAt", item.recorded.updatedAt)
      $0.member("parent", item.item.parent?.rawValue)
      $0.member("depth", item.item.depth)
      if let drafts { $0.member("draft", drafts.contains(definition.identifier)) }
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(
      header: [
        "identifier", "name", "value", "minimum", "required", "maximum", "note", "updatedAt",
      ] + (drafts == nil ? [] : ["draft"]))
    for item in course.items {
      let definition = item.item.definition
      csv.append(
        [
          .text(definition.identifier.rawValue),
          .name(definition.name(in: strings.serviceLanguage)),
          .value(item.recorded.value),
          .number(orNone: definition.minimumValue), .number(orNone: definition.requiredValue),
          .number(orNone: definition.maximumValue),
          .text(orNone: item.recorded.note),
          .text(orNone: item.recorded.updatedAt.map(Timestamp.text)),
        ] + (drafts.map { [.text($0.contains(definition.identifier) ? "yes" : "no")] } ?? []))
    }
    return csv
  }
}
