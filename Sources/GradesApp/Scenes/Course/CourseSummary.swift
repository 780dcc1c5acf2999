import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A course's results in a line: points of the maximum, grade, and whether the required minimum is met.
struct CourseSummary {
  let course: CourseResults
  let strings: Strings
  /// Whether a mark has the same meaning as the colour.
  var hasMarks = false

  var text: StyledText { parts.joined(separator: " · ") }

  var parts: [StyledText] { [points, grade, minimum].compactMap { $0 } }

  private var values: ValueText { ValueText(strings) }

  private var points: StyledText {
    switch (course.points, course.maximumPoints) {
    case (let points?, let maximum?):
      StyledText(
        strings(.coursePointsOfMaximum, [.points: values.text(points), .maximum: maximum]))
    case (.number(let points)?, nil):
      StyledText(strings(.coursePoints, [.count: points]))
    case (let points?, nil): StyledText(values.text(points))
    case (nil, _): StyledText(strings(.courseNoPoints), .quiet)
    }
  }

  private var grade: StyledText {
    course.grade.map(strings.courseGrade) ?? StyledText(strings(.courseNoGrade), .quiet)
  }

  /// Nothing is failed before anything is graded.
  private var minimum: StyledText? {
    guard let required = course.requiredPoints else { return nil }
    guard course.points != nil else {
      return StyledText(strings(.courseMinimum, [.required: required]), .quiet)
    }
    guard let isMet = course.requirementMet else { return nil }
    let text = strings(isMet ? .courseMinimumMet : .courseMinimumNotMet, [.required: required])
    let mark = hasMarks ? (isMet ? "✓ " : "✗ ") : ""
    return StyledText(mark + text, isMet ? .good : .bad)
  }
}

extension Strings {
  /// A grade after its word, which "Passed" does not need.
  func courseGrade(_ grade: GradeValue) -> StyledText {
    let text = ValueText(self).grade(grade)
    if case .flag = grade { return text }
    return StyledText(self(.courseGrade, [.grade: text.text]), text.spans.first?.style ?? .plain)
  }
}
