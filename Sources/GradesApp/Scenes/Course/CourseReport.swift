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
      $0.array("classifications", of: course.items, fields)
      $0.members(of: results)
    }
  }

  var csv: CSVWriter { CSVWriter(course.items, fields) }

  private var fields: [DocumentField<ResultItem>] {
    let fields: [DocumentField<ResultItem>] = [
      DocumentField("identifier") { $0.id.rawValue },
      DocumentField("name") {
        NameContent(name: $0.item.definition.name(in: strings.serviceLanguage))
      },
      DocumentField("type", inCSV: false) { $0.item.definition.classificationType.rawValue },
      DocumentField("valueType", inCSV: false) { $0.item.definition.valueType.rawValue },
      DocumentField("evaluationType", inCSV: false) { $0.item.definition.evaluationType.rawValue },
      DocumentField("value") { $0.recorded.value },
      DocumentField("minimum") { $0.item.definition.minimumValue },
      DocumentField("required") { $0.item.definition.requiredValue },
      DocumentField("maximum") { $0.item.definition.maximumValue },
      DocumentField("requirementMet", inCSV: false) { $0.requirementMet },
      DocumentField("note") { $0.recorded.note },
      DocumentField("updatedAt") { $0.recorded.updatedAt },
      DocumentField("parent", inCSV: false) { $0.item.parent?.rawValue },
      DocumentField("depth", inCSV: false) { $0.item.depth },
    ]
    return fields
      + (drafts.map { drafts in [DocumentField("draft") { YesNo(value: drafts.contains($0.id)) }] }
        ?? [])
  }
}

/// A yes or no that is a word in CSV.
private struct YesNo: FieldContent {
  let value: Bool

  var field: CSVWriter.Field { .text(value ? "yes" : "no") }

  func write(to writer: inout JSONWriter) { writer.value(value) }
}
