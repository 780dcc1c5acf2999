import GradesClient

/// What to show of a group.
public struct GroupQuery: Hashable, Sendable {
  /// The course with its full code.
  public var course: CourseCode
  /// The semester.
  public var semester: SemesterCode
  /// Whose values.
  public var group: GroupID
  /// Which items, in the order of the columns; none means all, in display order.
  public var items: [ItemIdentifier]
  /// Whether times and authors matter. Without them one item comes in a smaller answer
  /// (Service contract, 6.10).
  public var needsDetails: Bool

  /// Makes a query.
  public init(
    course: CourseCode, semester: SemesterCode, group: GroupID = .all,
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
public struct GroupMatrix: Hashable, Sendable {
  /// The course that was asked for.
  public var course: CourseCode
  /// The semester that was asked for.
  public var semester: SemesterCode
  /// The group; its name still has its placeholders (Service contract, 7.7).
  public var group: StudentGroup
  /// The columns. They come from the definitions: the values' answer leaves out what has no value.
  public var items: [CourseItem]
  /// The students in the answer's order, which means nothing.
  public var rows: [MatrixRow]

  /// Makes a matrix.
  public init(
    course: CourseCode, semester: SemesterCode, group: StudentGroup, items: [CourseItem],
    rows: [MatrixRow]
  ) {
    self.course = course
    self.semester = semester
    self.group = group
    self.items = items
    self.rows = rows
  }

  /// The matrix with only these columns, in this order; all columns for none.
  ///
  /// Throws ``UnknownItems`` when the course has not all of them.
  public func selecting(_ identifiers: [ItemIdentifier]) throws(UnknownItems) -> GroupMatrix {
    if identifiers.isEmpty { return self }
    let list = CourseItems(course: course, semester: semester, items: items)
    let chosen = try list.items(identifiers)
    let indices = chosen.compactMap { item in items.firstIndex { $0.identifier == item.identifier }
    }
    var matrix = self
    matrix.items = chosen
    matrix.rows = rows.map { row in
      MatrixRow(student: row.student, values: indices.map { row.values[$0] })
    }
    return matrix
  }
}

/// One student's values.
public struct MatrixRow: Hashable, Sendable {
  /// The student.
  public var student: Student
  /// A value for each of the matrix's items, in their order; "no value" where there is none.
  public var values: [RecordedValue]

  /// Makes a row.
  public init(student: Student, values: [RecordedValue]) {
    self.student = student
    self.values = values
  }
}

/// The students of a group.
public struct Roster: Hashable, Sendable {
  /// The course that was asked for.
  public var course: CourseCode
  /// The semester that was asked for.
  public var semester: SemesterCode
  /// The group that was asked for.
  public var group: GroupID
  /// The students in the answer's order, which means nothing.
  public var students: [Student]

  /// Makes a roster.
  public init(course: CourseCode, semester: SemesterCode, group: GroupID, students: [Student]) {
    self.course = course
    self.semester = semester
    self.group = group
    self.students = students
  }
}

/// The groups of a course's students.
public struct CourseGroups: Hashable, Sendable {
  /// The course that was asked for.
  public var course: CourseCode
  /// The semester that was asked for.
  public var semester: SemesterCode
  /// The groups in the answer's order; their names still have placeholders (Service contract, 7.7).
  public var groups: [StudentGroup]

  /// Makes a list.
  public init(course: CourseCode, semester: SemesterCode, groups: [StudentGroup]) {
    self.course = course
    self.semester = semester
    self.groups = groups
  }

  /// The groups with those that are missing among them, behind the group of all students.
  func including(_ others: [StudentGroup]) -> CourseGroups {
    var all = self
    let known = Set(groups.map(\.id))
    all.groups.insert(
      contentsOf: others.filter { !known.contains($0.id) },
      at: groups.first?.id == .all ? 1 : 0)
    return all
  }
}

/// A course has no items with these identifiers.
public struct UnknownItems: Error, Hashable, Sendable {
  /// What was asked for and is not there.
  public var identifiers: [ItemIdentifier]
  /// All the items that are there, in display order.
  public var known: [ItemIdentifier]

  /// Makes the error.
  public init(identifiers: [ItemIdentifier], known: [ItemIdentifier]) {
    self.identifiers = identifiers
    self.known = known
  }
}

/// The service knows the course but not this group.
public struct UnknownGroup: Error, Hashable, Sendable {
  /// What was asked for.
  public var group: GroupID

  /// Makes the error.
  public init(group: GroupID) { self.group = group }
}

extension CourseItems {
  /// The items with identifiers, in their order and each once; all items for none. Throws
  /// ``UnknownItems``.
  public func items(_ identifiers: [ItemIdentifier]) throws(UnknownItems) -> [CourseItem] {
    if identifiers.isEmpty { return items }
    let found = identifiers.map { ($0, item($0)) }
    let unknown = found.filter { $0.1 == nil }.map(\.0)
    guard unknown.isEmpty else {
      throw UnknownItems(identifiers: unknown, known: items.map(\.identifier))
    }
    var taken: Set<ItemIdentifier> = []
    return found.compactMap(\.1).filter { taken.insert($0.identifier).inserted }
  }
}
