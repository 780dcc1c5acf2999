import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The courses of a semester in two lists, studying and teaching; in a wide window, the focused one beside them.
@MainActor @Observable
final class CoursesViewModel: ListViewModel {
  /// A course in one of the two lists; it may be in both.
  enum Row: Identifiable {
    case studied(StudiedCourse)
    case taught(TaughtCourse)

    struct ID: Hashable, Sendable {
      var course: CourseCode
      var isTaught: Bool
    }

    var id: ID {
      switch self {
      case .studied(let course): ID(course: course.code, isTaught: false)
      case .taught(let course): ID(course: course.code, isTaught: true)
      }
    }

    var code: CourseCode { id.course }

    var name: String? {
      switch self {
      case .studied(let course): course.name
      case .taught(let course): course.name
      }
    }
  }

  var list = ListState<Row.ID>()
  /// All courses; nil before the first response.
  private var all: Snapshot<CourseList>?
  /// The courses that the user hides, also those of other semesters.
  var hidden: Set<CourseCode>
  /// The courses that come first, in order.
  private var pinned: [CourseCode]
  /// Whether the hidden courses are listed too.
  private var listsHidden = false
  /// How many cells of each course have drafts in the semester.
  private(set) var draftCounts: [CourseCode: Int] = [:]
  /// The courses whose edited structure is a draft in the semester.
  private(set) var structureDrafts: Set<CourseCode> = []
  /// How many notifications of each course are unread.
  private(set) var unreadCounts: [CourseCode: Int] = [:]
  private var isLoading = false
  /// Whether there is room for the focused course beside the list.
  private var hasPane = false
  /// The results that were shown beside the list.
  private var panes: [CourseCode: CourseState] = [:]
  /// The courses whose results could not be loaded.
  private var failedPanes: Set<CourseCode> = []

