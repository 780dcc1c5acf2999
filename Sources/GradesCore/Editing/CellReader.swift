import GradesClient

/// Reads what the service has in some cells of a gradebook now, or what is stored of it, and reviews what is requested
/// over it.
package struct CellReader: Sendable {
  private let api: GradesAPI
  private let stored: StoredGrid?
  let drafts: DraftStore
  let gradebook: Gradebook
  private let language: ServiceLanguage

  /// - Parameter stored: what is stored of the gradebook, which is read while the service cannot be reached.
  package init(
    api: GradesAPI, stored: StoredGrid? = nil, drafts: DraftStore, gradebook: Gradebook,
    language: ServiceLanguage = .english
  ) {
    self.api = api.with(language: language)
    self.stored = stored
    self.drafts = drafts
    self.gradebook = gradebook
    self.language = language
  }

  /// Up to so many students are read one by one, more of them as the whole course.
  static let fewStudents = 5
  private static let requestsAtOnce = 6

  /// Reads the cells of some students. Other cells of theirs may come with them; students whom the course does not
  /// have are missing.
  ///
  /// A group's column (Service contract, 6.10) would be the shortest answer for one item, but it
  /// has neither time nor author, and no recorded response has a note in it: saving with the note
  /// read there might erase one. So more than a few students are read as the rows of all (6.8).
  func read(_ cells: some Sequence<GradeCell>) async throws -> CellGrid {
    let wanted = Dictionary(grouping: cells, by: \.username)
    guard wanted.count > Self.fewStudents else { return try await records(of: wanted.keys) }
    let rows = try await rows(of: .all)
    // Test students are in no answer about all, and the answers of 2018 bring no notes.
    let others = wanted.filter { username, cells in
      guard let values = rows.values[username] else { return true }
      return cells.contains { values[$0.identifier]?.isBare ?? false }
    }
    guard !others.isEmpty else { return rows.keeping(wanted.keys) }
    let records = try await records(of: others.keys)
    // Who has no record has left the course by now.
    var read = rows.keeping(wanted.keys.filter { others[$0] == nil || records.people[$0] != nil })
    read.merge(records)
    return read
  }

  /// The students of a group with what they have; of all of them, this is the only response with the authors of the
  /// values (Service contract, 6.8).
  private func rows(of group: GroupID) async throws -> CellGrid {
    if let stored { return try stored.people(of: group) }
    var grid = CellGrid()
    for row in try await api.course(gradebook).values.group(group) {
      grid.add(row.student, row.values)
    }
    return grid
  }

  /// The cells of students, requested one by one.
  func records(of students: some Sequence<Username>) async throws -> CellGrid {
    if let stored { return stored.grid.keeping(students) }
    return try await withThrowingTaskGroup(of: StudentRecord?.self) { group in
      var grid = CellGrid()
      var waiting = students.sorted()[...]
      for _ in 0..<Self.requestsAtOnce {
        if let student = waiting.popFirst() { group.addTask { try await record(of: student) } }
      }
      for try await answer in group {
        if let record = answer {
          grid.add(
            record.student,
            record.items.keyed(by: \.definition.identifier).mapValues(\.recorded))
        }
        if let student = waiting.popFirst() { group.addTask { try await record(of: student) } }
      }
      return grid
    }
  }

  /// The student's record under the username that was asked for; nil: the course has no such student.
  private func record(of student: Username) async throws -> StudentRecord? {
    do {
      var record = try await api.course(gradebook).values.student(student, showHidden: true)
      record.student.username = student
      return record
    } catch let error as GradesError where error.mayMeanNothingThere {
      return nil
    }
  }

  /// Names the authors of other users' values of which reading them gave none. Where they cannot be read, nothing
  /// waits for them.
  func nameAuthors(of cells: [GradeCell], in grid: inout CellGrid) async throws {
    let unnamed = cells.filter { grid[$0].author == nil }
    guard !unnamed.isEmpty else { return }
    do {
      let rows = try await rows(of: .all)
      for cell in unnamed where rows[cell].hasContent(of: grid[cell]) {
        grid[cell].author = rows[cell].author
      }
    } catch let error as GradesError where error != .cancelled {}
  }
}

/// What edits are compared with. Throws ``GradesError``, and ``UnknownGroup`` where a group is named.
extension CellReader {
  /// The course's items in the order in which people see them.
  func definitions() async throws -> [Classification] {
    ClassificationTree(try await definitions(in: language)).nodes.map(\.element)
  }

  private func definitions(in language: ServiceLanguage) async throws -> [Classification] {
    if let stored { return stored.grid.definitions }
    return try await api.with(language: language).course(gradebook).definitions.all()
  }

  func naming(_ definitions: [Classification]) async throws -> [Classification] {
    let named = try await self.definitions(in: language.other).keyed(by: \.identifier)
    return definitions.map { definition in
      var definition = definition
      definition.names += (named[definition.identifier]?.names ?? []).filter {
        !definition.names.contains($0)
      }
      return definition
    }
  }

