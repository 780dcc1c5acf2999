import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What the planner answers to assumed values and a goal.
struct Plan: Sendable {
  let planner: CoursePlanner
  let assumed: [ItemIdentifier: GradeValue]
  let goal: PlanGoal?
  let values: [ItemIdentifier: CoursePlanner.Planned]
  let outcome: PlanOutcome
  /// What the goal needs; nil without a goal, and where the course cannot have it.
  private(set) var need: PlanNeed?

  private(set) var problem: PlanGoalProblem?

  init(_ planner: CoursePlanner, assuming assumed: [ItemIdentifier: GradeValue], goal: PlanGoal?) {
    (self.planner, self.assumed, self.goal) = (planner, assumed, goal)
    values = planner.values(assuming: assumed)
    outcome = planner.outcome(assuming: assumed)
    guard let goal else { return }
    do throws(PlanGoalProblem) { need = try planner.need(for: goal, assuming: assumed) } catch {
      problem = error
      // A grade that is never given cannot be reached.
      if case .neverGiven = error { need = .unreachable }
    }
  }
}

/// What is assumed over a student's results in the app, and what comes of it.
struct PlanState {
  struct Field {
    var item: Classification
    var text: TextField

    var value: GradeValue? { try? GradeValue.assumed(text.text, for: item) }

    /// Why the text is no value that can be assumed; nil for one, and for no text.
    var problem: AssumedValueProblem? {
      guard !text.text.isEmpty else { return nil }
      do throws(AssumedValueProblem) {
        _ = try GradeValue.assumed(text.text, for: item)
        return nil
      } catch {
        return error
      }
    }
  }

  var planner: CoursePlanner?
  var accepted: [ItemIdentifier: GradeValue] = [:]
  var field: Field?
  var goalIndex = 0
  var answer: Plan?
  /// Counts the questions, so that a late answer does not replace a newer one.
  var questions = 0

  /// The goals from the easiest, which is to pass, to the hardest.
  var goals: [PlanGoal] {
    let goals = planner?.goals ?? []
    return goals.isEmpty ? [] : [.pass] + goals.dropFirst()
  }

  /// The assumed values, with the one that is being written as far as it is one.
  var assumed: [ItemIdentifier: GradeValue] {
    guard let field else { return accepted }
    var assumed = accepted
    assumed[field.item.identifier] = field.value
    return assumed
  }
}

/// Why a text is no value that can be assumed for an item, with what can be written instead.
struct AssumedValueProblem: Error {
  let sentence: Sentence
  var violation: EditProblem?
}

extension GradeValue {
  /// The value that a text assumes for an item. The service warns about values outside an item's bounds; here they
  /// would only make the estimate wrong.
  static func assumed(
    _ text: String, for item: Classification
  ) throws(AssumedValueProblem) -> GradeValue {
    let arguments: Arguments = [.item: item.identifier, .value: text]
    guard case .success(let value?) = ValueReader().value(typed: text, for: item, over: nil) else {
      let message: Message = item.valueType == .number ? .planNotANumber : .planNotAValue
      throw AssumedValueProblem(sentence: Sentence(message, arguments))
    }
    guard let violation = EditProblem(value, outside: item, of: nil) else { return value }
    let sentence =
      if let maximum = violation.maximum, violation.isAboveMaximum {
        Sentence(.planAboveMaximum, arguments.merging([.maximum: .number(maximum)]))
      } else {
        Sentence(
          .planBelowMinimum, arguments.merging([.minimum: .number(violation.minimum ?? 0)]))
      }
    throw AssumedValueProblem(sentence: sentence, violation: violation)
  }
}
