import GradesClient
import GradesCore

/// What a typed text means for a cell, by the same rules as `grades set`.
struct TypedValue: Equatable, Sendable {
  /// Why a text is no value of the item.
  struct Refusal: Error, Equatable, Sendable {
    var problem: ReviewProblem
  }

  /// The value; nil clears.
  var value: GradeValue?
  /// Something that people should look at before they go on, such as a value outside the bounds.
  var warning: ReviewProblem?

  /// Reads a text; nothing, or blanks where they are no value, clear.
  ///
  /// - Parameter current: what the cell holds now: a text that means it in any of its writings is no
  ///   mistake.
  static func read(
    _ text: String, for item: Classification, current: GradeValue?
  ) -> Result<TypedValue, Refusal> {
    let student = Student(username: Username("-"), firstName: nil, lastName: nil)
    let grid = CellGrid(
      definitions: [item], students: [student],
      values: [student.username: [item.identifier: RecordedValue(value: current)]])
    let review = Review(
      [
        RequestedEdit(
          username: student.username.rawValue, identifier: item.identifier.rawValue,
          content: text.isEmpty ? .clear : .text(text))
      ], against: grid, options: Review.Options(allowsClearing: true))
    if let problem = review.problems.first(where: { $0.severity == ReviewProblem.Severity.refused })
    {
      return .failure(Refusal(problem: problem))
    }
    let value = review.changes.first.map { $0.edit.value } ?? current
    return .success(
      TypedValue(value: value, warning: warning(of: value, for: item)))
  }

  /// What is to be said about a value that may be sent.
  static func warning(of value: GradeValue?, for item: Classification) -> ReviewProblem? {
    guard case .number(let number)? = value,
      number < item.minimumValue ?? -.infinity || number > item.maximumValue ?? .infinity
    else { return nil }
    return ReviewProblem(
      .outOfBounds, .warning, identifier: item.identifier.rawValue,
      text: "\(number)", minimum: item.minimumValue, maximum: item.maximumValue)
  }

  /// A number one up or down, no further than the bounds if it is within them; nothing counts as 0. Nil:
  /// the cell holds something else.
  static func stepped(
    _ value: GradeValue?, by distance: Double, for item: Classification
  ) -> GradeValue? {
    let old: Double
    switch value {
    case nil: old = 0
    case .number(let number): old = number
    case .text, .flag: return nil
    }
    // Sums of decimal fractions would get digits that nobody typed.
    let sum = old + distance
    let stepped = abs(sum) < 1e6 ? (sum * 1e9).rounded() / 1e9 : sum
    let (least, most) = (item.minimumValue ?? -.infinity, item.maximumValue ?? .infinity)
    guard least <= old, old <= most, least <= most else { return .number(stepped) }
    return .number(min(max(stepped, least), most))
  }

  /// Yes for no and for nothing, no for yes. Nil: the cell holds something else.
  static func toggled(_ value: GradeValue?) -> GradeValue? {
    switch value {
    case nil, .flag(false): .flag(true)
    case .flag(true): .flag(false)
    case .number, .text: nil
    }
  }
}
