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
      Binding(
        .character("C"), hint: .studyColumnCredits,
        unless: { $0.focused == nil ? .disabledNothingSelected : nil }
      ) { model in model.focused.map(model.askCredits) ?? .done },
      Binding(.control("x"), hint: .keyForget, when: { !$0.planned.isEmpty }) { model in
        (model.planned, model.courses.planned) = ([:], [:])
        return .done
      },
    ]

  var list = ListState<Row.ID>()
  private var record: Snapshot<StudyRecord>?
  private var planned: [Row.ID: String]
  private let repository: Repository
  private let courses: CourseMemory
  /// The user's own credits of courses of which the service says none.
  private let credits: @MainActor () -> [CourseCode: Double]

  init(
    _ repository: Repository, _ courses: CourseMemory,
    credits: @escaping @MainActor () -> [CourseCode: Double]
  ) {
    (self.repository, self.courses, self.credits) = (repository, courses, credits)
    planned = courses.planned
  }

  func appear() async throws {
    if record == nil { record = await repository.storedStudy() }
    record = try await repository.studyRecord()
  }

  private var estimate: StudyRecord? {
    guard var record = record?.value else { return nil }
    record.fill(credits())
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

  func open(_ row: Row) -> Response {
    let grades = Self.grades.map { PickerState<String>.Option(id: $0, label: StyledText($0)) }
    return .present(
      PickerOverlay(
        Sentence(.studyAsk, [.course: row.course.code]), options: grades,
        chosen: planned[row.id].map { [$0] } ?? []
      ) { [self] chosen in plan(chosen.first ?? planned[row.id], row) })
  }

  /// Asks for the credits of a course, which are a setting; nothing takes them away again.
  private func askCredits(_ row: Row) -> Response {
    let code = row.course.code
    let old = credits()[code].map { ValueWriter.text(.number($0)) } ?? ""
    return .present(
      PromptOverlay(
        Sentence(.studyAskCredits, [.course: code]), text: old,
        problem: { text in
          guard !text.isEmpty else { return nil }
          do throws(Failure) { _ = try StudyRecord.credits(text, of: code.rawValue) } catch {
            return error.sentences.first
          }
          return nil
        },
        accepting: { text in
          .change { session in
            let credits = text.isEmpty ? nil : try StudyRecord.credits(text, of: code.rawValue)
            _ = try session.change(.credits) { $0.credits[code] = credits }
            return .done
          }
        }))
  }

  func title(_ words: SceneWords) -> SceneTitle {
    SceneTitle(
      leading: words.title(.studyTitle), trailing: record.map { words.remarks(on: $0) } ?? [],
      age: record?.age)
  }

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect {
    rect.inset(top: min(header(rect, words).count + 1, max(0, rect.rows - 1)))
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    frame.write(header(rect, words), in: rect.inset(left: 1, right: 1))
    drawList(in: rect, of: &frame, words)
  }

  private func header(_ rect: Rect, _ words: SceneWords) -> [StyledText] {
    guard let record = estimate else { return [] }
    let text = StudyText(strings: words.strings)
    let lines =
      [text.total(of: record)] + text.missing(of: record)
      + text.remarks(on: record, isCommand: false).prefix(1)
    return Array(
      lines.flatMap { $0.wrapped(to: max(1, rect.columns - 2)) }.prefix(max(0, rect.rows - 2)))
  }

  private static let listWidth = 64

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
    var remarks = Array(text.remarks(on: record, isCommand: false).dropFirst())
    let chart = text.chart(of: record, width: width)
    remarks += (chart.isEmpty || remarks.isEmpty ? [] : [""]) + chart
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
