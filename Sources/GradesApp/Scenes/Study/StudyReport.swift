import GradesClient
import GradesCore
import GradesLocalization
import JSON
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

  // MARK: For programs

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.array("semesters", of: record.semesters) { writer, semester in
        writer.object {
          $0.member("code", semester.code.rawValue)
          $0.array("courses", of: semester.courses) { Self.write($1, to: &$0) }
          $0.member("credits", semester.credits)
          $0.member("average", semester.average)
        }
      }
      $0.member("credits", record.credits)
      $0.member("average", record.average)
      $0.member("weightedCredits", record.weightedCredits?.value)
      $0.array("withoutCredits", of: record.withoutCredits) { $0.value($1.rawValue) }
      $0.array("withoutGrade", of: record.withoutGrade) { $0.value($1.rawValue) }
      $0.array("notCounted", of: record.withOtherGrade) { $0.value($1.rawValue) }
      $0.array("missing", of: record.missing) { $0.value($1.rawValue) }
      $0.member("missingUpTo", record.missingUpTo?.rawValue)
      $0.member("estimate", record.isEstimate)
      $0.members(of: snapshot)
    }
  }

  private static func write(_ course: StudyRecord.Course, to writer: inout JSONWriter) {
    writer.object {
      $0.member("code", course.code.rawValue)
      $0.member("name", course.name)
      $0.member("credits", course.credits)
      $0.member("grade", course.grade)
      $0.member("points", course.points)
      $0.member("planned", course.isPlanned)
    }
  }
}
