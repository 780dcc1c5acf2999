import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// All semesters as a table with a chart, and as a document.
struct StudyReport: Report {
  private let snapshot: Snapshot<StudyRecord>
  private let strings: Strings
  private let values: ValueText

  init(_ snapshot: Snapshot<StudyRecord>, strings: Strings) {
    self.snapshot = snapshot
    self.strings = strings
    values = ValueText(strings)
  }

  private var record: StudyRecord { snapshot.value }

  var table: Table {
    Table(
      title: .init(leading: StyledText(strings(.studyTitle), .heading)),
      summary: [total],
      columns: [
        .init(leastWidth: 9),
        .init(leastWidth: 8, overflow: .wrap, narrowing: .leaves(order: 3)),
        .init(title: strings(.studyColumnCredits), alignment: .decimal),
        .init(title: strings(.studyColumnGrade), alignment: .right),
        .init(narrowing: .leaves(order: 1)),
      ],
      sections: record.semesters.reversed().map(section) + [chart], remarks: remarks)
  }

  /// The average and the credits of all semesters.
  private var total: StyledText {
    let parts = [
      average(record.average),
      StyledText(strings(.studyCredits, [.count: .number(record.credits)])),
    ]
    return parts.joined(separator: " · ")
      + (record.isEstimate ? StyledText(" · " + strings(.studyEstimate), .warning) : "")
  }

  private func average(_ average: Double?) -> StyledText {
    guard let average else { return StyledText(strings(.studyNoAverage), .quiet) }
    return StyledText(strings(.studyAverage, [.value: .text(text(average))]), .heading)
  }

  /// An average with two decimals.
  private func text(_ average: Double) -> String {
    NumberText.text((average * 100).rounded() / 100, strings.language)
  }

  private func section(_ semester: StudyRecord.Semester) -> Table.Section {
    Table.Section(
      title: StyledText(strings.title(of: semester.code), .heading),
      rows: semester.courses.map { course in
        let grade = values.grade(course.grade)
        return Table.Row(cells: [
          .text(course.code.rawValue), .text(course.name ?? "", .quiet),
          course.credits.map { .text(values.text($0)) } ?? .text(ValueText.nothing, .quiet),
          .text(course.isPlanned ? StyledText("~", .mark) + grade : grade),
        ])
      } + [
        Table.Row(cells: [
          .empty, .text(average(semester.average)),
          .text(values.text(semester.credits), .heading),
        ])
      ])
  }

  /// The averages and credits over the semesters, the oldest first.
  private var chart: Table.Section {
    guard record.semesters.count > 1 else { return Table.Section(rows: []) }
    let most = max(1, record.semesters.map(\.credits).max() ?? 1)
    return Table.Section(
      title: StyledText(strings(.studyChart), .heading),
      rows: record.semesters.flatMap { semester -> [Table.Row] in
        [
          Table.Row(cells: [
            .text(semester.code.rawValue), .text(strings(.studyChartAverage), .quiet), .empty,
            .text(semester.average.map(text) ?? ValueText.nothing),
            // The better the average, the longer the bar.
            semester.average.map { .bar((4 - $0) / 3, .good) } ?? .empty,
          ]),
          Table.Row(cells: [
            .empty, .text(strings(.studyChartCredits), .quiet),
            .text(values.text(semester.credits)),
            .empty, .bar(semester.credits / most),
          ]),
        ]
      })
  }

  private var remarks: [StyledText] {
    var remarks: [StyledText] = []
    if let (value, semesters) = record.weightedCredits {
      let list = semesters.map { strings.title(of: $0) }.joined(separator: ", ")
      remarks.append(
        StyledText(
          strings(
            .studyWeightedCredits,
            [.value: .text(text(value)), .semester: .text(list)])))
    }
    func add(_ message: Message, _ names: [String]) {
      guard !names.isEmpty else { return }
      remarks.append(
        StyledText(strings(message, [.allowed: .text(names.joined(separator: ", "))]), .warning))
    }
    add(.studyWithoutCredits, record.withoutCredits.map(\.rawValue))
    add(.studyWithoutGrade, record.withoutGrade.map(\.rawValue))
    add(.studyOtherGrades, record.withOtherGrade.map(\.rawValue))
    add(.studyMissing, record.missing.map { strings.title(of: $0) })
    return remarks
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
      $0.member("estimate", record.isEstimate)
      $0.member("fetchedAt", snapshot.fetchedAt)
      $0.member("stale", snapshot.isStale)
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
