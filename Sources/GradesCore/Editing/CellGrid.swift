import GradesClient

/// Definitions, students and what they have: what was read, and what edits are compared with.
package struct CellGrid: Sendable {
  /// The items in the order in which people see them.
  package var definitions: [Classification] { didSet { items = Self.items(definitions) } }
  /// What each student has; a missing value is not graded.
  package var values: [Username: [ItemIdentifier: RecordedValue]]
  /// The students, as far as the course has them.
  package private(set) var people: [Username: Student]
  private(set) var items: [ItemIdentifier: Classification]
  private var order: [Username]

  package init(
    definitions: [Classification] = [], students: [Student] = [],
    values: [Username: [ItemIdentifier: RecordedValue]] = [:]
  ) {
    self.definitions = definitions
    self.values = values
    people = students.keyed(by: \.username)
    items = Self.items(definitions)
    order = students.map(\.username)
  }

  private static func items(
    _ definitions: [Classification]
  ) -> [ItemIdentifier: Classification] { definitions.keyed(by: \.identifier) }

  /// The students in the order in which people see them.
  package var students: [Student] { order.compactMap { people[$0] } }

  /// What a cell holds; nothing for a student or item without a value.
  package subscript(cell: GradeCell) -> RecordedValue {
    get { values[cell.username]?[cell.identifier] ?? RecordedValue(value: nil) }
    set { values[cell.username, default: [:]][cell.identifier] = newValue }
  }

  // MARK: Reading

  mutating func add(_ student: Student, _ values: [ItemIdentifier: RecordedValue]) {
    if people.updateValue(student, forKey: student.username) == nil {
      order.append(student.username)
    }
    self.values[student.username] = values
  }

  /// The grid of some of the students, by username.
  func keeping(_ usernames: some Sequence<Username>) -> CellGrid {
    var grid = CellGrid(definitions: definitions)
    for username in Set(usernames).sorted() {
      if let student = people[username] { grid.add(student, values[username] ?? [:]) }
    }
    return grid
  }

  mutating func merge(_ other: CellGrid) {
    for student in other.students {
      let known = people[student.username]
      add(
        known.map(student.completed) ?? student, other.values[student.username] ?? [:])
    }
  }

  // MARK: Comparing

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
      return item.flatMap { edit.boundsViolation(of: $0) }
    }
    var problem = EditProblem(EditProblem.Kind(reason.code), .warning, of: edit.cell)
    if reason.code == .wrongType {
      problem.text = ValueWriter.text(edit.value)
      problem.valueType = item?.valueType
    }
    return problem
  }
}

extension Student {
  /// The student with what only another response has: one that has no number does not say that there is none.
  fileprivate func completed(by other: Student) -> Student {
    var student = self
    student.firstName = firstName ?? other.firstName
    student.lastName = lastName ?? other.lastName
    student.email = email ?? other.email
    student.personalNumber = personalNumber ?? other.personalNumber
    return student
  }
}
