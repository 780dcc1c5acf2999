import GradesClient

/// What would not be sent of drafts, whatever the user says: told before publishing is tried.
public struct DraftRefusals: Sendable {
  private let items: [ItemIdentifier: Classification]
  private let students: Set<Username>

  /// Takes the course's items, and the students of the drafts whom the course has.
  public init(_ grid: CellGrid) {
    items = Dictionary(
      grid.definitions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    students = Set(grid.students.map(\.username))
  }

  /// Why a draft would not be sent; nil: nothing is in its way. It is a warning, because the other
  /// drafts do not wait for it.
  public func problem(of draft: Draft) -> ReviewProblem? {
    func problem(_ kind: ReviewProblem.Kind) -> ReviewProblem {
      ReviewProblem(
        kind, .warning, username: draft.cell.username.rawValue,
        identifier: draft.cell.identifier.rawValue)
    }
    guard let item = items[draft.cell.identifier] else { return problem(.unknownItem) }
    guard item.isEditable else { return problem(.computed) }
    if let value = draft.value, !value.fits(item.valueType) {
      var wrong = problem(.wrongType)
      wrong.text = ValueText.text(value)
      wrong.valueType = item.valueType
      return wrong
    }
    return students.contains(draft.cell.username) ? nil : problem(.unknownStudent)
  }

  /// What people should know of a draft that would be sent: a value outside the item's bounds.
  public func warning(of draft: Draft) -> ReviewProblem? {
    guard draft.value != draft.base.value, let value = draft.value,
      let item = items[draft.cell.identifier]
    else { return nil }
    return ReviewProblem(outOf: item, value, of: draft.cell)
  }
}

extension ReviewProblem {
  /// The warning about a value outside its item's bounds; nil inside of them, and for other values
  /// than numbers.
  init?(outOf item: Classification, _ value: GradeValue, of cell: GradeCell) {
    guard case .number(let number) = value,
      number < item.minimumValue ?? -.infinity || number > item.maximumValue ?? .infinity
    else { return nil }
    self.init(
      .outOfBounds, .warning, username: cell.username.rawValue,
      identifier: cell.identifier.rawValue, text: ValueText.text(number),
      minimum: item.minimumValue, maximum: item.maximumValue)
  }
}
