import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

struct CourseReport: Report {
  let results: Snapshot<CourseResults>
  /// The items that show drafts, for a teacher; nil where none are to be shown.
  var drafts: Set<ItemIdentifier>?
  var isForTeacher = false
  var ungradedHidden = 0
  let strings: Strings
  let dates: DateText

  private var course: CourseResults { results.value }

  var table: Table {
    isForTeacher ? teacherTable : table(of: ItemColumns(strings: strings).printed)
  }

  func table(of columns: [Column<ResultItem>]) -> Table {
    var table = Table(
      title: strings.title(course.course, course.name, course.semester),
      summary: [CourseSummary(course: course, strings: strings).text], course.items, columns,
      depth: { min($0.item.depth, 8) },
      emptyText: ungradedHidden > 0 ? "" : StyledText(strings(.courseEmpty)))
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

  func document(_ names: Strings) -> Document {
    let document: Document = [
      "course": ["code": course.course, "name": course.name] as Document,
      "semester": course.semester, "student": Document(course.student, Student.fields),
      "points": course.points, "maximumPoints": course.maximumPoints,
      "requiredPoints": course.requiredPoints,
    ]
    let grade = Document(course.grade, Field.grade { $0 })
    return (document + grade + ["classifications": Rows(course.items, fields(names))]).of(results)
  }

  private func fields(_ names: Strings) -> [Field<ResultItem>] {
    let fields: [Field<ResultItem>] = [
      Field("identifier") { $0.id },
      Field("name") { NameContent($0.item.definition.name(in: names.serviceLanguage)) },
      Field(json: "type") { $0.item.definition.classificationType.rawValue },
      Field(json: "valueType") { $0.item.definition.valueType.rawValue },
      Field(json: "evaluationType") { $0.item.definition.evaluationType.rawValue },
      Field("value") { $0.recorded.value },
      Field("minimum") { $0.item.definition.minimumValue },
      Field("required") { $0.item.definition.requiredValue },
      Field("maximum") { $0.item.definition.maximumValue },
      Field(json: "requirementMet") { $0.requirementMet },
      Field("note") { $0.recorded.note }, Field("updatedAt") { $0.recorded.updatedAt },
      Field(json: "parent") { $0.item.parent }, Field(json: "depth") { $0.item.depth },
    ]
    return fields
      + (drafts.map { drafts in [Field("draft") { YesNo(value: drafts.contains($0.id)) }] } ?? [])
  }
}

/// A yes or no that is a word in CSV.
private struct YesNo: FieldContent {
  let value: Bool

  var field: CSVWriter.Field { .text(value ? "yes" : "no") }

  func write(to writer: inout JSONWriter) { writer.value(value) }
}
