import GradesClient

/// What a student wants of a course.
public enum PlanGoal: Hashable, Sendable {
  /// This letter or a better one; another text of the grade, such as `Z`, exactly.
  case grade(String)
  /// At least these points.
  case points(Double)
  /// To pass: a grade other than F, or the points that the course requires.
  case pass
}

/// A goal that a course cannot have.
public enum PlanGoalProblem: Error, Hashable, Sendable {
  /// The course has no grade.
  case noGrade
  /// The course's grade is yes or no.
  case notALetter
  /// The course has no points.
  case noPoints
  /// The course has neither a grade nor points that are required.
  case cannotPass
  /// The course never gives this grade nor a better one; it gives those.
  case neverGiven(String, given: [String])
}

/// The item that decides on a goal, and the values that reach it.
struct PlanTarget: Sendable {
  enum Rule: Sendable, Hashable {
    case letter(String)
    /// Exactly this letter or text.
    case exactly(String)
    case passes
    case isTrue
    case isFalse
    case atLeast(Double)
  }

  let item: ItemIdentifier
  let rule: Rule

  /// What a goal means in a course.
  init(_ goal: PlanGoal, in items: [Classification]) throws(PlanGoalProblem) {
    let grade = items.gradeIndex.map { items[$0] }
    let points = items.pointsIndex.map { items[$0] }
    switch goal {
    case .grade(let text):
      guard let grade else { throw .noGrade }
      guard grade.valueType == .string else { throw .notALetter }
      self.init(item: grade.identifier, rule: .letter(text))
    case .points(let number):
      guard let points else { throw .noPoints }
      self.init(item: points.identifier, rule: .atLeast(number))
    case .pass:
      if let grade {
        self.init(item: grade.identifier, rule: grade.valueType == .string ? .passes : .isTrue)
      } else if let points, let required = points.requiredValue {
        self.init(item: points.identifier, rule: .atLeast(required))
      } else {
        throw .cannotPass
      }
    }
  }

  init(item: ItemIdentifier, rule: Rule) {
    self.item = item
    self.rule = rule
  }

  /// Whether a value is what is wanted.
  func isReached(by value: GradeValue?) -> Bool {
    switch (rule, value) {
    case (.letter(let wanted), .text(let text)):
      if text == wanted { return true }
      guard let limit = GradeLetter.rank(wanted), let rank = GradeLetter.rank(text) else {
        return false
      }
      return rank <= limit
    case (.exactly(let wanted), .text(let text)): return text == wanted
    case (.passes, .text(let text)): return GradeLetter.isPassing(text)
    case (.isTrue, .flag(let flag)): return flag
    case (.isFalse, .flag(let flag)): return !flag
    case (.atLeast(let least), .number(let number)): return number >= least
    default: return false
    }
  }

  /// The conditions under which a case's value is what is wanted, with the texts that have to be entered;
  /// nil: it never is.
  func conditions(
    for value: ItemCases.Value
  ) -> (forms: [LinearForm], texts: [Int: String])? {
    switch value {
    case .number(let form):
      guard case .atLeast(let least) = rule, let limit = form.reaching(least) else { return nil }
      return ([limit], [:])
    case .mark(let form): return markConditions(form).map { ($0, [:]) }
    case .text(let text): return isReached(by: .text(text)) ? ([], [:]) : nil
    case .flag(let flag): return isReached(by: .flag(flag)) ? ([], [:]) : nil
    case .unknownText(let unknown):
      switch rule {
      case .letter(let text), .exactly(let text): return ([], [unknown: text])
      case .passes: return ([], [unknown: "E"])
      default: return nil
      }
    case .unknownFlag(let unknown):
      switch rule {
      case .isTrue:
        return (
          [LinearForm(unknown: unknown, weight: LinearForm.scale).reaching(1)]
            .compactMap(\.self), [:]
        )
      case .isFalse: return ([LinearForm(unknown: unknown, weight: -1)], [:])
      default: return nil
      }
    }
  }

  private func markConditions(_ form: LinearForm) -> [LinearForm]? {
    let bands = GradeLetter.bands
    func atLeast(_ rank: Int) -> [LinearForm]? {
      guard bands[rank].least.isFinite else { return [] }
      return form.reaching(bands[rank].least).map { [$0] }
    }
    switch rule {
    case .letter(let text): return GradeLetter.rank(text).flatMap(atLeast)
    case .passes: return atLeast(bands.count - 2)
    case .exactly(let text):
      guard let rank = GradeLetter.rank(text), let lower = atLeast(rank) else { return nil }
      guard rank > 0 else { return lower }
      guard let better = form.reaching(bands[rank - 1].least) else { return nil }
      return lower + [better.whereNegative]
    case .isTrue, .isFalse, .atLeast: return nil
    }
  }
}

extension LinearForm {
  /// The form that is at least 0 where this one is at least a number; nil where that is too large.
  func reaching(_ least: Double) -> LinearForm? {
    guard let limit = LinearForm(least) else { return nil }
    var form = self
    return form.add(limit, times: -1) ? form : nil
  }
}
