import GradesClient

/// A problem that an item has in the service.
struct PresentProblem: Hashable {
  private let item: ItemIdentifier
  private let field: StructureField
  private let kind: StructureProblem.Kind
  /// An expression that was edited is to be correct.
  private let expression: String?
  /// Bounds that were edited are to be in order: the minimum, the required value and the maximum.
  private let bounds: [Double?]

  init(_ finding: StructureFinding, _ item: CourseItem) {
    self.item = item.identifier
    field = finding.field
    if case .expression(let problem, _) = finding.kind {
      // Other items may have come whose names are near.
      kind = .expression(problem, near: nil)
    } else {
      kind = finding.kind
    }
    expression = finding.field == .expression ? item.definition.expression : nil
    if case .bounds = finding.kind {
      let item = item.definition
      bounds = [item.minimumValue, item.requiredValue, item.maximumValue]
    } else {
      bounds = []
    }
  }

  static func all(of items: [CourseItem]) -> Set<PresentProblem> {
    let file = StructureFile(course: nil, semester: nil, items: items)
    return Set(file.findings.map { PresentProblem($0, items[$0.item]) })
  }
}
