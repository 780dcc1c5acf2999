import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The courses of a semester.
@MainActor @Observable
final class CoursesViewModel: SceneModel {
  /// The actions of keys.
  enum Action: FindingAction, Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a row, and opens it where it is focused already.
    case focus(Int)
    case open
    case find(FindAction)
    /// Hides the focused course, or shows it again.
    case hide
    /// Pins the focused course, or no longer.
    case pin
    /// Lists the hidden courses too, or no longer.
    case listHidden
    case chooseSemester
    /// Opens the structure of the focused course.
    case structure
    case review, history, notifications, changes, study
  }

  /// A course in one of the two lists; it may be in both.
  struct Row: Equatable, Sendable {
    var course: CourseCode
    var isTaught: Bool
  }

  /// What the scene shows.
  struct State: FindableRows, Equatable, Sendable {
    /// All courses; nil before the first response.
    var all: Snapshot<CourseList>?
    /// The courses that the user hides, also those of other semesters.
    var hidden: Set<CourseCode> = []
    /// The courses that come first, in order.
    var pinned: [CourseCode] = []
    /// Whether the hidden courses are listed too.
    var listsHidden = false
    /// How many cells of each course have drafts in the semester.
    var draftCounts: [CourseCode: Int] = [:]
    /// The courses whose edited structure is a draft in the semester.
    var structureDrafts: Set<CourseCode> = []
    /// How many notifications of each course are unread.
    var unreadCounts: [CourseCode: Int] = [:]
    var isLoading = false
    var find = TextFind<Row>()
    var scroll = SectionedScroll()
    /// Whether there is room for the focused course beside the list.
    var hasPane = false
    /// The results that were shown beside the list.
    var panes: [CourseCode: CourseState] = [:]
    /// The courses whose results could not be loaded.
    var failedPanes: Set<CourseCode> = []

    /// The course whose results are shown beside the list.
    var paneCourse: CourseCode? {
      guard hasPane, let shown, shown.studying.indices.contains(focus) else { return nil }
      return shown.studying[focus].code
    }

    /// The courses without the hidden ones; nil before the first response.
    var courses: Snapshot<CourseList>? {
      all?.map { all in
        var list = all
        list.studying.removeAll { hidden.contains($0.code) }
        list.teaching.removeAll { hidden.contains($0.code) }
        return list
      }
    }

    /// How many courses of the semester the user hides.
    var hiddenCount: Int { all?.value.codes.count { hidden.contains($0) } ?? 0 }

    /// The courses that are listed, those that are studied first.
    var shown: CourseList? { (listsHidden ? all?.value : courses?.value)?.pinning(pinned) }

    /// The focused course.
    var focused: CourseCode? { origin?.course }

    /// The focused course, if the user teaches it.
    var focusedTaught: CourseCode? {
      shown.flatMap { $0.teaching[safe: scroll.focus - $0.studying.count]?.code }
    }

    var focus: Int {
      get { scroll.focus }
      set { scroll.focus = newValue }
    }

    var focusedRow: Int? { focus }

    /// The focused row.
    var origin: Row? {
      get { rows[safe: focus] }
      set { focus = rows.firstIndex { $0 == newValue } ?? focus }
    }

    mutating func focus(row: Int) { focus = row }

    var searchedTexts: [[String]] {
      guard let shown else { return [] }
      return shown.studying.map { [$0.code.rawValue, $0.name ?? ""] }
        + shown.teaching.map { [$0.code.rawValue, $0.name ?? ""] }
    }

    private var rows: [Row] {
      guard let shown else { return [] }
      return shown.studying.map { Row(course: $0.code, isTaught: false) }
        + shown.teaching.map { Row(course: $0.code, isTaught: true) }
    }
  }

  var state = State()

  private let session: SessionRepository
  private let courses: CoursesRepository
  private let course: CourseRepository
  private let hidesUngraded: @MainActor () -> Bool
  /// Not observed, because it changes while a frame is drawn.
  @ObservationIgnored private var paneLoads = PaneLoads()
  private let drafts: DraftStore
  /// The folder of the drafts of structures.
  private let structures: URL
  private let unread: UnreadCounting
  private let host: String
  private var choice: SemesterChoice

  /// Makes the scene of a semester.
  init(
    session: SessionRepository, courses: CoursesRepository, course: CourseRepository,
    hidesUngraded: @escaping @MainActor () -> Bool, drafts: DraftStore,
    structures: URL, unread: UnreadCounting, host: String,
    hidden: Set<CourseCode>, pinned: [CourseCode], semester choice: SemesterChoice
  ) {
    self.drafts = drafts
    self.structures = structures
    self.unread = unread
    self.host = host
    self.session = session
    self.courses = courses
    self.course = course
    self.hidesUngraded = hidesUngraded
    self.choice = choice
    state.hidden = hidden
    state.pinned = pinned
  }

  /// Loads the courses, the stored ones first, and counts what is unread at the same time.
  func appear() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    // What is beside the list is asked for again, too.
    paneLoads.restart()
    await showUnread(unread.stored())
    try await countingUnread {
      for try await snapshot in courses.courses(in: choice) { try await show(snapshot) }
    }
  }

  func reappear() async throws {
    guard let semester = state.all?.value.semester else { return try await appear() }
    // The course that was opened may have been read since.
    paneLoads.restart()
    await countDrafts(in: semester)
    await showUnread(unread.stored())
    await showUnread(unread.refreshed())
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.scroll.take(movement)
    case .focus(let row): if state.scroll.takesAgain(row) { return handle(.open) }
    case .open: return state.focused.flatMap(open).map(Response.go) ?? .done
    case .find(let action): return state.apply(action)
    case .hide: return state.focused.map(hide) ?? .done
    case .pin: return state.focused.map(pin) ?? .done
    case .listHidden: state.listsHidden.toggle()
    case .chooseSemester:
      return .present(
        SemesterPicker.overlay(
          chosen: choice, current: session.storedSemester(.current) ?? state.all?.value.semester
        ) { [self] in choose($0) })
    case .structure: return state.focusedTaught.map { .go(.structure($0)) } ?? .done
    case .review: return .go(.review)
    case .history: return .go(.history)
    case .notifications: return .go(.notifications)
    case .changes: return .go(.changes)
    case .study: return .go(.study)
    }
    return .done
  }

  /// Asks for the results of the focused course where there is room for them.
  func fitted() -> Response {
    guard let load = paneLoads.focus(state.paneCourse) else { return .done }
    return .run { [weak self] in
      await self?.loadPane(load)
      return .done
    }
  }

  /// Waits until the focus stays on the course, so that moving over a list asks for nothing.
  private func loadPane(_ load: PaneLoads.Load) async {
    let code = load.course
    var isLoaded = false
    defer { paneLoads.end(load, isLoaded: isLoaded) }
    do {
      try await unread.clock.pause(.milliseconds(150))
      guard paneLoads.isWanted(load) else { return }
      var pane = state.panes[code] ?? CourseState(code: code, hidesUngraded: false)
      (pane.isLoading, pane.hidesUngraded) = (true, hidesUngraded())
      state.panes[code] = pane
      state.failedPanes.remove(code)
      for try await snapshot in course.results(of: code, in: choice) {
        guard paneLoads.isWanted(load) else { break }
        state.panes[code]?.all = snapshot
      }
      isLoaded = paneLoads.isWanted(load)
    } catch {
      // The list is complete without it; opening the course shows the reason.
      if paneLoads.isWanted(load), Failure(error) != .cancelled { state.failedPanes.insert(code) }
    }
    if paneLoads.isOfThisRound(load) { state.panes[code]?.isLoading = false }
  }

  /// Loads the one answer that a command prints; counts what is unread where it shows that.
  func loadLatest(countsUnread: Bool) async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    let load = { [self] in try await show(courses.courses(in: choice).latest()) }
    try await countsUnread ? countingUnread(load) : load()
  }

  private func show(_ snapshot: Snapshot<CourseList>) async throws {
    await countDrafts(in: snapshot.value.semester)
    // Another semester may have been chosen while the drafts were counted.
    try Task.checkCancellation()
    state.all = snapshot
  }

  /// Goes where an action of this scene leads.
  func open(_ course: CourseCode) -> Destination? {
    guard let list = state.all?.value else { return nil }
    if list.studying.contains(where: { $0.code == course }) { return .course(course) }
    return list.teaching.contains { $0.code == course } ? .teaching(course) : nil
  }

  /// Drafts that cannot be read do not hide the courses; the command `drafts` says what is wrong.
  private func countDrafts(in semester: SemesterCode) async {
    guard let user = try? await session.user() else { return }
    let owner = DraftOwner(host: host, username: user.username)
    let edited = await StructureDraftFile.gradebooks(of: owner, in: structures)
    state.structureDrafts = Set(edited.filter { $0.semester == semester }.map(\.course))
    guard let counts = try? await drafts.counts(of: owner) else { return }
    state.draftCounts = Dictionary(
      counts.filter { $0.key.semester == semester }.map { ($0.key.course, $0.value) },
      uniquingKeysWith: +)
  }

  /// Hides a course, or shows it again.
  private func hide(_ course: CourseCode) -> Response {
    let hides = !state.hidden.contains(course)
    return .change(.hiddenCourses) {
      $0.hiddenCourses = $0.hiddenCourses.filter { $0 != course } + (hides ? [course] : [])
    } then: { [self] settings in
      state.hidden = Set(settings.hiddenCourses)
      return .say(
        Sentence(hides ? .coursesNowHidden : .coursesShownAgain, [.course: .text(course.rawValue)]))
    }
  }

  /// Pins a course behind those that are pinned, or no longer; the focus stays on it.
  private func pin(_ course: CourseCode) -> Response {
    let pins = !state.pinned.contains(course)
    return .change(.pinnedCourses) {
      $0.pinnedCourses = $0.pinnedCourses.filter { $0 != course } + (pins ? [course] : [])
    } then: { [self] settings in
      let origin = state.origin
      state.pinned = settings.pinnedCourses
      state.origin = origin
      return .say(
        Sentence(pins ? .coursesPinned : .coursesUnpinned, [.course: .text(course.rawValue)]))
    }
  }

  private func choose(_ semester: SemesterChoice) -> Response {
    choice = semester
    state.all = nil
    state.draftCounts = [:]
    state.structureDrafts = []
    paneLoads.restart()
    (state.panes, state.failedPanes) = ([:], [])
    state.scroll = SectionedScroll()
    return .several([.view(semester), .reload])
  }

  /// Counts what is unread while the courses are loaded.
  private func countingUnread(_ load: () async throws -> Void) async throws {
    try await unread.count(beside: load) { [weak self] in self?.showUnread($0) }
  }

  private func showUnread(_ counts: [CourseCode: Int]?) {
    if let counts { state.unreadCounts = counts }
  }
}
