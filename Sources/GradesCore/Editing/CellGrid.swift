import GradesClient

/// Definitions, students and what they have: what edits are reviewed against.
package struct CellGrid: Sendable {
  /// The items in the order in which people see them.
  package var definitions: [Classification]
  /// The students in the order in which people see them.
  package var students: [Student]
  /// What each student has; a missing value is not graded.
  package var values: [Username: [ItemIdentifier: RecordedValue]]

  /// Makes a grid of its parts.
  package init(
    definitions: [Classification], students: [Student],
    values: [Username: [ItemIdentifier: RecordedValue]]
  ) {
    self.definitions = definitions
    self.students = students
    self.values = values
  }

  /// What a cell holds; nothing for a student or item without a value.
  package subscript(cell: GradeCell) -> RecordedValue {
    values[cell.username]?[cell.identifier] ?? RecordedValue(value: nil)
  }
}
