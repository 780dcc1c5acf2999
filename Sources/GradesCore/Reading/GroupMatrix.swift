import GradesClient

/// What to show of a group.
package struct GroupQuery: Hashable, Sendable {
  /// The course with its full code.
  package var course: CourseCode
  package var semester: SemesterChoice
  /// Whose values.
  package var group: GroupID
  /// Which items, in the order of the columns; none means all, in display order.
  package var items: [ItemIdentifier]
  /// Whether times and authors are needed. Without them one item has a smaller response
  /// (Service contract, 6.10).
  package var needsDetails: Bool

  /// Makes a query.
  package init(
    course: CourseCode, semester: SemesterChoice, group: GroupID = .all,
    items: [ItemIdentifier] = [], needsDetails: Bool = true
  ) {
    self.course = course
    self.semester = semester
    self.group = group
    self.items = items
    self.needsDetails = needsDetails
  }
}

/// The values of a group's students: a row a student, a column an item.
package struct GroupMatrix: Hashable, Sendable {
  /// The requested course.
  package var course: CourseCode
  /// The requested semester.
  package var semester: SemesterCode
  /// The group; its name still has its placeholders (Service contract, 7.7).
  package var group: StudentGroup
  /// The columns, from the definitions, because the response with the values leaves out items
  /// without any.
  package var items: [CourseItem]
  /// The students in the answer's order, which means nothing.
  package var rows: [MatrixRow]

  /// Makes a matrix.
  package init(
    course: CourseCode, semester: SemesterCode, group: StudentGroup, items: [CourseItem],
    rows: [MatrixRow]
  ) {
    self.course = course
    self.semester = semester
    self.group = group
    self.items = items
    self.rows = rows
  }

  /// The indices of the columns that these identifiers or names mean, in their order; all columns for none.
  /// Those that the course lacks are left out.
  package func columns(of identifiers: [ItemIdentifier]) -> [Int] {
    if identifiers.isEmpty { return Array(items.indices) }
    let list = CourseItems(course: course, semester: semester, items: items)
    return identifiers.compactMap { identifier in
      list.item(identifier).flatMap { item in
        items.firstIndex { $0.identifier == item.identifier }
      }
    }
  }

  /// The matrix with only these columns, in this order; all columns for none.
  ///
  /// Throws ``UnknownItems`` when the course has not all of them.
  package func selecting(_ identifiers: [ItemIdentifier]) throws(UnknownItems) -> GroupMatrix {
    if identifiers.isEmpty { return self }
    let list = CourseItems(course: course, semester: semester, items: items)
    let chosen = try list.items(identifiers)
    return keeping(columns(of: chosen.map(\.identifier)))
  }

  /// The values without items that students do not see and without texts, which may be about a student; grades
  /// are not.
  package var impersonal: GroupMatrix {
    let definitions = items.map(\.definition)
    let grade = definitions.gradeIndex
    return keeping(
      items.indices.filter {
        !definitions[$0].hidden && (definitions[$0].valueType != .string || $0 == grade)
      })
  }

  private func keeping(_ columns: [Int]) -> GroupMatrix {
    var matrix = self
    matrix.items = columns.map { items[$0] }
    matrix.rows = rows.map { row in
      MatrixRow(student: row.student, values: columns.map { row.values[$0] })
    }
    return matrix
  }
}

/// One student's values.
package struct MatrixRow: Hashable, Sendable {
  package var student: Student
  /// A value for each of the matrix's items, in their order; a missing one is "no value".
  package var values: [RecordedValue]

  /// Makes a row.
  package init(student: Student, values: [RecordedValue]) {
    self.student = student
    self.values = values
  }
}

/// The students of a group.
package struct Roster: Hashable, Sendable {
  /// The requested course.
  package var course: CourseCode
  /// The requested semester.
  package var semester: SemesterCode
  /// The requested group.
  package var group: GroupID
  /// The students in the answer's order, which means nothing.
  package var students: [Student]
}

/// The groups of a course's students.
package struct CourseGroups: Hashable, Sendable {
  /// The requested course.
  package var course: CourseCode
  /// The requested semester.
  package var semester: SemesterCode
  /// The groups in the response's order; their names still have placeholders (Service contract,
  /// 7.7).
  package var groups: [StudentGroup]
}

/// All groups of a course, and which of them are the user's own.
package struct GroupChoice: Hashable, Sendable {
  /// All groups.
  package var groups: CourseGroups
  /// The user's own groups.
  package var own: Set<GroupID>

  /// Puts two lists together: groups made of the user's own parallels (Service contract, 7.6) are in the
  /// list of the own ones alone; here they follow the group of all students.
  init(_ all: CourseGroups, own: CourseGroups?) {
    let own = own?.groups ?? []
    groups = all
    self.own = Set(own.map(\.id))
    let known = Set(all.groups.map(\.id))
    groups.groups.insert(
      contentsOf: own.filter { !known.contains($0.id) },
      at: all.groups.first?.id == .all ? 1 : 0)
  }
}

extension CourseItems {
  /// The items that are meant by identifiers or names, in their order and each once; all items for none.
  /// Throws ``UnknownItems``.
  package func items(_ typed: [ItemIdentifier]) throws(UnknownItems) -> [CourseItem] {
    if typed.isEmpty { return items }
    let found = typed.map { ($0, item($0)) }
    let unknown = found.filter { $0.1 == nil }.map(\.0)
    guard unknown.isEmpty else {
      throw UnknownItems(typed: unknown, among: items.map(\.definition))
    }
    var taken: Set<ItemIdentifier> = []
    return found.compactMap(\.1).filter { taken.insert($0.identifier).inserted }
  }
}
