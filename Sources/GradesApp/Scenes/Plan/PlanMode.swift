import Files
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The course's tree as a plan: values are assumed in it, and the planner answers to each key.
extension CourseViewModel {
  nonisolated static let planKeys: [Binding<CourseViewModel>] =
    movementKeys(letters: false) + foldKeys(letters: false, in: .help) + [
      Binding(
        .enter, Key(.function(2)), hint: .keyAssume, in: .first, unless: { $0.assumingDisabled }
      ) { $0.write(nil) },
      Binding(
        .character("+"), hint: .keyWantMore, in: .first,
        unless: { $0.hasHighestGoal ? .disabledHighestGoal : nil }
      ) { $0.want(1) },
      Binding(
        .character("-"), hint: .keyWantLess, in: .first,
        unless: { $0.plan?.goalIndex == 0 ? .disabledLowestGoal : nil }
      ) { $0.want(-1) },
      Binding(
        .character(" "), hint: .itemsTypeYesNo,
        unless: { $0.assumingDisabled ?? ($0.isFlagFocused ? nil : .disabledNotYesNo) }
      ) { model in model.assume(.flag(model.assumedValue != .flag(true))) },
      Binding(
        .delete, .backspace, hint: .keyTakeBack, unless: { $0.assumingDisabled }
      ) { $0.assume(nil) },
      Binding(.control("x"), hint: .keyForget, when: { $0.plan?.accepted.isEmpty == false }) {
        model in
        model.plan?.accepted = [:]
        return model.updating()
      },
      Binding(
        .character("S"), hint: .studyTitle,
        unless: { $0.plannedGrade == nil ? .disabledNotPlanned : nil }
      ) { $0.planInStudy() },
    ]

  private nonisolated static let fieldKeys: [Binding<CourseViewModel>] = [
    Binding(.enter, .down, hint: .keyAccept, in: .first) { $0.accept() },
    Binding(.escape, hint: .keyCancel, in: .first) { model in
      model.plan?.field = nil
      return model.updating()
    },
  ]

  var bindings: [Binding<CourseViewModel>] {
    guard let plan else { return listBindings(Self.keys) }
    return plan.field == nil ? listBindings(Self.planKeys) : Self.fieldKeys
  }

  func takesText(_ words: SceneWords) -> Bool { list.filter.isTyped || plan?.field != nil }
  var scrolls: Bool { plan?.field == nil }

  func typing(_ text: String) -> (@MainActor () -> Response)? {
    guard let plan else { return typingFind(text) }
    if plan.field != nil {
      return { [self] in
        self.plan?.field?.text.insert(text)
        return updating()
      }
    }
    guard let item = focused?.item.definition, item.isEditable,
      item.valueType != .number || text.allSatisfy("0123456789,.".contains)
    else { return nil }
    return { [self] in write(text) }
  }

  func edit(_ key: Key) -> Response? {
    guard plan?.field != nil else { return editFind(key) }
    _ = plan?.field?.text.handle(key)
    return updating()
  }

  private var assumingDisabled: Message? {
    guard let item = focused?.item.definition else { return .disabledNoItem }
    return item.isEditable ? nil : .disabledComputed
  }

  private var isFlagFocused: Bool { focused?.item.definition.valueType == .boolean }

  private var assumedValue: GradeValue? {
    focused.flatMap { plan?.accepted[$0.id] ?? $0.recorded.value }
  }

  /// Writes into the focused item: what is assumed, or a first character instead.
  private func write(_ text: String?) -> Response {
    guard let item = focused else { return .done }
    let old = ValueWriter.text(plan?.accepted[item.id])
    plan?.field = PlanState.Field(
      item: item.item.definition, text: TextField(text ?? old, isSelected: text == nil))
    return updating()
  }

  private func accept() -> Response {
    guard let field = plan?.field else { return .done }
    if let problem = field.problem { return .say(problem.sentence) }
    plan?.accepted[field.item.identifier] = field.value
    plan?.field = nil
    return .several([move(.down), updating()])
  }

  private func assume(_ value: GradeValue?) -> Response {
    if let focused { plan?.accepted[focused.id] = value }
    return updating()
  }

  private var hasHighestGoal: Bool { plan.map { $0.goalIndex >= $0.goals.count - 1 } ?? true }

  private func want(_ more: Int) -> Response {
    plan?.goalIndex += more
    return updating()
  }

  /// The grade that comes of the assumed values.
  private var plannedGrade: String? {
    if case .text(let grade)? = plan?.answer?.outcome.grade.value { grade } else { nil }
  }

  /// Counts that grade in the study.
  private func planInStudy() -> Response {
    guard let place, let plannedGrade else { return .done }
    courses.planned[place] = plannedGrade
    return .open(.study)
  }

  private func updating() -> Response {
    if let place { courses.assumed[place] = plan?.accepted }
    return .run { [self] in
      await answer()
      return .done
    }
  }

  /// Asks the planner; on a thread of its own, because a course's formulas can be any.
  func answer() async {
    guard let plan, let planner = plan.planner else { return }
    let question = plan.questions + 1
    self.plan?.questions = question
    let (assumed, goal) = (plan.assumed, plan.goals[safe: plan.goalIndex])
    let answer = await onOwnThread { Plan(planner, assuming: assumed, goal: goal) }
    if question == self.plan?.questions { self.plan?.answer = answer }
  }
}
