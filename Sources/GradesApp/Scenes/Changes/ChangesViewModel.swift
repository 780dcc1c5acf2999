import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// What has changed in the user's results: a line for each change, with a mark before those that are new.
@MainActor @Observable
final class ChangesViewModel: ListViewModel {
  nonisolated static let keys: [Binding<ChangesViewModel>] =
    listKeys(open: .keyOpenCourse) + [
      Binding(.character("n"), hint: .keyNotifications) { _ in .open(.notifications) }
    ]

  var list = ListState<ChangeLog.Entry.ID>()
  /// The changes, the newest first; nil before the first response.
  private var log: Snapshot<RecordedChanges>?
  private var isLoading = false
  private let query: ChangesQuery
  private let changes: ChangesRepository
  private let courses: CourseMemory

  /// Makes the scene.
  init(_ query: ChangesQuery, changes: ChangesRepository, courses: CourseMemory) {
    self.query = query
    self.changes = changes
    self.courses = courses
  }

  /// What is shown as new stays so until the scene is opened or refreshed again.
  func appear() async throws {
    isLoading = true
    defer { isLoading = false }
    for try await log in changes.changes(query) {
      courses.begin(seen: log.value.lastSeen)
      self.log = log
    }
    if let log { try? await changes.look(at: log.value) }
  }

  var rows: [ChangeLog.Entry] { log?.value.entries ?? [] }

  func searched(_ row: ChangeLog.Entry) -> [String] {
    let change = row.change
    return [change.course.rawValue, change.identifier.rawValue, change.noteTo ?? ""]
      + change.names.map(\.name)
  }

  /// Opens the change's course at the changed item.
  func open(_ row: ChangeLog.Entry) -> Response {
    courses.remember(CourseMemory.News(item: row.change.identifier), of: row.change.course)
    return .open(.course(row.change.course))
  }

  // MARK: Drawing

  func title(_ words: SceneWords) -> SceneTitle {
    var trailing: [StyledText] = []
    if let log {
      trailing = words.remarks(on: log)
      let count = log.value.new.count
      if count > 0 { trailing.append(StyledText("● \(count)", .mark)) }
    }
    return SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(words.strings(.historyColumnChanges), .heading),
      trailing: trailing, staleSince: log?.staleSince)
  }

  func content(
    _ rows: [ChangeLog.Entry], width: Int, _ words: SceneWords
  ) -> ListContent<ChangeLog.Entry> {
    let codeWidth = rows.map { $0.change.course.rawValue.displayWidth }.max() ?? 0
    let empty: Message? = log == nil ? (isLoading ? .progressChanges : nil) : .changesNoneEver
    return ListContent(
      days: rows, \.time, words.dates, empty: empty.map { words.strings($0) }
    ) { [log] row in
      Self.line(
        row, isNew: log?.value.isNew(row) == true, words, codeWidth: codeWidth, width: width - 1)
    }
  }

  /// Numbers are never cut: first the note is, then texts, then the name.
  private static func line(
    _ entry: ChangeLog.Entry, isNew: Bool, _ words: SceneWords, codeWidth: Int, width: Int
  ) -> StyledText {
    let text = ChangeText(words.strings)
    let change = entry.change
    let code = StyledText(change.course.rawValue).padded(to: codeWidth) + "  "
    let time = StyledText(words.dates.time(entry.time) + "  ", .quiet)
    // The same for all changes, so that courses and items are aligned.
    var beginning = StyledText(isNew ? "● " : "  ", .mark)
    if width >= 60 { beginning = beginning + time }
    if width >= codeWidth + 24 { beginning = beginning + code }
    let rest = max(1, width - beginning.displayWidth)
    let fullName = StyledText(text.name(change))
    let room = rest - min(fullName.displayWidth, max(8, rest / 3)) - ":  → ".displayWidth
    let values = text.values(change, textWidth: min(40, max(8, room / 2)))
    let name = fullName.truncated(to: max(8, rest - (values?.displayWidth ?? 8) - 2))
    var line = beginning + name + ": "
    if let values { line = line + StyledText(values, isNew ? .mark : .plain) }
    if let note = text.note(change) {
      line = line + StyledText((values == nil ? "" : " · ") + note, .quiet)
    }
    return line.truncated(to: width)
  }
}
