import Files
import GradesClient
import GradesCore
import Observation
import Terminal

/// The user's own results of one course: the totals, the tree of items, and all about the focused one. As a plan, values
/// can be assumed in it; nothing of that is stored or sent.
@MainActor @Observable
final class CourseViewModel: TreeViewModel {
  nonisolated static let keys: [Binding<CourseViewModel>] =
    (movementKeys() + foldKeys() + [
      Binding(.enter, hint: .keyDetails, unless: { $0.focused == nil ? .disabledNoItem : nil }) {
        model in model.focused.map(model.open) ?? .done
      },
      toggleKey,
      searchKey,
      Binding(
        .character("u"), hint: .keyHideUngraded,
        now: { $0.state.hidesUngraded ? .keyShowUngraded : .keyHideUngraded }
      ) { $0.hideUngraded() },
      Binding(.character("w"), hint: .structurePlanTitle) { .open(.plan($0.state.code)) },
      Binding(.character("n"), hint: .syncNotifications) { _ in .open(.notifications) },
      Binding(.character("c"), hint: .historyColumnChanges) { _ in .open(.changes) },
    ]).map { $0.after { $0.news = nil } }

  private(set) var state: CourseState
  var list = ListState<ItemIdentifier>()
  /// What is assumed; nil in the scene of the real results.
  var plan: PlanState?
  let courses: CourseMemory
  /// What the scene was opened for, until the focus is on it or a key was pressed.
  private var news: CourseMemory.News?
  private let context: Context
  private let hidesUngraded: @MainActor () -> Bool
  /// Whether the user teaches the course and does not study it.
  private var isTaught = false

  init(
    _ code: CourseCode, plans: Bool = false, _ context: Context, _ courses: CourseMemory,
    hidesUngraded: @escaping @MainActor () -> Bool
  ) {
    self.context = context
    self.courses = courses
    self.hidesUngraded = hidesUngraded
    state = CourseState(code: code, hidesUngraded: !plans && hidesUngraded())
    plan = plans ? PlanState() : nil
  }

  func appear() async throws {
    news = courses.news.removeValue(forKey: state.code) ?? news
    do {
      let snapshots = context.services.repository.results(
        of: state.code, in: context.settings.semester)
      for try await snapshot in snapshots {
        if plan == nil { await show(snapshot) } else { await showPlan(of: snapshot) }
      }
    } catch let error as UnknownCourse {
      let absence = await context.absence(of: error, typed: state.code.rawValue)
      isTaught = absence.sentences.first?.message == .errorNotStudied
      if !isTaught { throw absence }
    }
    news = nil
  }

  /// A teacher sees the group, once.
  func report() -> Response {
    defer { isTaught = false }
    return isTaught ? .replace(.group(state.code, .usual)) : .done
  }

  /// Shows results with what has changed in them, and focuses what the scene was opened for.
  private func show(_ snapshot: Snapshot<CourseResults>) async {
    let results = snapshot.value
    let recorded = await context.services.repository.recordedChanges(
      of: results.course, in: results.semester)
    guard !Task.isCancelled else { return }
    courses.begin(seen: recorded.lastSeen)
    state.all = snapshot
    state.changes = recorded.entries
    state.lastSeen = courses.seenBefore ?? recorded.lastSeen
    if let item = news.flatMap(state.item) { focus(item) }
  }

  private func showPlan(of snapshot: Snapshot<CourseResults>) async {
    let planner = await onOwnThread { [results = snapshot.value] in CoursePlanner(results) }
    guard !Task.isCancelled else { return }
    state.all = snapshot
    plan?.planner = planner
    plan?.accepted = place.flatMap { courses.assumed[$0] } ?? [:]
    await answer()
  }

  func reappear() async throws {
    guard plan == nil else { return }
    news = courses.news.removeValue(forKey: state.code)
    if state.all == nil || news != nil { try await appear() }
    state.hidesUngraded = hidesUngraded()
  }

  /// The course in the semester that is meant.
  var place: CourseMemory.Place? {
    state.all.map { .init(semester: $0.value.semester, course: $0.value.course) }
  }

  var rows: [ResultItem] { state.items }
  func depth(_ row: ResultItem) -> Int { row.item.depth }

  func searched(_ row: ResultItem) -> [String] {
    row.item.definition.names.map(\.name) + [row.id.rawValue]
  }

  func open(_ row: ResultItem) -> Response {
    .present(
      ReadingOverlay(
        title: { StyledText(row.item.definition.name(in: $0.strings.serviceLanguage), .heading) },
        text: { [history = state.history(of: row)] in
          ItemDetails(item: row, words: $0).lines(with: history)
        }))
  }

  func click(_ row: ResultItem) -> Response { plan == nil ? toggle(row) : .done }

  private func hideUngraded() -> Response {
    let hides = !state.hidesUngraded
    return .change(renews: false) { [self] session in
      state.hidesUngraded = try session.change(.hideUngraded) { $0.hidesUngraded = hides }
        .hidesUngraded
      return .done
    }
  }
}