  private let session: SessionRepository
  private let courseList: CoursesRepository
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
    courseList = courses
    self.course = course
    self.hidesUngraded = hidesUngraded
    self.choice = choice
    self.hidden = hidden
    self.pinned = pinned
  }

  // MARK: Loading

  /// Loads the courses, the stored ones first, and counts what is unread at the same time.
  func appear() async throws {
    isLoading = true
    defer { isLoading = false }
    // What is beside the list is asked for again, too.
    paneLoads.restart()
    await showUnread(unread.stored())
    try await countingUnread {
      for try await snapshot in courseList.courses(in: choice) { try await show(snapshot) }
    }
  }

  func reappear() async throws {
    guard let semester = all?.value.semester else { return try await appear() }
    // The course that was opened may have been read since.
    paneLoads.restart()
    await countDrafts(in: semester)
    await showUnread(unread.stored())
    await showUnread(unread.refreshed())
  }

  /// Loads the one answer that a command prints; counts what is unread where it shows that.
  func loadLatest(countsUnread: Bool) async throws {
    let load = { [self] in try await show(courseList.courses(in: choice).latest()) }
    try await countsUnread ? countingUnread(load) : load()
  }

  private func show(_ snapshot: Snapshot<CourseList>) async throws {
    await countDrafts(in: snapshot.value.semester)
    // Another semester may have been chosen while the drafts were counted.
    try Task.checkCancellation()
    all = snapshot
  }

  /// Drafts that cannot be read do not hide the courses; the command `drafts` says what is wrong.
  private func countDrafts(in semester: SemesterCode) async {
    guard let user = try? await session.user() else { return }
    let owner = DraftOwner(host: host, username: user.username)
    let edited = await StructureDraftFile.gradebooks(of: owner, in: structures)
    structureDrafts = Set(edited.filter { $0.semester == semester }.map(\.course))
    guard let counts = try? await drafts.counts(of: owner) else { return }
    draftCounts = Dictionary(
      counts.filter { $0.key.semester == semester }.map { ($0.key.course, $0.value) },
      uniquingKeysWith: +)
  }

  /// Counts what is unread while the courses are loaded.
  private func countingUnread(_ load: () async throws -> Void) async throws {
    try await unread.count(beside: load) { [weak self] in self?.showUnread($0) }
  }

  private func showUnread(_ counts: [CourseCode: Int]?) {
    if let counts { unreadCounts = counts }
  }

  // MARK: Rows

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
  private var listed: CourseList? {
    (listsHidden ? all?.value : courses?.value)?.pinning(pinned)
  }

  var rows: [Row] {
    guard let listed else { return [] }
    return listed.studying.map(Row.studied) + listed.teaching.map(Row.taught)
  }

  func searched(_ row: Row) -> [String] { [row.code.rawValue, row.name ?? ""] }

  // MARK: Keys

  nonisolated static let keys: [Binding<CoursesViewModel>] =
    listKeys(open: .keyOpen) + [
      Binding(.character("e"), hint: .nameSemester) { $0.chooseSemester() }
    ] + teacherKeys + [
      Binding(.character("n"), hint: .keyNotifications) { _ in .go(.notifications) },
      Binding(.character("c"), hint: .keyChanges) { _ in .go(.changes) },
      Binding(.character("S"), hint: .keyStudy) { _ in .go(.study) },
      Binding(.character("P"), hint: .keyPin, in: .help, unless: { $0.nothingFocused }) {
        $0.pin()
      },
      Binding(.character("x"), hint: .keyHide, in: .help, unless: { $0.nothingFocused }) {
        $0.hide()
      },
      Binding(.character("X"), hint: .keyListHidden, in: .help, unless: { $0.listHiddenDisabled }) {
        $0.listHidden()
      },
    ]

  /// What only teachers have is no key of a student.
  private nonisolated static let teacherKeys: [Binding<CoursesViewModel>] = [
    Binding(
      .character("d"), hint: .keyDrafts, when: { $0.isTeacher },
      unless: { $0.draftCounts.isEmpty ? .draftsEmpty : nil }
    ) { _ in .go(.review) },
    Binding(
      .character("s"), hint: .keyStructure, in: .help, when: { $0.isTeacher },
      unless: { $0.focusedTaught == nil ? .disabledNotTaught : nil }
    ) { $0.focusedTaught.map { .go(.structure($0)) } ?? .done },
    Binding(.character("h"), hint: .keyHistory, in: .help, when: { $0.isTeacher }) { _ in
      .go(.history)
    },
  ]

  private var isTeacher: Bool { !draftCounts.isEmpty || all?.value.teaching.isEmpty == false }

  private var nothingFocused: Message? { focused == nil ? .disabledNothingSelected : nil }

  private var listHiddenDisabled: Message? {
    hiddenCount == 0 && !listsHidden ? .disabledNoHidden : nil
  }

  /// The focused course, if the user teaches it.
  private var focusedTaught: CourseCode? {
    if case .taught(let course)? = focused { course.code } else { nil }
  }

  /// Opens a course as a student where the user is one, or as a teacher.
  func open(_ row: Row) -> Response {
    guard let list = all?.value else { return .done }
    return list.studying.contains { $0.code == row.code }
      ? .go(.course(row.code)) : .go(.teaching(row.code))
  }

  private func listHidden() -> Response {
    listsHidden.toggle()
    return .done
  }

  /// Hides the focused course, or shows it again.
  private func hide() -> Response {
    guard let course = focused?.code else { return .done }
    let hides = !hidden.contains(course)
    return .change(.hiddenCourses) {
      $0.hiddenCourses = $0.hiddenCourses.filter { $0 != course } + (hides ? [course] : [])
    } then: { [self] settings in
      hidden = Set(settings.hiddenCourses)
      return .say(
        Sentence(hides ? .coursesNowHidden : .coursesShownAgain, [.course: .text(course.rawValue)]))
    }
  }

  /// Pins the focused course behind those that are pinned, or no longer.
  private func pin() -> Response {
    guard let course = focused?.code else { return .done }
    let pins = !pinned.contains(course)
    return .change(.pinnedCourses) {
      $0.pinnedCourses = $0.pinnedCourses.filter { $0 != course } + (pins ? [course] : [])
    } then: { [self] settings in
      pinned = settings.pinnedCourses
      return .say(
        Sentence(pins ? .coursesPinned : .coursesUnpinned, [.course: .text(course.rawValue)]))
    }
  }

  private func chooseSemester() -> Response {
    .present(
      SemesterPicker.overlay(
        chosen: choice, current: session.storedSemester(.current) ?? all?.value.semester
      ) { [self] in choose($0) })
  }

  private func choose(_ semester: SemesterChoice) -> Response {
    choice = semester
    all = nil
    draftCounts = [:]
    structureDrafts = []
    paneLoads.restart()
    (panes, failedPanes) = ([:], [])
    list = ListState()
    return .several([.view(semester), .reload])
  }

  // MARK: The course beside the list

  /// The course whose results are shown beside the list.
  private var paneCourse: CourseCode? {
    if hasPane, case .studied(let course)? = focused { course.code } else { nil }
  }

  /// Waits until the focus stays on the course, so that moving over a list asks for nothing.
  private func loadPane(_ load: PaneLoads.Load) async {
    let code = load.course
    var isLoaded = false
    defer { paneLoads.end(load, isLoaded: isLoaded) }
    do {
      try await unread.clock.pause(.milliseconds(150))
      guard paneLoads.isWanted(load) else { return }
      var pane = panes[code] ?? CourseState(code: code, hidesUngraded: false)
      (pane.isLoading, pane.hidesUngraded) = (true, hidesUngraded())
      panes[code] = pane
      failedPanes.remove(code)
      for try await snapshot in course.results(of: code, in: choice) {
        guard paneLoads.isWanted(load) else { break }
        panes[code]?.all = snapshot
      }
      isLoaded = paneLoads.isWanted(load)
    } catch {
      // The list is complete without it; opening the course shows the reason.
      if paneLoads.isWanted(load), Failure(error) != .cancelled { failedPanes.insert(code) }
    }
    if paneLoads.isOfThisRound(load) { panes[code]?.isLoading = false }
  }

  // MARK: Drawing

  func title(_ words: SceneWords) -> SceneTitle {
    SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(words.strings(.doctorRoles), .heading),
      trailing: all.map { words.remarks(on: $0, of: $0.value.semester) } ?? [],
      staleSince: all?.staleSince)
  }

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect { CoursePane(rect).list }

  /// Asks for the results of the focused course where there is room for them.
  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    let isWide = CoursePane(rect).results != nil
    if hasPane != isWide { hasPane = isWide }
    fitList(in: rect, words)
    guard let load = paneLoads.focus(paneCourse) else { return .done }
    return .run { [weak self] in
      await self?.loadPane(load)
      return .done
    }
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let beside = paneCourse
    CoursePane(rect).draw(
      beside.flatMap { panes[$0] }, hasFailed: beside.map(failedPanes.contains) ?? false,
      of: &frame, words)
    drawList(in: rect, of: &frame, words)
  }

  func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row> {
    let strings = words.strings
    let columns = CourseColumns(
      listed, hidden: hidden, pinned: Set(pinned), unread: unreadCounts, width: width, words)
    let sections = [(Message.coursesStudying, false), (.coursesTeaching, true)].map {
      title, isTaught in
      ListContent.Section(
        title: StyledText(strings(title), .heading),
        rows: rows.filter { $0.id.isTaught == isTaught }
      )
    }
    return ListContent(sections, remarks: remarks(strings).map { StyledText($0, .quiet) }) {
      [draftCounts, structureDrafts] row in
      switch row {
      case .studied(let course): return columns.line(course)
      case .taught(let course):
        let drafts = strings.drafts(
          draftCounts[course.code], structure: structureDrafts.contains(course.code))
        return columns.line(course, StyledText(drafts.map { "● " + $0 } ?? "", .mark))
      }
    }
  }

  /// Why there are no courses, or fewer than one might expect.
  private func remarks(_ strings: Strings) -> [String] {
    guard let listed else { return isLoading ? [strings(.progressCourses)] : [] }
    var remarks: [String] = []
    if listed.codes.isEmpty, hiddenCount == 0 {
      remarks.append(
        strings(.coursesEmpty, [.semester: .text(strings.title(of: listed.semester))]))
    }
    if hiddenCount > 0, !listsHidden {
      remarks.append(strings(.coursesHiddenHere, [.count: .count(hiddenCount)]))
    }
    return remarks
  }
}
