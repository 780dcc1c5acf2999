import GradesClient
import GradesCore
import GradesLocalization
import Terminal

struct PlanText {
  private let strings: Strings
  private var values: ValueText { ValueText(strings) }

  init(_ strings: Strings) { self.strings = strings }

  /// Points and grade in a line; "unknown" for what cannot be estimated.
  func outcome(_ outcome: PlanOutcome, in results: CourseResults) -> StyledText {
    let definitions = results.items.map(\.item.definition)
    var parts: [StyledText] = []
    if definitions.pointsIndex != nil {
      switch outcome.points {
      case .value(.number(let points)?):
        parts.append(StyledText(strings(.coursePoints, [.count: points]), .heading))
      case .value(let value): parts.append(StyledText(values.text(value)))
      case .unknown: parts.append(StyledText(strings(.planUnknownPoints), .quiet))
      }
    }
    if definitions.gradeIndex != nil {
      switch outcome.grade {
      case .value(nil): parts.append(StyledText(strings(.courseNoGrade), .quiet))
      case .value(let value?): parts.append(strings.courseGrade(value))
      case .unknown: parts.append(StyledText(strings(.planUnknownGrade), .quiet))
      }
    }
    return parts.joined(separator: ", ")
  }

  func goal(_ goal: PlanGoal) -> String {
    switch goal {
    case .grade(let letter): strings(.planGoalGrade, [.grade: letter])
    case .points(let points): strings(.coursePoints, [.count: points])
    case .pass: strings(.planGoalPass)
    }
  }

  /// The goal in a table of grades.
  func name(of goal: PlanGoal) -> String {
    if case .grade(let letter) = goal { letter } else { self.goal(goal) }
  }

  /// Whether a goal is reached, or how much more it needs.
  func standing(of need: PlanNeed) -> StyledText {
    switch need.reachability {
    case .unknown: StyledText(strings(.planNotEstimated), .warning)
    case .unreachable: StyledText(strings(.planOutOfReach), .quiet)
    case .reachable where need.needsNothing: StyledText(strings(.planReached), .good)
    case .reachable: StyledText(strings(.planMore, [.total: .number(need.total ?? 0)]), .mark)
    }
  }

  /// What each open item gives to it in the proposal, of how much.
  func proposal(of need: PlanNeed, in results: CourseResults) -> StyledText {
    if need.needsNothing { return "" }
    return need.items.compactMap { item -> StyledText? in
      guard let share = item.share else { return nil }
      let definition = results.items.first { $0.id == item.identifier }?.item.definition
      let name = definition?.name(in: strings.serviceLanguage) ?? item.identifier.rawValue
      var text = StyledText(name + " ") + StyledText(values.text(share), .heading)
      if case .number = share, let maximum = item.maximum {
        text += StyledText(" / " + values.text(maximum), .quiet)
      }
      return text
    }.joined(separator: ", ")
  }

  /// Outcomes with their labels; one line for a course that has neither points nor a grade.
  func summary(_ outcomes: [(Message, PlanOutcome)], in results: CourseResults) -> [StyledText] {
    let definitions = results.items.map(\.item.definition)
    guard definitions.pointsIndex != nil || definitions.gradeIndex != nil else {
      return [StyledText(strings(.planNothingToEstimate), .quiet)]
    }
    return outcomes.map { line($0, outcome($1, in: results)) }
  }

  func line(_ label: Message, _ value: StyledText) -> StyledText {
    StyledText(strings(label), .quiet) + StyledText(" ") + value
  }

  /// The lines above the planner's items: the estimate, and what the goal needs.
  func header(of answer: Plan, in results: CourseResults) -> [StyledText] {
    var lines = summary([(.planEstimate, answer.outcome)], in: results)
    guard let wanted = answer.goal else { return lines }
    let value: Argument = .text(goal(wanted))
    switch answer.need?.reachability {
    case .reachable?:
      let total: Argument = .number(answer.need?.total ?? 0)
      lines.append(
        StyledText(
          answer.need?.needsNothing == true
            ? strings(.planNeededNothing, [.value: value])
            : strings(.planNeededTotal, [.value: value, .total: total]), .good))
    case .unreachable?: lines.append(StyledText(strings(.planNeededTooMuch, [.value: value]), .bad))
    default: lines.append(StyledText(strings(.planNeededUnknown, [.value: value]), .warning))
    }
    if !answer.planner.notUnderstood.isEmpty {
      let list: Argument = .text(list(answer.planner.notUnderstood))
      lines.append(StyledText(strings(.planNotUnderstood, [.allowed: list]), .warning))
    }
    return lines
  }

  func sentence(of need: PlanNeed, in plan: Plan) -> String {
    let value: Argument = .text(plan.goal.map(goal) ?? "")
    if need.reachability == .unreachable {
      return ([strings(.planUnreachable, [.value: value])] + changes(need, in: plan))
        .joined(separator: " ")
    }
    let formulas = plan.planner.notUnderstood
    guard !formulas.isEmpty else { return strings(.planTooComplex, [.value: value]) }
    return strings(.planUncertain, [.value: value, .allowed: list(formulas)])
  }

  private func changes(_ need: PlanNeed, in plan: Plan) -> [String] {
    need.changes.sorted { $0.key < $1.key }.map { item, value in
      strings(
        .planChange,
        [
          .item: item, .value: values.text(value),
          .other: values.text(plan.planner.recordedValue(of: item)),
        ])
    }
  }

  /// What has to be known beside the numbers.
  func remarks(of plan: Plan, _ reach: PlanReach) -> [StyledText] {
    var remarks: [StyledText] = []
    func add(_ message: Message, _ items: [ItemIdentifier]) {
      guard !items.isEmpty else { return }
      remarks.append(StyledText(strings(message, [.allowed: list(items)]), .warning))
    }
    if let need = plan.need, need.reachability == .reachable {
      if need.needsNothing {
        remarks.append(StyledText(strings(.planNothingNeeded), .good))
      } else {
        remarks.append(
          StyledText(strings(.planTotal, [.total: .number(need.total ?? 0)]), .heading))
      }
      remarks += rows(of: need, in: plan)
      if !need.isLeast { remarks.append(StyledText(strings(.planBounded), .warning)) }
      add(.planUnmetMinimums, need.unmetMinimums)
    }
    add(.planNotUnderstood, plan.planner.notUnderstood)
    add(.planUnbounded, reach.unbounded)
    return remarks
  }

  private func rows(of need: PlanNeed, in plan: Plan) -> [StyledText] {
    guard let item = need.rowItem else { return [] }
    let name = plan.planner.results.items.first { $0.item.identifier == item }?.item.definition
      .name(in: strings.serviceLanguage)
    return need.rows.map { row in
      let value: Argument = .number(row.value)
      return StyledText(
        row.rest.map {
          strings(.planRow, [.item: .text(name ?? item.rawValue), .value: value, .total: $0])
        } ?? strings(.planRowImpossible, [.item: .text(name ?? item.rawValue), .value: value]))
    }
  }

  private func list(_ items: [ItemIdentifier]) -> String {
    items.map(\.rawValue).joined(separator: ", ")
  }
}
