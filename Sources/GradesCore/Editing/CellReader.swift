import GradesClient

/// Reads what the service has in some cells now, or what is stored of it.
struct CellReader: Sendable {
  let source: any GridSource
  let language: ServiceLanguage

  /// Without stored answers it reads the service's.
  init(
    api: GradesAPI, stored: StoredGrid? = nil, gradebook: Gradebook,
    language: ServiceLanguage = .english
  ) {
    self.language = language
    source = stored ?? LiveGrid(api: api.with(language: language), gradebook: gradebook)
  }

  /// Up to so many students are read one by one, more of them as the whole course.
  static let fewStudents = 5
  private static let requestsAtOnce = 6

  /// Reads the cells of some students. Other cells of theirs may come with them.
  ///
  /// A group's column (Service contract, 6.10) would be the shortest answer for one item, but it
  /// has neither time nor author, and no recorded response has a note in it: saving with the note
  /// read there might erase one. So more than a few students are read as the rows of all (6.8).
  func read(_ cells: some Sequence<GradeCell>) async throws -> CellReading {
    let wanted = Dictionary(grouping: cells, by: \.username)
    guard wanted.count > Self.fewStudents else { return try await records(of: Array(wanted.keys)) }
    var reading = try await rows(of: Set(wanted.keys))
    // Test students are in no answer about all, and the answers of 2018 bring no notes.
    let others = wanted.filter { username, cells in
      guard let values = reading.values[username] else { return true }
      return cells.contains { values[$0.identifier]?.isBare ?? false }
    }
    guard !others.isEmpty else { return reading }
    reading.merge(try await records(of: Array(others.keys)))
    return reading
  }

  /// The cells of students from the rows of all students, the only response with the authors of the values
  /// (Service contract, 6.8).
  func rows(of students: Set<Username>) async throws -> CellReading {
    var reading = CellReading()
    for row in try await source.rows(of: .all) where students.contains(row.student.username) {
      reading.add(row.student, row.values)
    }
    return reading
  }

  /// The authors of other users' values of which reading them gave none. Where they cannot be read, nothing
  /// waits for them.
  func authors(of values: [GradeCell: RecordedValue]) async throws -> [GradeCell: String] {
    let unnamed = values.filter { $0.value.author == nil }
    guard !unnamed.isEmpty else { return [:] }
    do {
      let rows = try await rows(of: Set(unnamed.keys.map(\.username)))
      var authors: [GradeCell: String] = [:]
      for (cell, theirs) in unnamed where rows[cell].hasContent(of: theirs) {
        authors[cell] = rows[cell].author
      }
      return authors
    } catch let error as GradesError where error != .cancelled {
      return [:]
    }
  }

  /// The cells of students, requested one by one.
  func records(of students: [Username]) async throws -> CellReading {
    try await withThrowingTaskGroup(of: (Username, StudentRecord?).self) { group in
      var reading = CellReading()
      var waiting = students.sorted()[...]
      for _ in 0..<Self.requestsAtOnce {
        if let student = waiting.popFirst() { group.addTask { try await answer(about: student) } }
      }
      for try await (student, record) in group {
        if let record {
          var named = record.student
          named.username = student
          reading.add(
            named,
            record.items.keyed(by: \.definition.identifier).mapValues(\.recorded))
        } else {
          reading.unknownStudents.insert(student)
        }
        if let student = waiting.popFirst() { group.addTask { try await answer(about: student) } }
      }
      return reading
    }
  }

  /// The student's record; nil: the course has no such student.
  private func answer(about student: Username) async throws -> (Username, StudentRecord?) {
    do {
      return (student, try await source.record(of: student))
    } catch let error as GradesError where error.mayMeanNothingThere {
      return (student, nil)
    }
  }
}

struct CellReading: Sendable {
  private(set) var values: [Username: [ItemIdentifier: RecordedValue]] = [:]
  private(set) var students: [Username: Student] = [:]
  var unknownStudents: Set<Username> = []

  /// The value of the cell; empty for a student without one.
  subscript(cell: GradeCell) -> RecordedValue {
    values[cell.username]?[cell.identifier] ?? RecordedValue(value: nil)
  }

  mutating func add(_ student: Student, _ values: [ItemIdentifier: RecordedValue]) {
    students[student.username] = student
    self.values[student.username] = values
  }

  /// Forgets all students but some.
  mutating func keep(_ usernames: Set<Username>) {
    values = values.filter { usernames.contains($0.key) }
    students = students.filter { usernames.contains($0.key) }
  }

  mutating func merge(_ other: CellReading) {
    values.merge(other.values) { _, new in new }
    students.merge(other.students) { old, new in new.completed(by: old) }
    unknownStudents.formUnion(other.unknownStudents)
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
