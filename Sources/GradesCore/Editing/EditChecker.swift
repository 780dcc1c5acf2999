import GradesClient

/// Compares edits with the cells of one reading of the service.
public struct EditChecker: Sendable {
  /// What the edits are compared with.
  public let grid: CellGrid
  let items: [ItemIdentifier: Classification]
  let students: [Username: Student]

  /// Makes a checker of a grid that has the definitions of all items, and the students of the edits as
  /// far as the course has them.
  public init(_ grid: CellGrid) {
    self.grid = grid
    items = Dictionary(
      grid.definitions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    students = Dictionary(
      grid.students.map { ($0.username, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What an edit is now.
  public func status(of edit: DraftEdit) -> EditStatus {
    EditStatus(
      edit, over: grid[edit.cell], of: items[edit.cell.identifier],
      hasStudent: students[edit.cell.username] != nil)
  }

  /// What a draft is now. Only a reading by the publisher decides what became of one that was sent.
  public func status(of draft: Draft) -> EditStatus {
    guard draft.state != .unconfirmed else { return EditStatus(kind: .unconfirmed) }
    return status(of: draft.edit)
  }

  /// What to report about an edit with a status: why it is rejected, or that its value is outside the
  /// bounds. Nil if there is nothing to report. Both are warnings, because other edits do not wait for them.
  public func problem(of edit: DraftEdit, _ status: EditStatus) -> EditProblem? {
    guard case .rejected(let rejection) = status.kind else {
      return status.warning.map { EditProblem($0, of: edit.cell) }
    }
    var problem = EditProblem(
      EditProblem.Kind(rejection), .warning, username: edit.cell.username.rawValue,
      identifier: edit.cell.identifier.rawValue)
    if rejection == .wrongType {
      problem.text = ValueWriter.text(edit.value)
      problem.valueType = items[edit.cell.identifier]?.valueType
    }
    return problem
  }
}

extension EditStatus {
  fileprivate init(kind: Kind) {
    self.kind = kind
    warning = nil
  }
}

extension EditProblem {
  /// The warning about a value outside its item's bounds.
  public init(_ violation: BoundsViolation, of cell: GradeCell) {
    self.init(
      .outOfBounds, .warning, username: cell.username.rawValue,
      identifier: cell.identifier.rawValue, text: ValueWriter.text(violation.number),
      minimum: violation.minimum, maximum: violation.maximum)
  }
}

extension EditProblem.Kind {
  init(_ rejection: EditStatus.Rejection) {
    self =
      switch rejection {
      case .unknownStudent: .unknownStudent
      case .unknownItem: .unknownItem
      case .computed: .computed
      case .wrongType: .wrongType
      }
  }
}

extension DraftReason {
  init(_ rejection: EditStatus.Rejection) {
    let code: Code =
      switch rejection {
      case .unknownStudent: .unknownStudent
      case .unknownItem: .unknownItem
      case .computed: .computed
      case .wrongType: .wrongType
      }
    self.init(code)
  }
}
