import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// What has changed in a taught course, or in one of its cells: a line for each change, under its day.
@MainActor @Observable
final class LogViewModel: ListViewModel {
  nonisolated static let keys: [Binding<LogViewModel>] = listKeys(open: .roleStudent)

  var list = ListState<CourseLogEntry.ID>()
  /// The changes, the newest first; nil before the first response.
  private var log: Snapshot<CourseChanges>?
  private var isLoading = false
  private let query: CourseLogQuery
  private let changes: CourseLogRepository
  private let failure: @Sendable (any Error) async -> any Error

  /// Makes the scene; `failure` turns an error about the course into the failure to report.
  init(
    _ query: CourseLogQuery, log: CourseLogRepository,
    failure: @escaping @Sendable (any Error) async -> any Error
  ) {
    self.query = query
    changes = log
    self.failure = failure
  }

  func appear() async throws {
    isLoading = true
    defer { isLoading = false }
    do {
      for try await log in changes.changes(query) { self.log = log }
    } catch {
      throw await failure(error)
    }
  }

  var rows: [CourseLogEntry] { log?.value.entries ?? [] }

  func searched(_ row: CourseLogEntry) -> [String] {
    [
      row.student.listName, row.student.username.rawValue, row.change.identifier.rawValue,
      row.change.author ?? "", row.change.noteTo ?? "",
    ] + (row.item?.names.map(\.name) ?? [])
  }

  /// Opens the student.
  func open(_ row: CourseLogEntry) -> Response { .open(.student(row.course, row.change.username)) }

  /// The cell whose changes are shown; nil for the whole course.
  private var cell: GradeCell? {
    query.student.flatMap { student in query.item.map { GradeCell(student, $0) } }
  }

  // MARK: Drawing

  func title(_ words: SceneWords) -> SceneTitle {
    var text =
      StyledText(query.course.rawValue, .heading)
      + StyledText(" · " + words.strings(.sceneLog), .quiet)
    if let cell { text += StyledText(" · \(cell.username) · \(cell.identifier)", .quiet) }
    return SceneTitle(
      text, trailing: log.map { words.remarks(on: $0, of: $0.value.semester) } ?? [],
      staleSince: log?.staleSince)
  }

  func content(
    _ rows: [CourseLogEntry], width: Int, _ words: SceneWords
  ) -> ListContent<CourseLogEntry> {
    let text = CourseChangeText(strings: words.strings, dates: words.dates)
    let isCell = cell != nil
    return ListContent(
      days: rows, \.change.time, words.dates, empty: none.map { words.strings($0) }
    ) { row in
      Self.line(row, text, isCell: isCell, width: width - 1)
    }
  }

  private var none: Message? {
    if log == nil { return isLoading ? .progressChanges : nil }
    if cell != nil { return .logNoneInCell }
    return query.isFiltered ? .changesNone : .changesNoneEver
  }

  /// A narrow window has usernames and identifiers instead of names; then the author gives way.
  private static func line(
    _ entry: CourseLogEntry, _ text: CourseChangeText, isCell: Bool, width: Int
  ) -> StyledText {
    let time = StyledText(
      (text.interval(entry) == nil ? "  " : "≤ ") + text.dates.time(entry.change.time) + "  ",
      .quiet)
    var author = StyledText(" · " + (text.author(entry) ?? "?"), .quiet)
    let values = StyledText(
      text.values(entry, textWidth: max(8, width / 3)), entry.isOwn ? .plain : .mark)
    var rest = width - time.displayWidth - author.displayWidth - values.displayWidth - 2
    var name = StyledText(isCell ? "" : text.student(entry) + " · " + text.name(entry))
    if name.displayWidth > rest {
      name = StyledText(isCell ? "" : "\(entry.change.username) · \(entry.change.identifier)")
    }
    if name.displayWidth > rest {
      rest += author.displayWidth
      author = ""
    }
    if !isCell { name = name.truncated(to: max(8, rest)) + "  " }
    return (time + name + values + author).truncated(to: width)
  }
}
