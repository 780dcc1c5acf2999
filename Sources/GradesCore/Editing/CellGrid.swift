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

  /// Makes a grid of a group's rows (Service contract, 6.8).
  public init(definitions: [Classification], rows: [GroupRow]) {
    self.init(
      definitions: definitions, students: rows.map(\.student),
      values: Dictionary(
        rows.map { ($0.student.username, $0.values) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Makes a grid of a group's matrix, with its columns.
  public init(_ matrix: GroupMatrix) {
    let identifiers = matrix.items.map(\.identifier)
    self.init(
      definitions: matrix.items.map(\.definition), students: matrix.rows.map(\.student),
      values: Dictionary(
        matrix.rows.map { row in
          (
            row.student.username,
            Dictionary(zip(identifiers, row.values), uniquingKeysWith: { first, _ in first })
          )
        }, uniquingKeysWith: { first, _ in first }))
  }

  /// What a cell holds; nothing for a student or item without a value.
  public subscript(cell: GradeCell) -> RecordedValue {
    values[cell.username]?[cell.identifier] ?? RecordedValue(value: nil)
  }
}
