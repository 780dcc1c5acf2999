import GradesClient
import GradesCore
import Terminal

/// The computed items of one student that the student's drafts change, for the cells of a scene.
struct CellEstimates {
  /// No drafts, or no formulas.
  static let none = CellEstimates(estimates: [:])

  private let estimates: [ItemIdentifier: ComputedEstimates.Estimate]

  private init(estimates: [ItemIdentifier: ComputedEstimates.Estimate]) {
    self.estimates = estimates
  }

  /// Evaluates the formulas of a course for a student.
  ///
  /// - Parameter values: the values that the service has, of all items of the course.
  init(
    of student: Username, values: some Sequence<(item: ItemIdentifier, value: GradeValue?)>,
    _ edits: EditedCells, by formulas: ComputedEstimates?
  ) {
    self = .none
    guard let formulas, edits.changeCount > 0 else { return }
    var recorded: [ItemIdentifier: GradeValue] = [:]
    var drafts: [ItemIdentifier: GradeValue?] = [:]
    for (item, value) in values {
      recorded[item] = value
      guard let edit = edits.edit(for: GradeCell(student, item)), edit.value != value else {
        continue
      }
      drafts[item] = .some(edit.value)
    }
    self.init(estimates: formulas.estimates(of: recorded, with: drafts))
  }

  /// Gives a computed cell its estimate.
  func apply(to cell: inout EditableCell) {
    guard !cell.item.isEditable, let estimate = estimates[cell.item.identifier] else { return }
    cell.estimate = estimate
    if case .value(let value) = estimate { cell.current.value = value }
  }
}

extension ComputedEstimates.Estimate {
  /// The sign beside the value.
  var mark: StyledText {
    switch self {
    case .value: StyledText("≈", .mark)
    case .outdated: StyledText("?", .warning)
    }
  }
}

extension EditedCells {
  /// The sign beside an edited cell, or beside a computed one that edits change; nothing beside others.
  func mark(of cell: EditableCell) -> StyledText {
    if let estimate = cell.estimate { return estimate.mark }
    if isUnkept(cell.cell) { return StyledText("✗", .bad) }
    if isWaiting(cell.cell) { return StyledText("…", .quiet) }
    switch status(of: cell.cell, over: cell.recorded, of: cell.item)?.kind {
    case nil: return ""
    case .conflict: return StyledText("≠", .bad)
    case .ready, .alreadyThere, .rejected, .unconfirmed: return StyledText("●", .mark)
    }
  }
}
