import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// All semesters of the user: averages, a chart, and the courses with planned grades over the real ones. Nothing is
/// stored or sent.
@MainActor @Observable
final class StudyViewModel: ListViewModel {
  struct Row: Identifiable {
    var semester: SemesterCode
    var course: StudyRecord.Course
    var id: CourseMemory.Place { .init(semester: semester, course: course.code) }
  }

  nonisolated static let grades = GradeLetter.bands.map(\.letter) + ["Z"]

  nonisolated static let keys: [Binding<StudyViewModel>] =
    listKeys(open: .keyPlanGrade) + [
      Binding(.delete, .backspace, hint: .keyTakeBack, unless: { $0.clearDisabled }) { $0.clear() },
      Binding(.escape, hint: .keyForget, when: { !$0.planned.isEmpty }) { model in
        (model.planned, model.courses.planned) = ([:], [:])
        return .done
      },
    ]

  var list = ListState<Row.ID>()
  private var record: Snapshot<StudyRecord>?
  private var planned: [Row.ID: String]
  private let repository: Repository
  private let courses: CourseMemory

  init(_ repository: Repository, _ courses: CourseMemory) {
    (self.repository, self.courses) = (repository, courses)
    planned = courses.planned
  }

  func appear() async throws {
    if record == nil { record = await repository.storedStudy() }
    record = try await repository.studyRecord()
  }

  private var estimate: StudyRecord? {
    guard var record = record?.value else { return nil }
    for (row, grade) in planned {
      record.plan(.text(grade), for: row.course, in: row.semester)
    }
    return record
  }

  var rows: [Row] {
    (estimate?.semesters.reversed() ?? []).flatMap { semester in
      semester.courses.map { Row(semester: semester.code, course: $0) }
    }
  }

  func searched(_ row: Row) -> [String] { [row.course.code.rawValue, row.course.name ?? ""] }

  // MARK: Keys

  private var clearDisabled: Message? {
    guard let focused else { return .disabledNothingSelected }
    return planned[focused.id] == nil ? .disabledNotPlanned : nil
  }

  private func clear() -> Response { focused.map { plan(nil, $0) } ?? .done }

  private func plan(_ grade: String?, _ row: Row) -> Response {
    planned[row.id] = grade
    courses.planned = planned
    return .done
  }

  func typing(_ text: String) -> (@MainActor () -> Response)? {
    if let find = typingFind(text) { return find }
    let grade = text.uppercased()
    guard let row = focused, Self.grades.contains(grade) else { return nil }
    return { self.plan(grade, row) }
  }

  func open(_ row: Row) -> Response {
    let grades = Self.grades.map { PickerState<String>.Option(id: $0, label: StyledText($0)) }
    return .present(
      PickerOverlay(
        Sentence(.studyAsk, [.course: row.course.code]), options: grades,
        chosen: planned[row.id].map { [$0] } ?? []
      ) { [self] chosen in plan(chosen.first ?? planned[row.id], row) })
  }

  // MARK: Drawing

  func title(_ words: SceneWords) -> SceneTitle {
    SceneTitle(
      leading: words.title(.studyTitle), trailing: record.map { words.remarks(on: $0) } ?? [],
      staleSince: record?.staleSince)
  }

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect { layout(rect, words).list }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let layout = layout(rect, words)
    frame.write(layout.header, in: rect.inset(left: 1, right: 1))
    frame.write(layout.chart.lines, in: layout.chart.rect)
    drawList(in: rect, of: &frame, words)
  }

  private struct Layout {
    var header: [StyledText]
    var chart: (lines: [StyledText], rect: Rect)
    var list: Rect
  }

  /// The least width in which a line explains how grades are planned; narrower ones have it in the help.
  private static let hintWidth = 60
  private static let listWidth = 64

  /// Where the parts are: the chart beside the list, or above it where the window is narrow but high.
  private func layout(_ rect: Rect, _ words: SceneWords) -> Layout {
    let text = StudyText(strings: words.strings)
    let width = max(1, rect.columns - 2)
    guard let record = estimate else {
      return Layout(header: [], chart: ([], rect), list: rect)
    }
    var header = ([text.total(of: record)] + text.missing(of: record)).flatMap {
      $0.wrapped(to: width)
    }
    header += text.remarks(on: record, isCommand: false).prefix(1).flatMap { $0.wrapped(to: width) }
    if planned.isEmpty, width >= Self.hintWidth {
      header.append(StyledText(words.strings(.studyHint), .quiet).truncated(to: width))
    }
    header = Array(header.prefix(max(0, rect.rows - 2)))
    let body = rect.inset(top: min(header.count + 1, max(0, rect.rows - 1)))
    let isWide = rect.columns >= Self.listWidth + 40
    let room = isWide ? body.rows - 1 : body.rows / 2 - 2
    let beside = Rect(
      column: Self.listWidth + 2, row: body.row, columns: rect.columns - Self.listWidth - 3,
      rows: body.rows)
    let chart = text.chart(
      of: record, last: room, width: isWide ? beside.columns : width)
    if isWide {
      return Layout(
        header: header, chart: (chart, beside),
        list: body.inset(right: body.columns - Self.listWidth))
    }
    let top = chart.isEmpty ? 0 : chart.count + 1
    return Layout(
      header: header, chart: (chart, body.inset(left: 1, right: 1)), list: body.inset(top: top))
  }

  func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row> {
    guard let record = estimate else {
      return ListContent([], empty: words.isBusy ? words.strings(.progressCourses) : nil) { _ in ""
      }
    }
    let text = StudyText(strings: words.strings)
    let sections = record.semesters.reversed().map { semester in
      ListContent.Section(
        title: Self.title(of: semester, text, width: width),
        rows: rows.filter { $0.semester == semester.code })
    }
    let remarks = text.remarks(on: record, isCommand: false).dropFirst(
      record.weightedCredits == nil ? 0 : 1)
    return ListContent(
      sections, columns: StudyReport.columns(words.strings, names: .plain).map { $0.of(\.course) },
      of: self.rows, width: min(width, Self.listWidth),
      remarks: (record.courses.isEmpty ? [StyledText(words.strings(.studyEmpty), .quiet)] : [])
        + remarks)
  }

  private static func title(
    of semester: StudyRecord.Semester, _ text: StudyText, width: Int
  ) -> StyledText {
    let credits = text.credits(semester.credits, isWhole: semester.hasAllCredits)
    let title =
      StyledText(text.strings.title(of: semester.code), .heading) + StyledText(" · ", .quiet)
      + text.average(semester.average, .quiet)
    let whole = title + StyledText(" · " + credits, .quiet)
    return whole.displayWidth <= width ? whole : title
  }
}
