import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The students of a group, and those of them whom a query finds, which is always being typed.
@MainActor @Observable
final class StudentSearchViewModel: ListViewModel {
  nonisolated static let keys: [Binding<StudentSearchViewModel>] = [
    Binding(.up, .control("p"), hint: .keyMove, shown: [.up, .down], in: .first) { $0.move(.up) },
    Binding(.down, .control("n"), hint: .keyMove, in: .nowhere) { $0.move(.down) },
    Binding(.pageUp, hint: .keyPage, shown: [.pageUp, .pageDown], in: .help) { $0.move(.pageUp) },
    Binding(.pageDown, hint: .keyPage, in: .nowhere) { $0.move(.pageDown) },
    Binding(
      .enter, hint: .keyOpen, in: .first,
      unless: { $0.focused == nil ? .disabledNothingSelected : nil }
    ) { model in model.focused.map(model.open) ?? .done },
    Binding(.escape, hint: .keyBack, in: .first) { _ in .back },
  ]

  var bindings: [Binding<StudentSearchViewModel>] { Self.keys }

  var list = ListState<Username>.typed
  private var roster: Snapshot<Roster>?
  /// What was found last: to look through thousands of names for each use of the rows takes too long.
  @ObservationIgnored private var found: (query: String, students: [Student])?
  @ObservationIgnored private var measured = MeasuredLines<Student>()
  private let course: CourseContext
  private let context: Context

  init(_ course: CourseContext, in context: Context) {
    self.course = course
    self.context = context
  }

  func appear() async throws {
    do {
      let rosters = context.services.repository.roster(
        of: .all, in: course.code, semester: course.semester)
      for try await roster in rosters {
        found = nil
        measured = MeasuredLines()
        self.roster = roster.map(\.sortedByName)
      }
    } catch let error as UnknownCourse {
      throw await context.services.failure(for: error)
    }
  }

  var rows: [Student] { roster?.value.students ?? [] }

  var shownRows: [Student] {
    let query = list.filter.text
    if let found, found.query == query { return found.students }
    let students = roster?.value.students(matching: query) ?? []
    found = (query, students)
    return students
  }

  func searched(_ row: Student) -> [String] { [] }

  func open(_ row: Student) -> Response { .replace(.student(course.code, row.username)) }

  func title(_ words: SceneWords) -> SceneTitle {
    SceneTitle(
      leading: StyledText("\(course.code) · ", .quiet)
        + StyledText(words.strings(.sceneStudentSearch), .heading),
      trailing: roster.map { words.remarks(on: $0, of: $0.value.semester) } ?? [],
      age: roster?.age)
  }

  func content(_ rows: [Student], width: Int, _ words: SceneWords) -> ListContent<Student> {
    let strings = words.strings
    // All students are measured, so that the columns do not move while typing.
    let lines = measured.lines(width: width, words) {
      ColumnLines(
        self.rows, strings.studentColumns(username: .quiet), width: width, showsTitles: true)
    }
    let query = list.filter.text
    let none =
      query.isEmpty
      ? strings(.studentsEmpty) : strings(.studentsNoneFound, [.query: query])
    var content = ListContent(rows, empty: roster.map { _ in none }, line: lines.line)
    if !rows.isEmpty { content.header = { lines.header } }
    content.count = roster.map { _ in strings(.studentsCount, [.count: rows.count]) } ?? ""
    return content
  }
}

extension Roster {
  var sortedByName: Roster {
    var roster = self
    roster.students = students.sortedByName()
    return roster
  }

  /// The students whose usernames and names have a text, in any order, without case and accents; all of them
  /// without one.
  func students(matching text: String) -> [Student] {
    let query = SearchQuery(text)
    return query.isEmpty ? students : students.filter { query.matches($0.searchText) }
  }
}
