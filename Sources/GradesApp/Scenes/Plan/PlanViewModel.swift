import Files
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// Assumed values over the user's results of a course. Nothing is stored or sent: it has no way to.
@MainActor @Observable
final class PlanViewModel: SceneModel {
  /// The actions of keys.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a line.
    case focus(Int)
    /// Writes into the focused item: what is assumed, or a first character instead.
    case edit
    case begin(String)
    /// Text and keys for the value that is being written.
    case type(String)
    case key(Key)
    case accept, cancel
    /// Assumes yes or no.
    case toggle
    /// Takes an assumed value back.
    case clear
    /// Takes all assumed values back.
    case forget
    /// Wants more or less.
    case raise, lower
  }

  var state: PlanState

  private let course: CourseRepository
  private let choice: SemesterChoice
  private let absence: @MainActor (UnknownCourse) async -> Failure
  private var planner: CoursePlanner?
  /// Counts the questions, so that a late answer does not replace a newer one.
  private var questions = 0

  /// Makes the scene of a course in a semester; `absence` is the failure where there are no results.
  init(
    course: CourseRepository, code: CourseCode, semester choice: SemesterChoice,
    absence: @escaping @MainActor (UnknownCourse) async -> Failure
  ) {
    self.course = course
    self.choice = choice
    self.absence = absence
    state = PlanState(code: code)
  }

  /// Loads the real results, the stored ones first.
  func appear() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    do {
      for try await snapshot in course.results(of: state.code, in: choice) {
        let results = snapshot.value
        let planner = await onOwnThread { CoursePlanner(results) }
        guard !Task.isCancelled else { return }
        self.planner = planner
        state.results = snapshot
        await answer()
      }
    } catch let error as UnknownCourse {
      throw await absence(error)
    }
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement):
      state.scroll.focus = movement.target(
        from: state.scroll.focus, count: state.items.count, page: state.page)
      return .done
    case .focus(let line):
      state.scroll.focus = line
      return .done
    case .edit: return write(nil)
    case .begin(let text): return write(text)
    case .type(let text): state.field?.text.insert(text)
    case .key(let key): _ = state.field?.text.handle(key)
    case .accept: return accept()
    case .cancel: state.field = nil
    case .toggle:
      guard let item = state.focused else { return .done }
      return assume(.flag(current(item) != .flag(true)), for: item)
    case .clear:
      guard let item = state.focused else { return .done }
      state.accepted[item.item.identifier] = nil
    case .forget:
      state.accepted = [:]
      state.field = nil
    case .raise: state.goalIndex = min(state.goalIndex + 1, max(0, state.goals.count - 1))
    case .lower: state.goalIndex = max(0, state.goalIndex - 1)
    }
    return updating()
  }

  private func current(_ item: ResultItem) -> GradeValue? {
    state.accepted[item.item.identifier] ?? item.recorded.value
  }

  private func write(_ text: String?) -> Response {
    guard let item = state.focused else { return .done }
    guard item.item.definition.isEditable else { return .say(Sentence(.disabledComputed)) }
    let old = ValueWriter.text(state.accepted[item.item.identifier])
    state.field = PlanState.Field(
      item: item.item.definition, text: TextField(text ?? old, isSelected: text == nil))
    return updating()
  }

  private func accept() -> Response {
    guard let field = state.field else { return .done }
    if let problem = field.problem {
      return .say(problem.sentence(field.item.identifier, field.text.text))
    }
    state.accepted[field.item.identifier] = field.value
    state.field = nil
    return handle(.move(.down)).then(updating())
  }

  private func assume(_ value: GradeValue, for item: ResultItem) -> Response {
    state.accepted[item.item.identifier] = value
    return updating()
  }

  // MARK: Answers

  private func updating() -> Response {
    .run { [self] in
      await answer()
      return .done
    }
  }

  /// Asks the planner; on a thread of its own, because a course's formulas can be any.
  private func answer() async {
    guard let planner else { return }
    questions += 1
    let question = questions
    let (assumed, goal) = (state.assumed, state.goal)
    let answer = await onOwnThread {
      PlanState.Answer(
        values: planner.values(assuming: assumed), outcome: planner.outcome(assuming: assumed),
        goal: goal, need: goal.flatMap { Self.need(for: $0, assuming: assumed, planner) },
        notUnderstood: planner.notUnderstood)
    }
    if question == questions { state.answer = answer }
  }

  /// What is needed for a goal; a grade that the course never gives cannot be reached.
  private nonisolated static func need(
    for goal: PlanGoal, assuming assumed: [ItemIdentifier: GradeValue], _ planner: CoursePlanner
  ) -> PlanNeed? {
    do {
      return try planner.need(for: goal, assuming: assumed)
    } catch PlanGoalProblem.neverGiven {
      return .unreachable
    } catch {
      return nil
    }
  }
}

extension Response {
  /// Does this, then something else.
  fileprivate func then(_ other: Response) -> Response { .several([self, other]) }
}
