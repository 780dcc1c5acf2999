import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Observation

/// The Review scene: drafts of one course or of all, held against the service, changed, left out,
/// discarded and published.
@MainActor @Observable
final class DraftReviewViewModel: SceneModel {
  /// The actions of keys.
  enum Action: FindingAction, Hashable, Sendable {
    case move(Movement)
    /// A click on a row.
    case focus(Int)
    case find(FindAction)
    /// By name, or what needs a look first.
    case sort
    case publish, leaveOut, discard, discardAll, edit, undo, openStudent, history
    case mine, theirs, otherValue, later, next, goOn
    case stop, close
    /// A change of settings replaces all scenes, and refreshing what publishing will say; both must not happen
    /// while publishing.
    case settings
  }

  /// What the scene is doing.
  enum Stage: Equatable, Sendable {
    /// The drafts are looked at.
    case list
    /// They are on their way.
    case publishing(CourseCode, PublishProgress)
    /// Publishing waits for decisions.
    case deciding(ConflictList)
    /// What became of them.
    case outcome(DraftOutcome)
  }

  /// What the scene shows.
  struct State: FindableRows, Equatable, Sendable {
    /// The course; nil: all.
    var course: CourseCode?
    /// Whether students are notified by the settings.
    var notifies: Bool
    /// The drafts that take back what students were not notified of.
    var silentUndos: Set<Draft.ID> = []
    /// What is reviewed.
    var review = Review()
    /// What the students and items of each course are called.
    var names: [Gradebook: CellNames] = [:]
    /// The semester in which other scenes show students; nil: not known yet.
    var semester: SemesterCode?
    var isLoading = false
    var stage = Stage.list
    /// Whether a change of drafts can be taken back.
    var canUndo = false
    var scroll = SectionedScroll()
    var find = TextFind<Draft.ID>()
    /// Whether the drafts are in the order of the sheet; otherwise warnings are first, then what replaces values.
    var isByName = false
    /// The columns of the list, as they were measured for a window.
    var measured: MeasuredChanges?

    /// The drafts of each course with its names; nil before they have been read.
    var books: [CourseDrafts]? {
      review.courses?.map { course in
        CourseDrafts(
          review: course, names: names[course.gradebook] ?? CellNames([], [:], .english))
      }
    }

    var totals: ReviewTotals { review.totals }

    var focusedRow: Int? { scroll.focus }

    var origin: Draft.ID? {
      get { focused?.row.id }
      set {
        let rows = (review.courses ?? []).flatMap(\.drafts)
        scroll.focus = rows.firstIndex { $0.id == newValue } ?? scroll.focus
      }
    }

    mutating func focus(row: Int) { scroll.focus = row }

    var searchedTexts: [[String]] {
      (books ?? []).flatMap { book in
        book.rows.map(\.draft.cell).map { cell in
          [
            book.names.student(cell.username), cell.username.rawValue,
            book.names.item(cell.identifier), cell.identifier.rawValue,
          ]
        }
      }
    }

    /// Whether all that would be sent takes back what students were not notified of.
    var undoesSilently: Bool { !silentUndos.isEmpty && review.publishable.sendOnly(silentUndos) }

    /// Whether the last publishing has left no draft.
    var isDone: Bool {
      if case .outcome = stage { review.courses?.isEmpty ?? false } else { false }
    }