  /// What edits are about: the students that they name, as far as the course has them.
  func grid(
    for edits: [RequestedEdit], of definitions: [Classification]
  ) async throws -> CellGrid {
    let wanted = cells(of: edits, definitions)
    let students = Set(wanted.map(\.username))
    guard students.count > Self.fewStudents else {
      return grid(try await read(wanted), of: definitions)
    }
    var people = CellGrid()
    // A student in neither of these groups is not in the course: a table of another course must not cost a
    // request for each of its students.
    for group in [GroupID.all, .test] where !students.isSubset(of: people.people.keys) {
      try await add(group, to: &people)
    }
    return try await grid(of: people, for: edits, keeping: students, definitions)
  }

  private func cells(
    of edits: [RequestedEdit], _ definitions: [Classification]
  ) -> Set<GradeCell> {
    let items = ItemLookup(definitions)
    return Set(
      edits.map { edit in
        // An unknown item is refused later; its student is read all the same.
        GradeCell(
          Username(edit.username.trimmingBlanks()),
          items.find(edit.identifier).item?.identifier
            ?? ItemIdentifier(edit.identifier.trimmingBlanks()))
      })
  }

  /// What cells hold, with the names of their students, as far as the course has them, and of all items.
  /// They are read as publishing reads them.
  package func grid(of wanted: [GradeCell]) async throws -> CellGrid {
    async let definitions = definitions()
    let reading = try await read(wanted)
    return grid(reading, of: try await definitions)
  }

  /// What the cells of drafts hold, with the authors of values that drafts are in conflict with.
  func grid(of drafts: [Draft]) async throws -> CellGrid {
    guard !drafts.isEmpty else { return CellGrid() }
    var grid = try await grid(of: drafts.map(\.cell))
    let conflicts = drafts.filter { draft in
      if case .conflict = grid.verdict(on: draft.edit) { !draft.isUnconfirmed } else { false }
    }
    try await nameAuthors(of: conflicts.map(\.cell), in: &grid)
    return grid
  }

  /// The students of a group with what they have.
  ///
  /// - Parameter item: the item to be edited, whose notes are needed.
  func grid(
    of group: GroupID, for item: ItemIdentifier, of definitions: [Classification]
  ) async throws -> CellGrid {
    var people = try await people(of: group)
    try await completeNotes(
      in: &people, of: Set(people.people.keys.map { GradeCell($0, item) }))
    return grid(people, of: definitions)
  }

  private func grid(_ reading: CellGrid, of definitions: [Classification]) -> CellGrid {
    var grid = reading.keeping(reading.people.keys)
    grid.definitions = definitions
    return grid
  }

  // MARK: Tables

  /// The students of a group with what they have, before a table says whom it is about.
  func people(of group: GroupID) async throws -> CellGrid {
    do {
      return try await rows(of: group)
    } catch GradesError.notFound {
      throw UnknownGroup(group: group)
    }
  }

  /// Adds the students of a group who are not known yet; a course may have no test students.
  func add(_ group: GroupID, to people: inout CellGrid) async throws {
    do {
      let others = try await self.people(of: group)
      people.merge(others.keeping(others.people.keys.filter { people.people[$0] == nil }))
    } catch  where group == .test && error.meansNoSuchGroup {
      // The service's response is then unknown (Service contract, 3.3).
    }
  }

  /// The cells of some items that hold what the service has computed, of all students and the test students.
  package func computedCells(of items: Set<ItemIdentifier>) async throws -> Set<GradeCell> {
    var people = CellGrid()
    for group in [GroupID.all, .test] { try await add(group, to: &people) }
    return Set(
      people.values.flatMap { username, values in
        values.filter { items.contains($0.key) && $0.value.isComputed && $0.value.value != nil }
          .map { GradeCell(username, $0.key) }
      })
  }

  /// What a table's edits are about: some students with what they have.
  func grid(
    of people: CellGrid, for edits: [RequestedEdit], keeping students: Set<Username>,
    _ definitions: [Classification]
  ) async throws -> CellGrid {
    var people = people.keeping(students)
    try await completeNotes(in: &people, of: cells(of: edits, definitions))
    return grid(people, of: definitions)
  }

  /// Responses of 2018 have no notes, and saving without a note might erase one, so the students of such
  /// cells are requested one by one.
  private func completeNotes(in people: inout CellGrid, of wanted: Set<GradeCell>) async throws {
    let bare = wanted.filter { people.values[$0.username]?[$0.identifier]?.isBare ?? false }
    guard !bare.isEmpty else { return }
    people.merge(try await records(of: Set(bare.map(\.username))))
  }
}

extension Error {
  /// Whether the service may have meant that there is no such group, or none for this user.
  fileprivate var meansNoSuchGroup: Bool {
    if self is UnknownGroup || self is NothingStored { return true }
    return switch (self as? GradesError)?.reason {
    case .badRequest, .notPermitted: true
    default: false
    }
  }
}
