/// The points and the grade of a course, from its items or its overview.
///
/// The grade is the first `FINAL_SCORE` whose values are texts; the points are the first
/// `POINTS_TOTAL`, else the first `FINAL_SCORE` whose values are numbers (Service contract, 6.7).
/// First means in display order. Each may be missing, and each may have no value.
public struct CourseResult: Codable, Hashable, Sendable {
  /// The points, usually a number; nil means none yet.
  public var points: GradeValue?
  /// The grade, such as `B`; nil means none yet.
  public var grade: GradeValue?
  /// The upper bound of the points.
  public var maximumPoints: Double?
  /// The points needed to pass.
  public var requiredPoints: Double?
  /// Whether the required points are reached; nil when no points are required.
  public var requirementMet: Bool?

  /// Makes the result of a student's items in the tree's order.
  ///
  /// Pass a tree without hidden items for a result that the student may see.
  public init(_ tree: ClassificationTree<StudentClassification>) {
    let definitions = tree.elements.map(\.definition)
    let pointsItem = definitions.pointsIndex.map { tree.elements[$0] }
    points = pointsItem?.recorded.value
    maximumPoints = pointsItem?.definition.maximumValue
    requiredPoints = pointsItem?.definition.requiredValue
    requirementMet = pointsItem?.requirementMet
    grade = definitions.gradeIndex.map { tree.elements[$0] }?.recorded.value
  }

  /// Makes the result of an overview, which has no types, so the values determine them.
  public init(_ overview: CourseOverview) {
    let totals = overview.items.filter { $0.type == .pointsTotal }
    let finals = overview.items.filter { $0.type == .finalScore }
    points = totals.isEmpty ? finals.first { $0.isNumber }?.value : totals.first?.value
    grade = (finals.first { $0.isText } ?? finals.first { !$0.isNumber })?.value
  }
}

extension [Classification] {
  /// The index of the item whose value is a course's points.
  package var pointsIndex: Int? {
    firstIndex { $0.classificationType == .pointsTotal }
      ?? firstIndex { $0.classificationType == .finalScore && $0.valueType == .number }
  }

  /// The index of the item whose value is a course's grade: a letter, or yes or no where there is none.
  package var gradeIndex: Int? {
    firstIndex { $0.classificationType == .finalScore && $0.valueType == .string }
      ?? firstIndex { $0.classificationType == .finalScore && $0.valueType != .number }
  }
}

extension CourseOverview.Item {
  fileprivate var isNumber: Bool { if case .number = value { true } else { false } }
  fileprivate var isText: Bool { if case .text = value { true } else { false } }
}

extension Classification {
  /// Whether a value meets the requirement of this item; nil without a requirement or for a value
  /// that cannot be compared.
  ///
  /// A missing value does not; a number must not be smaller; a boolean must be true
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
  /// Whether the student's value meets the item's requirement; nil without one.
  public var requirementMet: Bool? { definition.requirementMet(by: recorded.value) }
}