    /// The focused draft with its course.
    var focused: (book: CourseDrafts, row: ReviewedDraft)? {
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
  private let timeZone: TimeZone?
  private let now: @Sendable () -> Date
  /// The semester of the settings.
  private let semester: SemesterChoice
  private let course: CourseCode?
  /// The gradebooks that had drafts when they were loaded.
  private var loaded: [Gradebook] = []
  /// What the service had when it was asked.
  private var readings: [Gradebook: ReadCells] = [:]
  /// What the user skips.
  let skipped: SkippedDrafts
  /// What the scene has changed of drafts, the last change at the end.
  var changes: [DraftChange] = [] {
    didSet { state.canUndo = !changes.isEmpty }
  }
  /// The last change of drafts that is on its way to the disk.
  private var committing: Task<Sentence?, any Error>?
  /// The publishing that is going on.
  var publishing: PublishTask?

  /// Makes the scene of a course's drafts, or of all.
  init(
    _ course: CourseCode?, gradebooks: Gradebooks, skipped: SkippedDrafts, settings: Settings,
    strings: Strings, timeZone: TimeZone?, now: @escaping @Sendable () -> Date
  ) {
    self.course = course
    self.skipped = skipped
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
    var isOutcome = false
    switch state.stage {
    case .list: break
    case .outcome: isOutcome = true
    case .publishing, .deciding: return
    }
    let known = Set((state.review.courses ?? []).flatMap(\.drafts).map(\.draft))
    let kept = try await gradebooks.withDrafts(of: course?.rawValue)
    var drafts: Set<Draft> = []
    for gradebook in kept { drafts.formUnion(try await store.drafts(in: gradebook)) }
    if isOutcome {
      // What was made since, such as an undo's drafts, is not what the outcome is about.
      guard !drafts.isSubset(of: known) else { return }
      state.stage = .list
    }
    // What is skipped may be another scene's choice.
    if drafts == known, state.totals.unread == 0 { return try await lookAgain() }
    try await load()
  }

  var showsDrafts: Bool { publishing == nil && state.stage == .list }

  func draftsChanged() async -> Bool {
    if showsDrafts { try? await lookAgain() }
    return false
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
    state.review.confirmed = PublishReport()
    let books = try await gradebooks.withDrafts(of: course?.rawValue)
    loaded = books
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
      state.review.confirmed.add(try await gradebooks.publisher.confirm(in: gradebook))
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
    var drafts: [(gradebook: Gradebook, kept: [Draft])] = []
    for gradebook in gradebooks {
      let kept = try await store.drafts(in: gradebook)
      if !kept.isEmpty { drafts.append((gradebook, kept)) }
    }
    let undos = await store.silentUndos(among: drafts.flatMap(\.kept))
    // From here on nothing can be skipped in between.
    let courses = drafts.map { review(of: $0.kept, in: $0.gradebook) }
    // At first the focus is on what needs a look, which is known after the reading.
    let isFirst = state.scroll.focus == 0 && state.totals.unread > 0
    let focused = isFirst ? nil : state.focused.map { ($0.book.gradebook, $0.row.draft.cell) }
    state.review.courses = courses
    state.silentUndos = undos
    // Drafts may have come or gone above it.
    if let (gradebook, cell) = focused, let row = state.review.row(of: cell, in: gradebook) {
      state.scroll.focus = row
    }
  }

  /// Looks at the drafts again, without asking the service, also at those of further gradebooks.
  func lookAgain(at further: Set<Gradebook> = []) async throws {
    loaded += further.subtracting(loaded)
    try await showKept(loaded)
  }

  /// The review of a gradebook's drafts in their order. What was edited since the reading comes last.
  private func review(of kept: [Draft], in gradebook: Gradebook) -> CourseReview {
    guard let reading = readings[gradebook] else {
      let names = gradebooks.storedNames(gradebook)
      state.names[gradebook] = names
      return CourseReview(unread: names.sorted(kept, by: \.cell), in: gradebook)
    }
    let names = CellNames(
      reading.grid.definitions,
      Dictionary(
        reading.grid.students.map { ($0.username, $0) }, uniquingKeysWith: { first, _ in first }),
      gradebooks.language)
    state.names[gradebook] = names
    let isRead = { (draft: Draft) in reading.students.contains(draft.cell.username) }
    var review = CourseReview(
      names.sorted(kept.filter(isRead), by: \.cell) + kept.filter { !isRead($0) },
      in: gradebook, over: reading.grid, readAt: reading.readAt, of: reading.students,
      skipping: Set(kept.filter(skipped.contains).map(\.id)))
    guard !state.isByName else { return review }
    let drafts = review.drafts
    review.reorder(
      drafts.indices.sorted(descending: true) { .number(Double(drafts[$0].attention)) })
    return review
  }

  /// What the service had in a gradebook.
  func grid(of gradebook: Gradebook) -> CellGrid? { readings[gradebook]?.grid }

  // MARK: Actions

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): move(movement)
    case .focus(let row): state.scroll.focus = row
    case .find(let action): return state.apply(action)
    case .sort:
      state.isByName.toggle()
      return .run { [self] in
        try await lookAgain()
        return .done
      }
    case .publish: return askToPublish()
    case .leaveOut: toggleSkipped()
    case .discard: return askToDiscard()
    case .discardAll: return askToDiscardAll()
    case .edit: return askForValue()
    case .undo: return undo()
    case .openStudent:
      guard let (book, row) = state.focused else { break }
      return .open(.student(book.gradebook.course, row.draft.cell.username))
    case .history: return .open(.history)
    case .mine: decide(.mine)
    case .theirs: decide(.theirs)
    case .later: decide(.leave)
    case .otherValue: return askForOtherValue()
    case .next: changeDecisions { $0.next() }
    case .goOn: return goOn()
    case .stop: return .present(stopQuestion { .done })
    case .close:
      if state.isDone { return .back }
      state.stage = .list
      return .run { [self] in
        try await load()
        return .done
      }
    case .settings: break
    }
    return .done
  }

  func questionBefore(_ leaving: Response) -> (any Overlay)? {
    publishing == nil ? nil : stopQuestion { leaving }
  }

  var questionBeforeInterruption: (any Overlay)? { questionBefore(.leave(.quit)) }

  var isSending: Bool { publishing != nil }

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

  private func toggleSkipped() {
    guard let row = state.focused?.row else { return }
    skipped.toggle(row.draft)
    state.review.toggleSkipped(row.id)
    state.scroll.take(.down)
  }

  /// Changes drafts in a task of its own, which the end of the scene waits for, and says what was done.
  func commit(_ change: @escaping @MainActor () async throws -> Sentence?) -> Response {
    let before = committing
    let task = Task {
      _ = try? await before?.value
      return try await change()
    }
    committing = task
    return .run { [self] in
      let sentence = try await task.value
      try await lookAgain()
      return .several([.draftsChanged, sentence.map(Response.say) ?? .done])
    }
  }
}
