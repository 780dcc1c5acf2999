import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// One student's results of a course as a table, a document and CSV.
struct CourseReport: Report {
  let results: Snapshot<CourseResults>
  let ungradedHidden: Int
  let strings: Strings
  let dates: DateText

  private var course: CourseResults { results.value }
  private var values: ValueText { ValueText(strings) }

  var table: Table {
    let code = StyledText(course.course.rawValue, .heading)
    var table = Table(
      title: .init(
        leading: course.name.map { code + StyledText("  \($0)") } ?? code,
        trailing: StyledText(strings.title(of: course.semester), .quiet)),
      summary: [CourseSummary(course: course, strings: strings).text],
      columns: [
        .init(leastWidth: 14, overflow: .wrap),
        .init(alignment: .decimal, leastWidth: 8, overflow: .wrap),
        .init(alignment: .decimal, lead: "/ ", narrowing: .leaves(order: 4)),
        .init(narrowing: .leaves(order: 1)),
        .init(alignment: .right, narrowing: .leaves(order: 3)),
        .init(leastWidth: 12, overflow: .wrap, narrowing: .folds(order: 2)),
      ],
      sections: [
        .init(
          rows: course.items.map(row(of:)),
          emptyText: ungradedHidden > 0 ? "" : StyledText(strings(.courseEmpty)))
      ])
    if let last = course.items.compactMap(\.recorded.updatedAt).max() {
      let time: Argument = .text(dates.dateTimeWithZone(last))
      table.remarks.append(StyledText(strings(.courseLastChange, [.time: time]), .quiet))
    }
    if ungradedHidden > 0 {
      table.remarks.append(
        StyledText(strings(.courseUngradedHidden, [.count: .count(ungradedHidden)]), .quiet))
    }
    return table
  }

  private func row(of item: ResultItem) -> Table.Row {
    let definition = item.item.definition
    let style: Style = definition.isEditable ? .plain : .quiet
    let value = item.recorded.value
    let text = StyledText(values.text(value), value == nil ? .quiet : style)
    return Table.Row(
      cells: [
        .text(definition.name(in: strings.serviceLanguage), style),
        // Long texts begin at the left and may use the room of the empty cells after them.
        value.isLongText ? .spilling(text) : .text(text),
        item.maximum.map { .text(values.text($0), .quiet) } ?? .empty,
        item.share.map { .bar($0) } ?? .empty,
        .text(ItemRequirement(item).text(strings)),
        item.recorded.note.map { .text($0, .warning) } ?? .empty,
      ],
      depth: min(item.item.depth, 8))
  }

  // MARK: For programs

  var document: JSONValue {
    [
      "course": JSONValue.object([
        ("code", course.course.rawValue.json), ("name", course.name.json),
      ]),
      "semester": course.semester.rawValue,
      "student": JSONValue.object([
        ("username", course.student.username.rawValue.json),
        ("firstName", course.student.firstName.json), ("lastName", course.student.lastName.json),
      ]),
      "points": course.points,
      "maximumPoints": course.maximumPoints,
      "requiredPoints": course.requiredPoints,
      "grade": course.grade,
      "classifications": course.items.map(document(of:)),
      "fetchedAt": results.fetchedAt,
      "stale": results.isStale,
    ]
  }

  private func document(of item: ResultItem) -> JSONValue {
    let definition = item.item.definition
    return [
      "identifier": definition.identifier.rawValue,
      "name": definition.name(in: strings.serviceLanguage),
      "type": definition.classificationType.rawValue,
      "valueType": definition.valueType.rawValue,
      "evaluationType": definition.evaluationType.rawValue,
      "value": item.recorded.value,
      "minimum": definition.minimumValue,
      "required": definition.requiredValue,
      "maximum": definition.maximumValue,
      "requirementMet": item.requirementMet,
      "note": item.recorded.note,
      "updatedAt": item.recorded.updatedAt,
      "parent": item.item.parent?.rawValue,
      "depth": item.item.depth,
    ]
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: [
      "identifier", "name", "value", "minimum", "required", "maximum", "note", "updatedAt",
    ])
    for item in course.items {
      let definition = item.item.definition
      csv.append([
        .text(definition.identifier.rawValue),
        .text(definition.name(in: strings.serviceLanguage)),
        .value(item.recorded.value),
        .number(orNone: definition.minimumValue), .number(orNone: definition.requiredValue),
        .number(orNone: definition.maximumValue),
        .text(orNone: item.recorded.note),
        .text(orNone: item.recorded.updatedAt.map(Timestamp.text)),
      ])
    }
    return csv
  }
}
