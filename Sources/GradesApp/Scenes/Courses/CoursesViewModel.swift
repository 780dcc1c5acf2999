import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The courses of a semester in two lists, studying and teaching; in a wide window, the focused one beside them.
@MainActor @Observable
final class CoursesViewModel: ListViewModel {
  var list = ListState<Row.ID>()
  private var listing: CourseListing
  private var isLoading = false
  /// Whether there is room for the focused course beside the list.
  private var hasPane = false
  /// The results that were shown beside the list.
  private var panes: [CourseCode: CourseState] = [:]
  /// The courses whose results could not be loaded.
  private var failedPanes: Set<CourseCode> = []

  /// Not observed, because it changes while a frame is drawn.
  @ObservationIgnored private var paneLoads = PaneLoads()
  private let context: Context
  private let hidesUngraded: @MainActor () -> Bool
  private let unread: UnreadCounting
  private var choice: SemesterChoice

  /// Makes the scene of the settings' semester.
  init(_ context: Context, hidesUngraded: @escaping @MainActor () -> Bool) {
    self.context = context
    self.hidesUngraded = hidesUngraded
    unread = context.unreadCounting
    listing = CourseListing(context.settings)
    choice = context.settings.semester
  }

  private var services: Services { context.services }

  // MARK: Loading

  /// Loads the courses, the stored ones first, and counts what is unread at the same time.
  func appear() async throws {
    isLoading = true
    defer { isLoading = false }
    // What is beside the list is asked for again, too.
    paneLoads.restart()
    await showUnread(unread.stored())
    _ = try await unread.count {
      for try await snapshot in services.courses.courses(in: choice) { try await show(snapshot) }
    } show: { [weak self] in
      self?.showUnread($0)
    }
  }

  func reappear() async throws {
    guard listing.all != nil else { return try await appear() }
    // The course that was opened may have been read since.
    paneLoads.restart()
    if let counts = await context.draftCounts() { listing.show(counts) }
    await showUnread(unread.stored())
    await showUnread(unread.refreshed())
  }

  private func show(_ snapshot: Snapshot<CourseList>) async throws {
    let counts = await context.draftCounts()
    // Another semester may have been chosen while the drafts were counted.
    try Task.checkCancellation()
    listing.all = snapshot
    if let counts { listing.show(counts) }
  }

  private func showUnread(_ counts: [CourseCode: Int]?) {
    if let counts { listing.unread = counts }
  }

  // MARK: Rows

  var rows: [ListedCourse] { listing.rows }

  func searched(_ row: ListedCourse) -> [String] { [row.code.rawValue, row.name ?? ""] }

  // MARK: Keys

