import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The Review scene: drafts of one course or of all, compared with the service, changed, skipped, discarded and
/// published. A conflict is decided in its row.
@MainActor @Observable
final class ReviewViewModel: ListViewModel {
  typealias Row = Review.Row

  enum Stage {
    case list
    case publishing(CourseCode, PublishProgress)
    case outcome(ReviewOutcome)
  }

  // MARK: State

  var list = ListState<DraftCell>()
  var stage = Stage.list
  var outcomeLines = TextScroll()
  /// The reviews of the courses; nil before their drafts were loaded.
  var reviews: [Review]? {
    didSet {
      totals = ReviewTotals(courses)
      rows = courses.flatMap(\.rows)
      lines = ChangeLines()
      found = nil
    }
  }
  private(set) var totals = ReviewTotals([])
  /// What became of changes that were unconfirmed before.
  private(set) var confirmed = PublishReport()
  private(set) var rows: [Row] = []
  private(set) var names: [Gradebook: CellNames] = [:]
  /// The drafts that take back what students were not notified of.
  private var silentUndos: Set<Draft.ID> = []
  /// Whether the drafts are in the order of the sheet; otherwise conflicts and warnings are first.
  var isByName = false
  private(set) var isLoading = false
  /// What the scene has changed of drafts, the last change at the end.
  var changes: [DraftChange] = []
  /// A publishing in the background: what sends, and what follows, also when that failed or was stopped.
  var publishing: (sending: Task<ReviewOutcome, Never>, ending: Task<Void, Never>)?
  @ObservationIgnored var lines = ChangeLines()
  /// The conflict whose values were drawn last: only that one can be decided by a key.
  @ObservationIgnored var seen: Row?
  /// What was found last: to look through all drafts for each use of the rows takes too long.
  @ObservationIgnored private var found: (query: String, rows: [Row])?

  let course: CourseCode?
  let skipped: SkippedDrafts
  let context: Context
  /// The semester in which other scenes show students; nil: not known yet.
  private(set) var semester: SemesterCode?
  /// The gradebooks that had drafts when they were loaded.
  private var loaded: [Gradebook] = []
  /// What the service had in the cells of the drafts, and when.
  private var readings: [Gradebook: (drafts: [Draft], grid: CellGrid, time: Date)] = [:]
  /// The last change of drafts that is on its way to the disk.
  private var committing: Task<Sentence?, any Error>?

  init(_ course: CourseCode?, in context: Context, _ skipped: SkippedDrafts) {
    self.course = course
    self.context = context
    self.skipped = skipped
  }

  var gradebooks: Gradebooks { context.gradebooks }
  var store: DraftStore { context.services.drafts }
  var strings: Strings { context.strings }
  var notifies: Bool { context.settings.notifiesStudents }
  var courses: [Review] { reviews ?? [] }
  var publishable: [Review] { courses.filter(\.isPublishable) }

  /// Whether all that would be sent takes back what students were not notified of.
  var undoesSilently: Bool { totals.notify(onlyOf: silentUndos) }

  func names(in gradebook: Gradebook) -> CellNames {
    names[gradebook] ?? CellNames()
  }

  func item(of cell: GradeCell, in gradebook: Gradebook) -> Classification? {
    readings[gradebook]?.grid.definitions.first { $0.identifier == cell.identifier }
  }

  // MARK: Rows

  var shownRows: [Row] {
    let query = list.filter.query
    if query.isEmpty { return rows }
    if let found, found.query == list.filter.text { return found.rows }
    let matching = rows.filter { query.matches(searched($0)) }
    found = (list.filter.text, matching)
    return matching
  }

  func searched(_ row: Row) -> [String] { names(in: row.gradebook).searched(row.draft.cell) }

  func open(_ row: Row) -> Response {
    if let reason = openingDisabled { return .say(Sentence(reason)) }
    return .open(.student(row.gradebook.course, row.draft.cell.username))
  }

  // MARK: Loading

  func appear() async throws {
    if let publishing { return await publishing.ending.value }
    stage = .list
    try await load()
  }

