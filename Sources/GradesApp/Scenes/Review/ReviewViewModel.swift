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
  /// A draft with what it is now.
  struct Row: Identifiable {
    let gradebook: Gradebook
    let reviewed: ReviewedDraft

    var draft: Draft { reviewed.draft }
    var id: DraftCell { DraftCell(draft) }
  }

  /// What the scene is doing.
  enum Stage {
    /// The drafts are looked at.
    case list
    /// They are on their way.
    case publishing(CourseCode, PublishProgress)
    /// What became of them, with the names of each course.
    case outcome(ReviewOutcome, [Gradebook: CellNames])
  }

  /// What the service had in the cells of a gradebook's drafts, and the students that were read: the grid has
  /// only those that the course has.
  private struct ReadCells {
    let grid: CellGrid
    let students: Set<Username>
    let readAt: Date
  }

  // MARK: State

  var list = ListState<DraftCell>()
  var stage = Stage.list
  /// Which lines of the outcome are seen.
  var outcomeLines = TextScroll()
  /// What is reviewed.
  var review = Review() {
    didSet {
      rows = (review.courses ?? []).flatMap { course in
        course.drafts.map { Row(gradebook: course.gradebook, reviewed: $0) }
      }
      lines = ChangeLines()
      found = nil
    }
  }
  private(set) var rows: [Row] = []
  /// What the students and items of each course are called.
  private(set) var names: [Gradebook: CellNames] = [:]
  /// The drafts that take back what students were not notified of.
  private var silentUndos: Set<Draft.ID> = []
  /// Whether the drafts are in the order of the sheet; otherwise conflicts and warnings are first.
  private var isByName = false
  private(set) var isLoading = false
  /// What the scene has changed of drafts, the last change at the end.
  var changes: [DraftChange] = []
  /// The publishing that is going on.
  var publishing: Publishing?
  @ObservationIgnored var lines = ChangeLines()
  /// The conflict whose values were drawn last: only that one can be decided by a key.
  @ObservationIgnored var seen: (row: Row.ID, conflict: Conflict)?
  /// What was found last: to look through all drafts for each use of the rows takes too long.
  @ObservationIgnored private var found: (query: String, rows: [Row])?

  /// The course; nil: all.
  let course: CourseCode?
  /// Whether students are notified by the settings.
  let notifies: Bool
  let gradebooks: Gradebooks
  /// What the user skips.
  let skipped: SkippedDrafts
  let strings: Strings
  private let settings: Settings
  private let now: @Sendable () -> Date
  /// The semester in which other scenes show students; nil: not known yet.
  private var semester: SemesterCode?
  /// The gradebooks that had drafts when they were loaded.
  private var loaded: [Gradebook] = []
  private var readings: [Gradebook: ReadCells] = [:]
  /// The last change of drafts that is on its way to the disk.
  private var committing: Task<Sentence?, any Error>?

  init(
    _ course: CourseCode?, gradebooks: Gradebooks, skipped: SkippedDrafts, settings: Settings,
    strings: Strings, now: @escaping @Sendable () -> Date
  ) {
    self.course = course
    self.gradebooks = gradebooks
    self.skipped = skipped
    self.settings = settings
    self.strings = strings
    self.now = now
    notifies = settings.notifiesStudents
  }

  var store: DraftStore { gradebooks.drafts }
  var courses: [CourseReview] { review.courses ?? [] }

  /// Whether all that would be sent takes back what students were not notified of.
  var undoesSilently: Bool {
    !silentUndos.isEmpty && review.publishable.sendOnly(silentUndos)
  }

  /// The names of a course, as far as they are known.
  func names(in gradebook: Gradebook) -> CellNames {
    names[gradebook] ?? CellNames([], [:], gradebooks.language)
  }

  /// What a course's item is; nil before it was read.
  func item(of cell: GradeCell, in gradebook: Gradebook) -> Classification? {
    readings[gradebook]?.grid.definitions.first { $0.identifier == cell.identifier }
  }

  // MARK: Keys

  nonisolated private static let draftKeys: [Binding<ReviewViewModel>] =
    movementKeys(nowIn: { $0.conflict == nil ? .first : .help }) + [
      Binding(
        .character("p"), hint: .keyPublish, in: .first,
        nowIn: { $0.conflict == nil ? .first : .footer }, unless: { $0.publishDisabled }
      ) { $0.askToPublish() },
      Binding(
        .character("m"), hint: .conflictMine, in: .first, when: { $0.conflict != nil }
      ) { $0.decide { $0.overTheirs } },
      Binding(
        .character("t"), hint: .keyTheirs, in: .first, when: { $0.conflict != nil }
      ) { $0.decide { $0.edit.unchanged } },
      Binding(
        .character("l"), hint: .keyLater, in: .first, when: { $0.conflict != nil }
      ) { $0.focusNextConflict() },
      Binding(.character(" "), hint: .keyLeaveOut, unless: { $0.skippingDisabled }) {
        $0.toggleSkipped()
      },
      Binding(
        .character("e"), hint: .keyEdit,
        now: { $0.conflict == nil ? .keyEdit : .keyOtherValue },
        nowIn: { $0.conflict == nil ? .footer : .first }, unless: { $0.editingDisabled }
      ) { $0.askForValue() },
      Binding(.enter, hint: .roleStudent, unless: { $0.openingDisabled }) { model in
        model.focused.map(model.open) ?? .done
      },
      Binding(.delete, .backspace, hint: .structureDiscard, unless: { $0.discardingDisabled }) {
        $0.askToDiscard()
      },
      Binding(
        .character("D"), hint: .keyDiscardAll, in: .help,
        unless: { model in
          model.rows.contains { $0.reviewed.status != .unconfirmed } ? nil : .draftsEmpty
        }
      ) { $0.askToDiscardAll() },
      Binding(
        .control("z"), .character("u"), hint: .keyUndo, in: .help, unless: { $0.undoDisabled }
      ) { $0.undo() },
      Binding(.character("h"), hint: .keyHistory, in: .help) { _ in .open(.history) },
      searchKey,
      Binding(.character("o"), hint: .keyOrder, in: .help) { model in
        model.isByName.toggle()
        return .run {
          try await model.lookAgain()
          return .done
        }
      },
    ]

  /// Settings would replace the scene, and refreshing what publishing will say.
  nonisolated private static let publishingKeys: [Binding<ReviewViewModel>] = [
    Binding(.escape, hint: .keyStop, in: .first) { model in
      .present(model.stopQuestion { .done })
    },
    Binding(
      .character(","), .character("r"), Key(.function(5)), .control("z"), hint: .keySettings,
      in: .nowhere, unless: { _ in .disabledPublishing }
    ) { _ in .done },
  ]

  nonisolated private static let outcomeKeys: [Binding<ReviewViewModel>] = [
    Binding(.enter, .escape, hint: .keyToDrafts, in: .first, when: { !$0.isDone }) { $0.close() },
    Binding(.enter, hint: .keyBack, in: .help, when: { $0.isDone }) { _ in .back },
    Binding(.character("h"), hint: .keyHistory) { _ in .open(.history) },
    Binding(.control("z"), hint: .keyUndo, in: .nowhere, unless: { $0.undoDisabled }) { $0.undo() },
  ]

  nonisolated static let keys = draftKeys + publishingKeys + outcomeKeys

  var bindings: [Binding<ReviewViewModel>] {
    switch stage {
    case .list: return listBindings(Self.draftKeys)
    case .publishing: return Self.publishingKeys
    case .outcome:
      return ReviewViewModel.movementKeys() + Self.outcomeKeys.filter { $0.isOffered(self) }
    }
  }

  func move(_ movement: Movement) -> Response {
    guard case .outcome = stage else { return moveFocus(movement) }
    outcomeLines.take(movement)
    return .done
  }

  func click(_ position: Position, _ words: SceneWords) -> Response? {
    if case .list = stage { clickList(position, words) } else { nil }
  }

  /// The conflict that is decided; nil: the focused draft is in none.
  private var conflict: Conflict? { focused?.reviewed.conflict }

  /// Whether the last publishing has left no draft.
  private var isDone: Bool { review.courses?.isEmpty ?? false }

  private var publishDisabled: Message? {
    if review.totals.isPublishable { return nil }
    // Before the first reading it is unknown whether there are any.
    guard let courses = review.courses else { return .disabledUnread }
    if courses.isEmpty { return .draftsEmpty }
    return review.totals.unread > 0 ? .disabledUnread : .disabledNothingToPublish
  }

  private var skippingDisabled: Message? {
    switch focused?.reviewed.status {
    case .rejected: .disabledNotPublishable
    default: editingDisabled
    }
  }

  private var editingDisabled: Message? {
    guard let reviewed = focused?.reviewed else { return .draftsEmpty }
    switch reviewed.status {
    case nil: return .disabledUnread
    // Another value helps only against the wrong type.
    case .rejected(let reason): return reason == .wrongType ? nil : .disabledNotPublishable
    default: return discardingDisabled
    }
  }

  private var discardingDisabled: Message? {
    guard let reviewed = focused?.reviewed else { return .draftsEmpty }
    return reviewed.status == .unconfirmed ? .disabledUnconfirmed : nil
  }

  private var openingDisabled: Message? {
    guard let focused else { return .draftsEmpty }
    return semester.map { $0 == focused.gradebook.semester } ?? true ? nil : .disabledOtherSemester
  }

  private var undoDisabled: Message? { changes.isEmpty ? .disabledNothingToUndoCells : nil }

  var shownRows: [Row] {
    let query = list.filter.query
    if query.isEmpty { return rows }
    if let found, found.query == list.filter.text { return found.rows }
    let matching = rows.filter { query.matches(searched($0)) }
    found = (list.filter.text, matching)
    return matching
  }

  func searched(_ row: Row) -> [String] {
    let (names, cell) = (names(in: row.gradebook), row.draft.cell)
    return [
      names.student(cell.username), cell.username.rawValue, names.item(cell.identifier),
      cell.identifier.rawValue,
    ]
  }

  func open(_ row: Row) -> Response {
    if let reason = openingDisabled { return .say(Sentence(reason)) }
    return .open(.student(row.gradebook.course, row.draft.cell.username))
  }

  // MARK: Loading

  func appear() async throws {
    if let publishing { return await publishing.ending.value }
    if case .outcome = stage { stage = .list }
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
    if drafts == known, review.totals.unread == 0 { return try await lookAgain() }
    try await load()
  }

  var showsDrafts: Bool { if case .list = stage { true } else { false } }

  func draftsChanged() async -> Bool {
    if showsDrafts { try? await lookAgain() }
    return false
  }

  func finish() async {
    publishing?.stop()
    await publishing?.ending.value
    _ = try? await committing?.value
  }

  /// Shows the drafts as they are kept, then holds them against the service; ends after its answers, or
  /// throws why there is none.
  func load() async throws {
    isLoading = true
    defer { isLoading = false }
    review.confirmed = PublishReport()
    loaded = try await gradebooks.withDrafts(of: course?.rawValue)
    try await lookAgain()
    semester = try? await gradebooks.session.semester(settings.semester).value
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
      review.confirmed.add(try await gradebooks.publisher.confirm(in: gradebook))
      let reading = try await gradebooks.publisher.reading(of: gradebook)
      guard !reading.drafts.isEmpty else { return }
      readings[gradebook] = ReadCells(
        grid: reading.grid, students: Set(reading.drafts.map(\.cell.username)), readAt: now())
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
      if !drafts.isEmpty { kept.append((gradebook, drafts)) }
    }
    let undos = await store.silentUndos(among: kept.flatMap(\.drafts))
    // At first the focus is on a conflict or a warning, which are known after the reading.
    if review.totals.unread > 0, focused?.id == rows.first?.id { list.focused = nil }
    // From here on nothing can be skipped in between.
    review.courses = kept.map { self.review(of: $0.drafts, in: $0.gradebook) }
    silentUndos = undos
  }

  /// The review of a gradebook's drafts in their order. What was edited since the reading comes last.
  private func review(of kept: [Draft], in gradebook: Gradebook) -> CourseReview {
    guard let reading = readings[gradebook] else {
      let names = gradebooks.storedNames(gradebook)
      self.names[gradebook] = names
      return CourseReview(unread: names.sorted(kept, by: \.cell), in: gradebook)
    }
    let names = CellNames(reading.grid, gradebooks.language)
    self.names[gradebook] = names
    let isRead = { (draft: Draft) in reading.students.contains(draft.cell.username) }
    var review = CourseReview(
      names.sorted(kept.filter(isRead), by: \.cell) + kept.filter { !isRead($0) },
      in: gradebook, over: reading.grid, readAt: reading.readAt, of: reading.students,
      skipping: Set(kept.filter(skipped.contains).map(\.id)), leavingConflicts: true)
    guard !isByName else { return review }
    let drafts = review.drafts
    review.reorder(
      drafts.indices.sorted(descending: true) { .number(Double(drafts[$0].attention)) })
    return review
  }

  // MARK: Changing

  private func toggleSkipped() -> Response {
    guard let draft = focused?.draft else { return .done }
    skipped.toggle(draft)
    review.toggleSkipped(draft.id)
    return move(.down)
  }

  /// Goes to the next conflict, if there is another one.
  @discardableResult
  func focusNextConflict() -> Response {
    let shown = shownRows
    let index = shown.firstIndex { $0.id == focused?.id } ?? 0
    let others = shown.dropFirst(index + 1) + shown.prefix(index)
    if let next = others.first(where: { $0.reviewed.conflict != nil }) { focus(next.id) }
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
