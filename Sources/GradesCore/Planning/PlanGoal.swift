import GradesClient

/// What a student wants of a course.
package enum PlanGoal: Hashable, Sendable {
  /// This letter or a better one; another text of the grade, such as `Z`, exactly.
  case grade(String)
  case points(Double)
  /// To pass: a grade other than F, or the points that the course requires.
  case pass
}

/// A goal that a course cannot have.
package enum PlanGoalProblem: Error, Hashable, Sendable {
  case noGrade
  /// The course's grade is yes or no.
  case notALetter
  case noPoints
  /// The course has neither a grade nor points that are required.
  case cannotPass
  /// The course never gives this grade nor a better one; it gives those.
  case neverGiven(String, given: [String])
}

/// The item that decides on a goal, and the values of it that reach the goal.
struct PlanTarget: Sendable {
  let item: Classification
  let goal: PlanGoal

  func isReached(by value: GradeValue?) -> Bool {
    switch (goal, value) {
    case (.grade(let wanted), .text(let text)):
      if text == wanted { return true }
      guard let limit = GradeLetter.rank(wanted), let rank = GradeLetter.rank(text) else {
        return false
      }
      return rank <= limit
    case (.pass, .text(let text)): return GradeLetter.isPassing(text)
    case (.pass, .flag(let flag)): return flag
    case (.points(let least), .number(let number)): return number >= least
    default: return false
    }
  }

  /// How good a value is; those that are wanted are equal, unless they are numbers.
  func rank(of value: GradeValue?) -> Double {
    switch value {
    case .number(let number)?: return number
    case .flag(let flag)?: return flag ? 1 : 0
    case .text? where isReached(by: value): return 1
    // Other texts that pass are as good as a grade can be where there are no letters.
    case .text(let text)?:
      let rank =
        GradeLetter.rank(text) ?? (GradeLetter.isPassing(text) ? 0 : GradeLetter.bands.count)
      return Double(-rank)
    case nil: return -.infinity
    }
  }

  /// The text that is wanted of an open item.
  var text: String? {
    switch goal {
    case .grade(let text): text
    case .pass: item.valueType == .string ? "E" : nil
    case .points: nil
    }
  }
}

extension PlanTarget {
  init(_ goal: PlanGoal, in items: [Classification]) throws(PlanGoalProblem) {
    let grade = items.gradeIndex.map { items[$0] }
    let points = items.pointsIndex.map { items[$0] }
    switch goal {
    case .grade:
      guard let grade else { throw .noGrade }
      guard grade.valueType == .string else { throw .notALetter }
      self.init(item: grade, goal: goal)
    case .points:
      guard let points else { throw .noPoints }
      self.init(item: points, goal: goal)
    case .pass:
      if let grade {
        self.init(item: grade, goal: goal)
      } else if let points, let required = points.requiredValue {
        self.init(item: points, goal: .points(required))
      } else {
        throw .cannotPass
      }
    }
  }
}