  func reappear() async throws {
    if let publishing { return await publishing.ending.value }
    let known = Set(rows.map(\.draft))
    let kept = try await gradebooks.withDrafts(of: course?.rawValue)
    var drafts: Set<Draft> = []
    for gradebook in kept { drafts.formUnion(try await store.drafts(in: gradebook)) }
    if case .outcome = stage {
      // What was made since, such as an undo's drafts, is not what the outcome is about.
      guard !drafts.isSubset(of: known) else { return }
      stage = .list
    }
    // What is skipped may be another scene's choice.
    if drafts == known, totals.unread == 0 { return try await lookAgain() }
    try await load()
  }

  var showsDrafts: Bool { if case .list = stage { true } else { false } }

  func draftsChanged() async -> Bool {
    if showsDrafts { try? await lookAgain() }
    return false
  }

  func finish() async {
    publishing?.sending.cancel()
    await publishing?.ending.value
    _ = try? await committing?.value
  }

  /// Shows the drafts as they are kept, then holds them against the service; ends after its answers, or
  /// throws why there is none.
  func load() async throws {
    isLoading = true
    defer { isLoading = false }
    confirmed = PublishReport()
    loaded = try await gradebooks.withDrafts(of: course?.rawValue)
    try await lookAgain()
    semester = try? await context.services.session.semester(context.settings.semester).value
    var failure: (any Error)?
    for gradebook in loaded {
      do { try await read(gradebook) } catch {
        try Task.checkCancellation()
        failure = failure ?? error
      }
    }
    try await lookAgain()
    if let failure { throw failure }
  }

  /// Reads what is unconfirmed, as the service may have it already, and what the others are held against.
  private func read(_ gradebook: Gradebook) async throws {
    do {
      confirmed.add(try await gradebooks.publisher.confirm(in: gradebook))
      let (drafts, grid) = try await gradebooks.publisher.reading(of: gradebook)
      guard !drafts.isEmpty else { return }
      readings[gradebook] = (drafts, grid, context.now())
      names[gradebook] = CellNames(grid, gradebooks.language)
    } catch GradesError.notFound {
      throw await gradebooks.missing(gradebook)
    }
  }

  /// Looks at the drafts again, without asking the service, also at those of further gradebooks.
  func lookAgain(at further: Set<Gradebook> = []) async throws {
    loaded += further.subtracting(loaded)
    var kept: [(gradebook: Gradebook, drafts: [Draft])] = []
    for gradebook in loaded {
      let drafts = try await store.drafts(in: gradebook)
      guard !drafts.isEmpty else { continue }
      kept.append((gradebook, drafts))
      if readings[gradebook] == nil { names[gradebook] = await gradebooks.storedNames(gradebook) }
    }
    let undos = await store.silentUndos(among: kept.flatMap(\.drafts))
    // At first the focus is on a conflict or a warning, which are known after the reading.
    if totals.unread > 0, focused?.id == rows.first?.id { list.focused = nil }
    // From here on nothing can be skipped in between.
    reviews = kept.map { self.review(of: $0.drafts, in: $0.gradebook) }
    silentUndos = undos
  }

  /// The review of a gradebook's drafts in their order. What was edited since the reading comes last.
  private func review(of kept: [Draft], in gradebook: Gradebook) -> Review {
    let names = names(in: gradebook)
    guard let read = readings[gradebook] else {
      return Review(names.sorted(kept, by: \.cell), in: gradebook, over: nil)
    }
    // The grid has only the students that the course has.
    let students = Set(read.drafts.map(\.cell.username))
    let isRead = { (draft: Draft) in students.contains(draft.cell.username) }
    var review = Review(
      names.sorted(kept.filter(isRead), by: \.cell) + kept.filter { !isRead($0) },
      in: gradebook, over: read.grid, readAt: read.time, of: students,
      skipping: Set(kept.filter(skipped.contains).map(\.id)), leavingConflicts: true)
    guard !isByName else { return review }
    let rows = review.rows
    review.reorder(rows.indices.sorted(descending: true) { .number(Double(rows[$0].attention)) })
    return review
  }

  // MARK: Changing

  @discardableResult
  func focusNextConflict() -> Response {
    let shown = shownRows
    let index = shown.firstIndex { $0.id == focused?.id } ?? 0
    let others = shown.dropFirst(index + 1) + shown.prefix(index)
    if let next = others.first(where: { $0.theirs != nil }) { focus(next.id) }
    return .done
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
