import GradesClient

/// Definitions, students and what they have: what edits are reviewed against.
public struct CellGrid: Sendable {
  /// The items in the order in which people see them.
  public var definitions: [Classification]
  /// The students in the order in which people see them.
  public var students: [Student]
  /// What each student has; a missing value is not graded.
  public var values: [Username: [ItemIdentifier: RecordedValue]]

  /// Makes a grid of its parts.
  public init(
    definitions: [Classification], students: [Student],
    values: [Username: [ItemIdentifier: RecordedValue]]
  ) {
    self.definitions = definitions
    self.students = students
    self.values = values
  }

  /// What a cell holds; nothing for a student or item without a value.
  public subscript(cell: GradeCell) -> RecordedValue {
    values[cell.username]?[cell.identifier] ?? RecordedValue(value: nil)
  }
}
