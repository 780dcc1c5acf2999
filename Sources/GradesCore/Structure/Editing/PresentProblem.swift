import GradesClient

/// A problem that an item has in the service.
struct PresentProblem: Hashable {
  private let item: ItemIdentifier
  private let field: StructureField
  private let kind: StructureProblem.Kind
  /// An expression that was edited is to be correct.
  private let expression: String?

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
  }

  static func all(of items: [CourseItem]) -> Set<PresentProblem> {
    let file = StructureFile(course: nil, semester: nil, items: items)
    return Set(file.findings.map { PresentProblem($0, items[$0.item]) })
  }
}
