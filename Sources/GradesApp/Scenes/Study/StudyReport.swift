import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// All semesters as a table with a chart, and as a document.
struct StudyReport: Report {
  let snapshot: Snapshot<StudyRecord>
  let strings: Strings

  private var record: StudyRecord { snapshot.value }

  /// The columns of courses, also those of the list on the screen.
  static func columns(
    _ strings: Strings, names: Style = .quiet
  ) -> [Column<StudyRecord.Course>] {
    let values = ValueText(strings)
    return [
      Column { $0.code },
      Column(least: 12, overflow: .wrap, narrowing: .folds(order: 1)) {
        StyledText($0.name ?? "", names)
      },
      Column(strings(.studyColumnCredits), .decimal) { course in
        course.credits.map { StyledText(values.text($0)) } ?? StyledText(ValueText.nothing, .quiet)
      },
      Column(strings(.coursesColumnGrade), .right) { course in
        let grade = values.grade(course.grade)
        return course.isPlanned ? StyledText("~", .mark) + grade : grade
      },
    ]
  }

  var table: Table {
    Table(
      title: .init(leading: StyledText(strings(.studyTitle), .heading)),
      summary: [text.total(of: record)] + text.missing(of: record),
      columns: Self.columns(strings).map(\.form),
      sections: record.semesters.reversed().map(section) + [chart],
      remarks: text.remarks(on: record, isCommand: true))
  }

  private var text: StudyText { StudyText(strings: strings) }

  private func section(_ semester: StudyRecord.Semester) -> Table.Section {
    Table.Section(
      title: StyledText(strings.title(of: semester.code), .heading),
      rows: semester.courses.map { .init($0, Self.columns(strings)) } + [
        Table.Row(cells: [
          .text(text.average(semester.average)), .empty,
          .text(text.number(of: semester.credits, isWhole: semester.hasAllCredits), .heading),
        ])
      ])
  }

  /// The width of the chart's lines, which fit into a narrow window.
  private static let chartWidth = 38

  private var chart: Table.Section {
    Table.Section(
      title: StyledText(strings(.studyChart), .heading),
      rows: text.chart(of: record, width: Self.chartWidth).map {
        Table.Row(cells: [.spilling($0)])
      })
  }

  func document(_ names: Strings) -> Document {
    let courses: [Field<StudyRecord.Course>] =
      [Field("code") { $0.code }, Field("name") { $0.name }, Field("credits") { $0.credits }]
      + Field.grade { $0.grade }
      + [Field("points") { $0.points }, Field("planned") { $0.isPlanned }]
    let semesters: [Field<StudyRecord.Semester>] = [
      Field("code") { $0.code }, Field(json: "courses") { Rows($0.courses, courses) },
      Field("credits") { $0.credits }, Field("average") { $0.average },
    ]
    let document: Document = [
      "semesters": Rows(record.semesters, semesters), "credits": record.credits,
      "average": record.average, "weightedCredits": record.weightedCredits?.value,
      "withoutCredits": record.withoutCredits, "withoutGrade": record.withoutGrade,
      "notCounted": record.withOtherGrade, "missing": record.missing,
      "missingUpTo": record.missingUpTo, "estimate": record.isEstimate,
    ]
    return document.of(snapshot)
  }
}
