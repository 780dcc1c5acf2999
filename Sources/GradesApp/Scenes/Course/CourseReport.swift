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
      summary: [summary],
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

  /// Points of the maximum, grade, and whether the required minimum is met.
  private var summary: StyledText {
    var parts: [StyledText] = []
    switch (course.points, course.maximumPoints) {
    case (let points?, let maximum?):
      parts.append(
        StyledText(
          strings(
            .coursePointsOfMaximum,
            [.points: .text(values.text(points)), .maximum: .number(maximum)])))
    case (.number(let points)?, nil):
      parts.append(StyledText(strings(.coursePoints, [.count: .number(points)])))
    case (let points?, nil): parts.append(StyledText(values.text(points)))
    case (nil, _): parts.append(StyledText(strings(.courseNoPoints), .quiet))
    }
    parts.append(
      course.grade.map {
        StyledText(strings(.courseGrade, [.grade: .text(values.text($0))]), .accent)
      } ?? StyledText(strings(.courseNoGrade), .quiet))
    if let required = course.requiredPoints, course.points == nil {
      // Nothing is failed before anything is graded.
      parts.append(StyledText(strings(.courseMinimum, [.required: .number(required)]), .quiet))
    } else if let required = course.requiredPoints, let isMet = course.requirementMet {
      parts.append(
        StyledText(
          strings(isMet ? .courseMinimumMet : .courseMinimumNotMet, [.required: .number(required)]),
          isMet ? .good : .bad))
    }
    return parts.joined(separator: " · ")
  }

  private func row(of item: ResultItem) -> Table.Row {
    let definition = item.item.definition
    let style: Style = definition.isEditable ? .plain : .quiet
    let value = item.recorded.value
    let maximum = definition.valueType == .number ? definition.maximumValue : nil
    let text = StyledText(values.text(value), value == nil ? .quiet : style)
    return Table.Row(
      cells: [
        .text(definition.name(in: strings.serviceLanguage), style),
        // Long texts begin at the left and may use the room of the empty cells after them.
        value.isLongText ? .spilling(text) : .text(text),
        maximum.map { .text(values.text($0), .quiet) } ?? .empty,
        bar(value, maximum),
        .text(requirement(item)),
        item.recorded.note.map { .text($0, .warning) } ?? .empty,
      ],
      depth: min(item.item.depth, 8))
  }

  /// The share of the maximum. Nothing is drawn for what is not graded; a zero is an empty bar.
  private func bar(_ value: GradeValue?, _ maximum: Double?) -> Table.Cell {
    guard case .number(let number)? = value, let maximum, maximum > 0 else { return .empty }
    return .bar(min(max(number / maximum, 0), 1))
  }

  /// The item's own minimum and whether it is met, which only a value can tell.
  private func requirement(_ item: ResultItem) -> StyledText {
    guard let isMet = item.requirementMet else { return "" }
    let isOpen = item.recorded.value == nil
    let mark = isOpen ? "" : StyledText(isMet ? "✓" : "✗", isMet ? .good : .bad)
    guard let required = item.item.definition.requiredValue,
      item.item.definition.valueType == .number
    else { return mark }
    let bound = StyledText(strings(.courseMinimum, [.required: .number(required)]) + " ", .quiet)
    // A blank in the mark's place keeps the bounds under each other.
    return bound + (isOpen ? StyledText(" ") : mark)
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

extension GradeValue? {
  /// Texts longer than a grade.
  fileprivate var isLongText: Bool {
    if case .text(let text)? = self { text.count > 8 } else { false }
  }
}
