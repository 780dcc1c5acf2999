import GradesClient

/// Definitions, students and what they have: what edits are compared with.
package struct CellGrid: Sendable {
  /// The items in the order in which people see them.
  package let definitions: [Classification]
  /// The students in the order in which people see them, as far as the course has them.
  package let students: [Student]
  /// What each student has; a missing value is not graded.
  package var values: [Username: [ItemIdentifier: RecordedValue]]
  let items: [ItemIdentifier: Classification]
  let people: [Username: Student]

  package init(
    definitions: [Classification], students: [Student],
    values: [Username: [ItemIdentifier: RecordedValue]]
  ) {
    self.definitions = definitions
    self.students = students
    self.values = values
    items = definitions.keyed(by: \.identifier)
    people = students.keyed(by: \.username)
  }

  /// What a cell holds; nothing for a student or item without a value.
  package subscript(cell: GradeCell) -> RecordedValue {
    values[cell.username]?[cell.identifier] ?? RecordedValue(value: nil)
  }

  func verdict(on edit: DraftEdit) -> Verdict {
    edit.verdict(
      over: self[edit.cell], of: items[edit.cell.identifier],
      hasStudent: people[edit.cell.username] != nil)
  }

  /// What to report about an edit: why it is rejected, or that its value is outside the bounds; nil if there is
  /// nothing to report. Both are warnings, because other edits do not wait for them.
  func problem(of edit: DraftEdit, _ verdict: Verdict) -> EditProblem? {
    let item = items[edit.cell.identifier]
    guard case .waiting(let reason) = verdict else {
      return item.flatMap { edit.boundsViolation(of: $0) }.map { EditProblem($0, of: edit.cell) }
    }
    var problem = EditProblem(EditProblem.Kind(reason.code), .warning, of: edit.cell)
    if reason.code == .wrongType {
      problem.text = ValueWriter.text(edit.value)
      problem.valueType = item?.valueType
    }
    return problem
  }
}
