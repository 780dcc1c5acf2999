import GradesClient
import GradesCore
import Terminal

/// What the planner's scene shows.
struct PlanState: Equatable, Sendable {
  /// An answer of the planner to assumed values and a goal.
  struct Answer: Equatable, Sendable {
    var values: [ItemIdentifier: CoursePlanner.Planned]
    var outcome: PlanOutcome
    var goal: PlanGoal?
    /// What the goal needs; nil where the course cannot have it.
    var need: PlanNeed?
    var notUnderstood: [ItemIdentifier]
  }

  /// A value that is being written.
  struct Field: Equatable, Sendable {
    var item: Classification
    var text: TextField
  }

  /// Which course it is.
  var code: CourseCode
  /// The real results; nil before the first response.
  var results: Snapshot<CourseResults>?
  var isLoading = false
  /// The assumed values that were accepted.
  var accepted: [ItemIdentifier: GradeValue] = [:]
  var field: Field?
  /// The place of the goal among the course's goals.
  var goalIndex = 0
  var answer: Answer?
  var scroll = ScrollState()
  /// How many lines are seen at once.
  var page = 10

  init(code: CourseCode) { self.code = code }

  /// The items in display order.
  var items: [ResultItem] { results?.value.items ?? [] }

  /// The focused item.
  var focused: ResultItem? { items[safe: scroll.focus] }

  /// The goals from the easiest to the hardest.
  var goals: [PlanGoal] {
    let definitions = items.map(\.item.definition)
    guard let grade = definitions.gradeIndex.map({ definitions[$0] }) else {
      return definitions.pointsIndex.flatMap { definitions[$0].requiredValue } == nil ? [] : [.pass]
    }
    guard grade.valueType == .string else { return [.pass] }
    return [.pass] + ["D", "C", "B", "A"].map(PlanGoal.grade)
  }

  /// The wanted one.
  var goal: PlanGoal? { goals[safe: goalIndex] }

  /// The assumed values, with the one that is being written as far as it is one.
  var assumed: [ItemIdentifier: GradeValue] {
    guard let field else { return accepted }
    var assumed = accepted
    assumed[field.item.identifier] = field.value
    return assumed
  }
}

extension PlanState.Field {
  /// The value that is written; nil where it is none.
  var value: GradeValue? { (try? GradeValue.assumed(text.text, for: item)) ?? nil }

  /// Why the text is no value that can be assumed; nil for one, and for no text.
  var problem: AssumedValueProblem? {
    guard !text.text.isEmpty else { return nil }
    do throws(AssumedValueProblem) {
      return try GradeValue.assumed(text.text, for: item) == nil
        ? AssumedValueProblem(noValueOf: item) : nil
    } catch {
      return error
    }
  }
}
