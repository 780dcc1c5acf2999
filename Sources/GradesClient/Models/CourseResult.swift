/// The points and the grade of a course, as its items or its overview tell them.
///
/// The grade is the first `FINAL_SCORE` whose values are texts; the points are the first
/// `POINTS_TOTAL`, else the first `FINAL_SCORE` whose values are numbers (Service contract, 6.7).
/// First means in display order. Each may be missing, and each may be there without a value.
public struct CourseResult: Hashable, Sendable {
  /// The points, a number unless the service says something else; nil means none yet.
  public var points: GradeValue?
  /// The grade, such as `B`; nil means none yet.
  public var grade: GradeValue?
  /// The upper bound of the points.
  public var maximumPoints: Double?
  /// The points needed to pass.
  public var requiredPoints: Double?
  /// Whether the points suffice; nil when no points are required.
  public var requirementMet: Bool?

  /// The result that a student's items tell, taken in the tree's order.
  ///
  /// Pass a tree without hidden items to tell only what the student may see.
  public init(_ tree: ClassificationTree<StudentClassification>) {
    let items = tree.elements
    func first(_ type: ClassificationType, _ matches: (ValueType) -> Bool = { _ in true })
      -> StudentClassification?
    {
      items.first {
        $0.definition.classificationType == type && matches($0.definition.valueType)
      }
    }
    let pointsItem = first(.pointsTotal) ?? first(.finalScore) { $0 == .number }
    points = pointsItem?.recorded.value
    maximumPoints = pointsItem?.definition.maximumValue
    requiredPoints = pointsItem?.definition.requiredValue
    requirementMet = pointsItem?.requirementMet
    // A course may end with yes or no instead of a letter.
    grade =
      (first(.finalScore) { $0 == .string } ?? first(.finalScore) { $0 != .number })?
      .recorded.value
  }

  /// The result that an overview tells. It has no types of values, so the values decide.
  public init(_ overview: CourseOverview) {
    let totals = overview.items.filter { $0.type == .pointsTotal }
    let finals = overview.items.filter { $0.type == .finalScore }
    points = totals.isEmpty ? finals.first { $0.isNumber }?.value : totals.first?.value
    grade = (finals.first { $0.isText } ?? finals.first { !$0.isNumber })?.value
  }
}

extension CourseOverview.Item {
  fileprivate var isNumber: Bool { if case .number = value { true } else { false } }
  fileprivate var isText: Bool { if case .text = value { true } else { false } }
}

extension Classification {
  /// Whether a value fulfils what this item requires; nil when it requires nothing or when the
  /// value cannot be compared.
  ///
  /// No value does not fulfil it; a number must not be smaller; a yes or no must be yes
  /// (Service contract, 6.7).
  public func requirementMet(by value: GradeValue?) -> Bool? {
    guard let requiredValue, valueType != .string else { return nil }
    switch value {
    case nil: return false
    case .number(let number): return number >= requiredValue
    case .flag(let flag): return flag
    case .text: return nil
    }
  }
}

extension StudentClassification {
  /// Whether the student's value fulfils what the item requires; nil when it requires nothing.
  public var requirementMet: Bool? { definition.requirementMet(by: recorded.value) }
}
