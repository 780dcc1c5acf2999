import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The Review scene: drafts of one course or of all, held against the service, changed, left out,
/// discarded and published.
@MainActor @Observable
final class DraftReviewViewModel: SceneModel {
  /// The actions of keys.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// A click on a row.
    case focus(Int)
    /// Asks what to do with a row.
    case choose(Int)
    case publish, leaveOut, discard, discardAll, edit, openStudent, history
    case mine, theirs, otherValue, later, next, goOn
    case stop, close
    /// A change of settings replaces all scenes, which must not happen while publishing.
    case settings
  }

  /// What the scene is doing.
  enum Stage: Equatable, Sendable {
    /// The drafts are looked at.
    case list
    /// They are on their way.
    case publishing(CourseCode, PublishProgress)
    /// Publishing waits for decisions.
    case deciding(ConflictDecisions)
    /// What became of them.
    case outcome(DraftOutcome)
  }

  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The course; nil: all.
    var course: CourseCode?
    /// Whether students are notified unless the user says otherwise.
    var notifies: Bool
    /// The drafts; nil before they have been read.
    private(set) var books: [CourseDrafts]?
    private(set) var totals = DraftTotals()
    /// How often the drafts have changed.
    private(set) var revision = 0
    /// The semester in which other scenes show students; nil: not known yet.
    var semester: SemesterCode?
    /// What became of changes that were unconfirmed.
    var confirmed = PublishReport()
    var isLoading = false
    var stage = Stage.list
    var scroll = SectionedScroll()
    /// The columns of the list, as they were measured for a window.
    var measured: MeasuredChanges?

    /// Takes up drafts.
    mutating func show(_ books: [CourseDrafts]) {
      self.books = books
      totals = DraftTotals(books)
      revision += 1
    }

    /// The focused draft with its course.
    var focused: (book: CourseDrafts, row: DraftRow)? {
      var rest = scroll.focus
      for book in books ?? [] {
        if let row = book.rows[safe: rest] { return (book, row) }
        rest -= book.rows.count
      }
      return nil
    }
  }

  var state: State

  let gradebooks: Gradebooks
  let strings: Strings
  private let timeZone: TimeZone
  private let now: @Sendable () -> Date
  /// The semester of the settings.
  private let semester: SemesterChoice
  private let course: CourseCode?
  /// What the service had when it was asked.
  private var readings: [Gradebook: ReadCells] = [:]
  /// The drafts that the user leaves out.
  private var leftOut: Set<Int64> = []
  /// The last change of drafts that is on its way to the disk.
  private var committing: Task<Void, any Error>?
  /// The publishing that is going on.
  var publishing: PublishTask?
  /// What became of the courses that it has finished.
  var reports: [DraftOutcome.Book] = []

  /// Makes the scene of a course's drafts, or of all.
  init(
    _ course: CourseCode?, gradebooks: Gradebooks, settings: Settings, strings: Strings,
    timeZone: TimeZone, now: @escaping @Sendable () -> Date
  ) {
    self.course = course
    self.gradebooks = gradebooks
    self.strings = strings
    self.timeZone = timeZone
    self.now = now
    semester = settings.semester
    state = State(course: course, notifies: settings.notifiesStudents)
  }

  var store: DraftStore { gradebooks.drafts }

  /// The words of the current time.
  var words: SceneWords { SceneWords(strings, timeZone: timeZone, now: now()) }

  // MARK: Loading

  func appear() async throws {
    guard publishing == nil else {
      await publishing?.pause()
      return
    }
    if case .outcome = state.stage { state.stage = .list }
    try await load()
  }

  func reappear() async throws {
    guard publishing == nil else {
      await publishing?.pause()
      return
    }
    guard case .list = state.stage else { return }
    let known = Set((state.books ?? []).flatMap(\.rows).map(\.draft))
    let kept = try await gradebooks.withDrafts(of: course?.rawValue)
    var drafts: Set<Draft> = []
    for gradebook in kept { drafts.formUnion(try await store.drafts(in: gradebook)) }
    if drafts != known || state.totals.unread > 0 { try await load() }
  }

  func finish() async {
    stopPublishing()
    await publishing?.end()
    _ = try? await committing?.value
  }

  /// Shows the drafts as they are kept, then holds them against the service; ends after its answers, or
  /// throws why there is none.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    state.confirmed = PublishReport()
    let books = try await gradebooks.withDrafts(of: course?.rawValue)
    try await showKept(books)
    state.semester = try? await gradebooks.session.semester(semester).value
    var failure: (any Error)?
    for gradebook in books {
      do { try await read(gradebook) } catch {
        try Task.checkCancellation()
        failure = failure ?? error
      }
    }
    try await showKept(books)
    if let failure { throw failure }
  }

  /// Reads what is unconfirmed, as the service may have it already, and what the others are held against.
  private func read(_ gradebook: Gradebook) async throws {
    do {
      state.confirmed.add(try await gradebooks.publisher.confirm(in: gradebook))
      let reading = try await gradebooks.publisher.reading(of: gradebook)
      guard !reading.drafts.isEmpty else { return }
      readings[gradebook] = ReadCells(
        grid: reading.grid, students: Set(reading.drafts.map(\.cell.username)),
        readAt: now())
    } catch GradesError.notFound {
      throw await gradebooks.missing(gradebook)
    }
  }

  private func showKept(_ gradebooks: [Gradebook]) async throws {
    var books: [CourseDrafts] = []
    for gradebook in gradebooks {
      let kept = try await store.drafts(in: gradebook)
      if !kept.isEmpty { books.append(book(of: kept, in: gradebook)) }
    }
    state.show(books)
  }

  /// Looks at the drafts again, without asking the service.
  func lookAgain() async throws {
    try await showKept((state.books ?? []).map(\.gradebook))
  }

  private func book(of kept: [Draft], in gradebook: Gradebook) -> CourseDrafts {
    let reading = readings[gradebook]
    let isRead = { (draft: Draft) in reading?.students.contains(draft.cell.username) ?? false }
    let unread = kept.filter { !isRead($0) }.map {
      DraftRow(draft: $0, status: $0.state == .unconfirmed ? .unconfirmed : nil)
    }
    guard let reading else {
      let stored = gradebooks.storedNames(gradebook)
      return CourseDrafts(
        gradebook: gradebook, names: stored, rows: stored.sorted(unread, by: \.draft.cell))
    }
    let read = kept.filter(isRead)
    let rows = DraftRows(reading.grid)
    return CourseDrafts(
      gradebook: gradebook,
      names: CellNames(
        reading.grid.definitions, rows.students, gradebooks.language),
      rows: rows.rows(of: read, leavingOut: leftOut) + unread,
      readAt: reading.readAt)
  }

  /// What the service had in a gradebook.
  func grid(of gradebook: Gradebook) -> CellGrid? { readings[gradebook]?.grid }

  // MARK: Actions

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): move(movement)
    case .focus(let row): focus(row)
    case .choose(let row):
      focus(row)
      return askWhatToDo()
    case .publish: return askToPublish()
    case .leaveOut: leaveOut()
    case .discard: return askToDiscard()
    case .discardAll: return askToDiscardAll()
    case .edit: return askForValue()
    case .openStudent:
      guard let (book, row) = state.focused else { break }
      return .go(.student(book.gradebook.course, row.draft.cell.username))
    case .history: return .go(.history)
    case .mine: decide(.mine)
    case .theirs: decide(.theirs)
    case .later: decide(.leave)
    case .otherValue: return askForOtherValue()
    case .next: changeDecisions { $0.next() }
    case .goOn: return goOn()
    case .stop: return .present(stopQuestion { .done })
    case .close:
      state.stage = .list
      return .run { [self] in
        try await load()
        return .done
      }
    case .settings: break
    }
    return .done
  }

  func questionBeforeLeaving(for destination: Destination) -> (any Overlay)? {
    publishing == nil ? nil : stopQuestion { .leave(destination) }
  }

  private func move(_ movement: Movement) {
    switch state.stage {
    case .list: state.scroll.take(movement)
    case .deciding: changeDecisions { $0.scroll.take(movement) }
    case .outcome(var outcome):
      outcome.lines.take(movement)
      state.stage = .outcome(outcome)
    case .publishing: break
    }
  }

  private func focus(_ row: Int) {
    if case .deciding = state.stage {
      changeDecisions { $0.scroll.focus = row }
    } else {
      state.scroll.focus = row
    }
  }

  private func leaveOut() {
    guard let (_, row) = state.focused else { return }
    if leftOut.remove(row.id) == nil { leftOut.insert(row.id) }
    let books = (state.books ?? []).map { book in
      var book = book
      for place in book.rows.indices where book.rows[place].id == row.id {
        book.rows[place].isLeftOut = leftOut.contains(row.id)
      }
      return book
    }
    state.show(books)
    state.scroll.take(.down)
  }

  /// Changes drafts in a task of its own, which the end of the scene waits for.
  func commit(
    _ change: @escaping @MainActor () async throws -> Void, saying sentence: Sentence? = nil
  ) -> Response {
    let before = committing
    let task = Task {
      _ = try? await before?.value
      try await change()
    }
    committing = task
    return .run { [self] in
      try await task.value
      try await lookAgain()
      return sentence.map(Response.say) ?? .done
    }
  }
}
