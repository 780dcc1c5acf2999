import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// What has changed in the user's results, in a taught course or in one of its cells: a line for each change, under
/// its day.
@MainActor @Observable
final class LogViewModel: ListViewModel {
  enum Source {
    case results(SemesterChoice, Repository, CourseMemory)
    /// A taught course; `failure` turns an error about it into the failure to report.
    case course(CourseLogQuery, Repository, failure: @Sendable (any Error) async -> any Error)
  }

  nonisolated static let keys: [Binding<LogViewModel>] =
    listKeys(
      open: .coursesColumnCourse,
      now: { $0.query == nil ? .coursesColumnCourse : .studentsColumnStudent })
    + [
      Binding(.character("n"), hint: .syncNotifications, when: { $0.query == nil }) { _ in
        .open(.notifications)
      }
    ]

  var list = ListState<LoggedChange.ID>()
  private var log: Snapshot<[LoggedChange]>? {
    didSet { lines = MeasuredLines() }
  }
  @ObservationIgnored private var lines = MeasuredLines<LoggedChange>()
  private var semester: SemesterCode?
  private let source: Source

  init(_ source: Source) { self.source = source }

  func appear() async throws {
    switch source {
    case .results(let semester, let repository, let courses):
      // What is shown as new stays so until the scene is opened or refreshed again.
      var seen: RecordedChanges?
      for try await log in repository.changes(in: semester) {
        courses.begin(seen: log.value.lastSeen)
        seen = log.value
        self.log = log.map(\.entries)
      }
      if let seen { try? await repository.look(at: seen) }
    case .course(let query, let repository, let failure):
      do {
        for try await log in repository.changes(query) {
          semester = log.value.semester
          self.log = log.map(\.entries)
        }
      } catch {
        throw await failure(error)
      }
    }
  }

  var rows: [LoggedChange] { log?.value ?? [] }

  func searched(_ row: LoggedChange) -> [String] {
    let texts = [row.identifier.rawValue, row.noteTo ?? ""] + row.names.map(\.name)
    guard let student = row.student else { return [row.course.rawValue] + texts }
    return [student.listName, student.username.rawValue, row.author ?? ""] + texts
  }

  /// Opens the student, or the course of an own result at the changed item.
  func open(_ row: LoggedChange) -> Response {
    if let student = row.student { return .open(.student(row.course, student.username)) }
    if case .results(_, _, let courses) = source {
      courses.news[row.course] = CourseMemory.News(item: row.identifier)
    }
    return .open(.course(row.course))
  }

  /// What is asked about a taught course; nil: the user's own results are shown.
  private var query: CourseLogQuery? {
    if case .course(let query, _, _) = source { query } else { nil }
  }

  private var cell: GradeCell? {
    query?.student.flatMap { student in query?.item.map { GradeCell(student, $0) } }
  }

  func title(_ words: SceneWords) -> SceneTitle {
    var trailing = log.map { words.remarks(on: $0, of: semester) } ?? []
    guard let query else {
      let count = rows.count(where: \.isNew)
      if count > 0 { trailing.append(StyledText("● \(count)", .mark)) }
      return SceneTitle(
        leading: words.title(.historyColumnChanges), trailing: trailing, age: log?.age
      )
    }
    let place =
      [words.strings(.sceneLog)]
      + (cell.map { [$0.username.rawValue, $0.identifier.rawValue] } ?? [])
    return SceneTitle(
      leading: StyledText(query.course.rawValue, .heading)
        + StyledText(place.map { " · " + $0 }.joined(), .quiet),
      trailing: trailing, age: log?.age)
  }

  func content(
    _ rows: [LoggedChange], width: Int, _ words: SceneWords
  ) -> ListContent<LoggedChange> {
    let lines = lines.lines(width: max(1, width - 3), words) {
      ColumnLines(
        self.rows,
        LoggedChange.listColumns(ofCourse: query != nil, ofCell: cell != nil, words),
        width: max(1, width - 3), showsTitles: false)
    }
    var content = ListContent(
      days: rows, \.time, words.dates, empty: none(words).map { words.strings($0) }
    ) { row in StyledText(row.isNew ? "● " : "  ", .mark) + lines.line(row) }
    content.detail = { [width = max(1, width - 1)] row in
      row.details(words).lines(of: width)
    }
    return content
  }

  /// A low window has more use of changes.
  func detailRows(_ rect: Rect, _ words: SceneWords) -> Int? { rect.rows < 10 ? 0 : nil }

  private func none(_ words: SceneWords) -> Message? {
    if log == nil { return words.isBusy ? .progressChanges : nil }
    if cell != nil { return .logNoneInCell }
    return query?.isFiltered == true ? .reviewNothing : .changesNoneEver
  }
}
