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
  /// Whether there is room for the focused course beside the list.
  private var hasPane = false
  private var panes: [CourseCode: CourseState] = [:]
  private var failedPanes: Set<CourseCode> = []

  private var isPaneLoading = false
  /// The course beside the list; not observed, because it changes while a frame is drawn.
  @ObservationIgnored private var paneFocus: CourseCode?
  /// The courses whose results are loaded or being loaded since the scene was loaded last, and how often it was.
  @ObservationIgnored private var askedPanes: Set<CourseCode> = []
  @ObservationIgnored private var paneRound = 0
  private let context: Context
  private let hidesUngraded: @MainActor () -> Bool
  private let unread: UnreadCounting
  private var choice: SemesterChoice

  init(_ context: Context, hidesUngraded: @escaping @MainActor () -> Bool) {
    self.context = context
    self.hidesUngraded = hidesUngraded
    unread = context.unreadCounting
    listing = CourseListing(context.settings)
    choice = context.settings.semester
  }

  private var services: Services { context.services }

  func appear() async throws {
    restartPanes()
    await showUnread(unread.stored())
    _ = try await unread.count {
      for try await snapshot in services.repository.courses(in: choice) { try await show(snapshot) }
    } show: { [weak self] in
      self?.showUnread($0)
    }
  }

  func reappear() async throws {
    guard let age = listing.all?.fetchedAt, context.now().timeIntervalSince(age) < 60 else {
      return try await appear()
    }
    // The course that was opened may have been read since.
    restartPanes()
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

  var rows: [ListedCourse] { listing.rows }

  func searched(_ row: ListedCourse) -> [String] { [row.code.rawValue, row.name ?? ""] }

  nonisolated static let keys: [Binding<CoursesViewModel>] =
    listKeys(open: .keyOpen) + [
      Binding(.character("e"), hint: .settingsSemester) { $0.chooseSemester() }
    ] + teacherKeys + [
      Binding(
        .character("w"), hint: .structurePlanTitle,
        unless: { $0.focused.map(\.id.isTaught) == false ? nil : .disabledNotStudied }
      ) { model in model.focused.map { .open(.plan($0.code)) } ?? .done },
      Binding(.character("n"), hint: .syncNotifications) { _ in .open(.notifications) },
      Binding(.character("c"), hint: .historyColumnChanges) { _ in .open(.changes) },
      Binding(.character("S"), hint: .studyTitle) { _ in .open(.study) },
      Binding(.character("P"), hint: .keyPin, in: .help, unless: { $0.nothingFocused }) {
        $0.toggle(.pinnedCourses, \.pinnedCourses, \.pinned, .coursesPinned, .coursesUnpinned)
      },
      Binding(.character("x"), hint: .keyHide, in: .help, unless: { $0.nothingFocused }) {
        $0.toggle(.hiddenCourses, \.hiddenCourses, \.hidden, .coursesNowHidden, .coursesShownAgain)
      },
      Binding(
        .character("X"), hint: .settingsHiddenCourses, in: .help,
        unless: { $0.listing.hiddenCount == 0 && !$0.listing.listsHidden ? .disabledNoHidden : nil }
      ) { model in
        model.listing.listsHidden.toggle()
        return .done
      },
    ]

  /// What only teachers have is no key of a student.
  private nonisolated static let teacherKeys: [Binding<CoursesViewModel>] = [
    Binding(
      .character("d"), hint: .statusDrafts, when: { $0.isTeacher },
      unless: { $0.listing.hasDrafts ? nil : .draftsEmpty }
    ) { _ in .open(.review(nil)) },
    Binding(
      .character("s"), hint: .sceneStructure, in: .help, when: { $0.isTeacher },
      unless: { $0.focusedTaught == nil ? .disabledNotTaught : nil }
    ) { $0.focusedTaught.map { .open(.structure($0)) } ?? .done },
    Binding(.character("h"), hint: .sceneHistory, in: .help, when: { $0.isTeacher }) { _ in
      .open(.history)
    },
  ]

  private var isTeacher: Bool {
    listing.hasDrafts || listing.all?.value.teaching.isEmpty == false
  }

  private var nothingFocused: Message? { focused == nil ? .disabledNothingSelected : nil }

  private var focusedTaught: CourseCode? {
    focused.flatMap { $0.id.isTaught ? $0.code : nil }
  }

  /// Opens a course as a student where the user is one, or as a teacher.
  func open(_ row: ListedCourse) -> Response {
    guard let list = listing.all?.value else { return .done }
    return list.studying.contains { $0.code == row.code }
      ? .open(.course(row.code)) : .open(.group(row.code, .usual))
  }

  /// Adds the focused course to those of a setting, behind the others, or removes it.
  private func toggle(
    _ setting: Setting, _ stored: WritableKeyPath<Settings, [CourseCode]>,
    _ listed: WritableKeyPath<CourseListing, [CourseCode]>, _ added: Message, _ removed: Message
  ) -> Response {
    guard let course = focused?.code else { return .done }
    let adds = !listing[keyPath: listed].contains(course)
    return .change { [self] session in
      listing[keyPath: listed] = try session.change(setting) {
        $0[keyPath: stored] = $0[keyPath: stored].filter { $0 != course } + (adds ? [course] : [])
      }[keyPath: stored]
      return .say(Sentence(adds ? added : removed, [.course: course]))
    }
  }

  private func chooseSemester() -> Response {
    SemesterPicker.question(
      chosen: choice,
      current: services.session.storedSemester(.current) ?? listing.all?.value.semester,
      context.strings
    ) { [self] in choose($0) }
  }

  private func choose(_ semester: SemesterChoice) -> Response {
    choice = semester
    listing.clear()
    restartPanes()
    (panes, failedPanes) = ([:], [])
    list = ListState()
    return .several([.change { $0.view(semester) }, .reload])
  }

  // MARK: The course beside the list

  private var paneCourse: CourseCode? {
    hasPane ? focused.flatMap { $0.id.isTaught ? nil : $0.code } : nil
  }

  private func restartPanes() {
    paneRound += 1
    (paneFocus, askedPanes) = (nil, [])
  }

  /// Waits until the focus stays on the course, so that moving over a list asks for nothing.
  private func loadPane(_ code: CourseCode, round: Int) async {
    var isWanted: Bool { round == paneRound && code == paneFocus }
    var isLoaded = false
    do {
      try await unread.clock.pause(.milliseconds(150))
      if isWanted {
        isPaneLoading = true
        panes[code, default: CourseState(code: code, hidesUngraded: false)].hidesUngraded =
          hidesUngraded()
        failedPanes.remove(code)
        for try await snapshot in services.repository.results(of: code, in: choice) {
          guard isWanted else { break }
          panes[code]?.all = snapshot
        }
        isLoaded = isWanted
      }
    } catch {
      // The list is complete without it; opening the course shows the reason.
      if isWanted, Failure(error) != .cancelled { failedPanes.insert(code) }
    }
    if isWanted { isPaneLoading = false }
    if !isLoaded, round == paneRound { askedPanes.remove(code) }
  }

  func title(_ words: SceneWords) -> SceneTitle {
    SceneTitle(
      leading: words.title(.doctorRoles),
      trailing: listing.all.map { words.remarks(on: $0, of: $0.value.semester) } ?? [],
      age: listing.all?.age)
  }

  private static let leastWindowOfPane = 140
  private static let listWidth = 80

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect {
    rect.columns < Self.leastWindowOfPane ? rect : rect.inset(right: rect.columns - Self.listWidth)
  }

  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    let isWide = rect.columns >= Self.leastWindowOfPane
    if hasPane != isWide { hasPane = isWide }
    fitList(in: rect, words)
    let course = paneCourse
    guard course != paneFocus else { return .done }
    paneFocus = course
    guard let course, askedPanes.insert(course).inserted else { return .done }
    return .run { [weak self, paneRound] in
      await self?.loadPane(course, round: paneRound)
      return .done
    }
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    if rect.columns >= Self.leastWindowOfPane {
      for row in rect.rowRange {
        let edge = Position(column: rect.column + Self.listWidth, row: row)
        frame.write(StyledText("│", .quiet), at: edge)
      }
      if let state = paneCourse.flatMap({ panes[$0] }) {
        draw(state, in: rect.inset(left: Self.listWidth + 2), of: &frame, words)
      }
    }
    drawList(in: rect, of: &frame, words)
  }

  private func draw(
    _ state: CourseState, in rect: Rect, of frame: inout Frame, _ words: SceneWords
  ) {
    let width = max(1, rect.columns - 2)
    guard let course = state.results?.value else {
      guard isPaneLoading || failedPanes.contains(state.code) else { return }
      let text = words.strings(
        isPaneLoading ? .progressCourse : .coursesPaneFailed, [.course: state.code])
      frame.write(
        StyledText(text, .quiet).wrapped(to: width), in: rect.inset(left: 1, right: 1))
      return
    }
    let parts = CourseSummary(course: course, strings: words.strings, hasMarks: true).parts
    let name = course.name.map { [StyledText($0, .heading).truncated(to: width)] } ?? []
    let header = name + parts.lines(of: width)
    frame.write(header, in: rect.inset(left: 1, right: 1))
    let tree = rect.inset(top: header.count + 1)
    let items = state.items
    let lines = ItemColumns.lines(width: tree.columns - 1, words) {
      ColumnLines(tree: items, $0, width: tree.columns - 1, depth: \.item.depth)
    }
    frame.write(items.prefix(tree.rows).map(lines.line), in: tree.inset(left: 1))
    let hidden = items.count - tree.rows
    if hidden > 0, tree.rows > 0 {
      let more = words.strings(.coursesMoreItems, [.count: hidden + 1])
      let last = tree.inset(top: tree.rows - 1)
      frame.fill(last)
      frame.write(StyledText(more, .quiet), at: Position(column: last.column + 3, row: last.row))
    }
  }

  func content(
    _ rows: [ListedCourse], width: Int, _ words: SceneWords
  ) -> ListContent<ListedCourse> {
    var columns = CoursesReport.columns(words.strings, isScreen: true, hasShortGrades: width < 53)
    columns[0] = columns[0].marked { StyledText($0.isPinned ? "*" : " ", .accent) }
    return ListContent(
      CoursesReport.sections(rows, words.strings).map(ListContent.Section.init), columns: columns,
      of: self.rows, width: width, remarks: remarks(words).map { StyledText($0, .quiet) })
  }

  /// Why there are no courses, or fewer than one might expect.
  private func remarks(_ words: SceneWords) -> [String] {
    let strings = words.strings
    guard let listed = listing.courses else {
      return words.isBusy ? [strings(.progressCourses)] : []
    }
    var remarks: [String] = []
    if listed.codes.isEmpty, listing.hiddenCount == 0 {
      remarks.append(strings(.coursesEmpty, [.semester: strings.title(of: listed.semester)]))
    }
    if listing.hiddenCount > 0, !listing.listsHidden {
      remarks.append(strings(.coursesHiddenHere, [.count: listing.hiddenCount]))
    }
    return remarks
  }
}