  nonisolated static let keys: [Binding<CoursesViewModel>] =
    listKeys(open: .keyOpen) + [
      Binding(.character("e"), hint: .nameSemester) { $0.chooseSemester() }
    ] + teacherKeys + [
      Binding(.character("n"), hint: .keyNotifications) { _ in .open(.notifications) },
      Binding(.character("c"), hint: .keyChanges) { _ in .open(.changes) },
      Binding(.character("S"), hint: .keyStudy) { _ in .open(.study) },
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
      unless: { $0.listing.hasDrafts ? nil : .draftsEmpty }
    ) { _ in .open(.review(nil)) },
    Binding(
      .character("s"), hint: .keyStructure, in: .help, when: { $0.isTeacher },
      unless: { $0.focusedTaught == nil ? .disabledNotTaught : nil }
    ) { $0.focusedTaught.map { .open(.structure($0)) } ?? .done },
    Binding(.character("h"), hint: .keyHistory, in: .help, when: { $0.isTeacher }) { _ in
      .open(.history)
    },
  ]

  private var isTeacher: Bool {
    listing.hasDrafts || listing.all?.value.teaching.isEmpty == false
  }

  private var nothingFocused: Message? { focused == nil ? .disabledNothingSelected : nil }

  private var listHiddenDisabled: Message? {
    listing.hiddenCount == 0 && !listing.listsHidden ? .disabledNoHidden : nil
  }

  /// The focused course, if the user teaches it.
  private var focusedTaught: CourseCode? {
    focused.flatMap { $0.id.isTaught ? $0.code : nil }
  }

  /// Opens a course as a student where the user is one, or as a teacher.
  func open(_ row: ListedCourse) -> Response {
    guard let list = listing.all?.value else { return .done }
    return list.studying.contains { $0.code == row.code }
      ? .open(.course(row.code)) : .open(.group(row.code, .usual))
  }

  private func listHidden() -> Response {
    listing.listsHidden.toggle()
    return .done
  }

  /// Hides the focused course, or shows it again.
  private func hide() -> Response {
    guard let course = focused?.code else { return .done }
    let hides = !listing.hidden.contains(course)
    return .change(.hiddenCourses) {
      $0.hiddenCourses = $0.hiddenCourses.filter { $0 != course } + (hides ? [course] : [])
    } then: { [self] settings in
      listing.hidden = Set(settings.hiddenCourses)
      return .say(
        Sentence(hides ? .coursesNowHidden : .coursesShownAgain, [.course: course]))
    }
  }

  /// Pins the focused course behind those that are pinned, or no longer.
  private func pin() -> Response {
    guard let course = focused?.code else { return .done }
    let pins = !listing.pinned.contains(course)
    return .change(.pinnedCourses) {
      $0.pinnedCourses = $0.pinnedCourses.filter { $0 != course } + (pins ? [course] : [])
    } then: { [self] settings in
      listing.pinned = settings.pinnedCourses
      return .say(
        Sentence(pins ? .coursesPinned : .coursesUnpinned, [.course: course]))
    }
  }

  private func chooseSemester() -> Response {
    SemesterPicker.question(
      chosen: choice,
      current: services.session.storedSemester(.current) ?? listing.all?.value.semester
    ) { [self] in choose($0) }
  }

  private func choose(_ semester: SemesterChoice) -> Response {
    choice = semester
    listing.clear()
    paneLoads.restart()
    (panes, failedPanes) = ([:], [])
    list = ListState()
    return .several([.view(semester), .reload])
  }

  // MARK: The course beside the list

  /// The course whose results are shown beside the list.
  private var paneCourse: CourseCode? {
    hasPane ? focused.flatMap { $0.id.isTaught ? nil : $0.code } : nil
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
      for try await snapshot in services.course.results(of: code, in: choice) {
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
      trailing: listing.all.map { words.remarks(on: $0, of: $0.value.semester) } ?? [],
      staleSince: listing.all?.staleSince)
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

  func content(
    _ rows: [ListedCourse], width: Int, _ words: SceneWords
  ) -> ListContent<ListedCourse> {
    var columns = CoursesReport.columns(
      words.strings, isScreen: true, hasShortGrades: width < 53)
    columns[0] = columns[0].marked { StyledText($0.isPinned ? "*" : " ", .accent) }
    return ListContent(
      CoursesReport.sections(rows, words.strings).map(ListContent.Section.init), columns: columns,
      of: self.rows, width: width, remarks: remarks(words.strings).map { StyledText($0, .quiet) })
  }

  /// Why there are no courses, or fewer than one might expect.
  private func remarks(_ strings: Strings) -> [String] {
    guard let listed = listing.courses else { return isLoading ? [strings(.progressCourses)] : [] }
    var remarks: [String] = []
    if listed.codes.isEmpty, listing.hiddenCount == 0 {
      remarks.append(
        strings(.coursesEmpty, [.semester: strings.title(of: listed.semester)]))
    }
    if listing.hiddenCount > 0, !listing.listsHidden {
      remarks.append(strings(.coursesHiddenHere, [.count: listing.hiddenCount]))
    }
    return remarks
  }
}
