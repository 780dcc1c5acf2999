import GradesClient

/// Reads what edits are compared with. Throws ``GradesError``, and ``UnknownGroup`` where a group is named.
extension CellReader {
  /// The course's items in the order in which people see them.
  func definitions() async throws -> [Classification] {
    let definitions = try await source.definitions(in: language)
    return ClassificationTree(definitions).nodes.map(\.element)
  }

  /// What edits are about: the students that they name, as far as the course has them.
  func grid(
    for edits: [RequestedEdit], of definitions: [Classification]
  ) async throws -> CellGrid {
    let wanted = cells(of: edits, definitions)
    guard Set(wanted.map(\.username)).count > CellReader.fewStudents else {
      return grid(try await read(wanted), of: definitions)
    }
    var people = CellReading()
    let students = Set(wanted.map(\.username))
    // A student in neither of these groups is not in the course: a table of another course must not cost a
    // request for each of its students.
    for source in [GroupID.all, .test] where !students.isSubset(of: people.students.keys) {
      try await add(source, to: &people, only: students)
    }
    try await completeNotes(in: &people, of: wanted)
    return grid(people, of: definitions)
  }

  /// The cells that edits name.
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

  // MARK: Tables

  /// The students of a group with what they have, before a table says whom it is about.
  func people(of group: GroupID) async throws -> CellReading {
    var people = CellReading()
    for row in try await rows(of: group) { people.add(row.student, row.values) }
    return people
  }

  /// Adds the students of a group who are not known yet; a course may have no test students.
  func add(
    _ group: GroupID, to people: inout CellReading, only wanted: Set<Username>? = nil
  ) async throws {
    let rows: [GroupRow]
    do { rows = try await self.rows(of: group) } catch
      where group == .test && error.meansNoSuchGroup
    {
      // The service's response is then unknown (Service contract, 3.3).
      return
    }
    for row in rows
    where people.students[row.student.username] == nil
      && wanted?.contains(row.student.username) != false
    {
      people.add(row.student, row.values)
    }
  }

  /// The cells of some items that hold what the service has computed, of all students and the test students.
  func computedCells(of items: Set<ItemIdentifier>) async throws -> Set<GradeCell> {
    var people = CellReading()
    for group in [GroupID.all, .test] { try await add(group, to: &people) }
    return Set(
      people.values.flatMap { username, values in
        values.filter { items.contains($0.key) && $0.value.isComputed && $0.value.value != nil }
          .map { GradeCell(username, $0.key) }
      })
  }

  /// Adds the personal numbers of students, which no response about a group has, with a request for each.
  func addPersonalNumbers(of students: some Sequence<Username>, to people: inout CellReading)
    async throws
  {
    people.merge(try await records(of: Array(students)))
  }

  /// What a table's edits are about: some students with what they have.
  func grid(
    of people: CellReading, for edits: [RequestedEdit], keeping students: Set<Username>,
    _ definitions: [Classification]
  ) async throws -> CellGrid {
    var people = people
    people.keep(students)
    try await completeNotes(in: &people, of: cells(of: edits, definitions))
    return grid(people, of: definitions)
  }

  /// The items with their names in both languages.
  func naming(_ definitions: [Classification]) async throws -> [Classification] {
    let named = try await source.definitions(in: language.other).keyed(by: \.identifier)
    return definitions.map { definition in
      var definition = definition
      definition.names += (named[definition.identifier]?.names ?? []).filter {
        !definition.names.contains($0)
      }
      return definition
    }
  }

  /// What cells hold, with the names of their students, as far as the course has them, and of all items.
  /// They are read as publishing reads them.
  func grid(of wanted: [GradeCell]) async throws -> CellGrid {
    async let definitions = definitions()
    let reading = try await read(wanted)
    return grid(reading, of: try await definitions)
  }

  /// What the cells of drafts hold, with the authors of values that drafts are in conflict with.
  func grid(of drafts: [Draft]) async throws -> CellGrid {
    guard !drafts.isEmpty else { return CellGrid(definitions: [], students: [], values: [:]) }
    var grid = try await grid(of: drafts.map(\.cell))
    var conflicts: [GradeCell: RecordedValue] = [:]
    for draft in drafts where !draft.isUnconfirmed {
      if case .conflict(let theirs) = grid.verdict(on: draft.edit) {
        conflicts[draft.cell] = theirs
      }
    }
    for (cell, author) in try await authors(of: conflicts) {
      grid.values[cell.username]?[cell.identifier]?.author = author
    }
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
      in: &people, of: Set(people.students.keys.map { GradeCell($0, item) }))
    return grid(people, of: definitions)
  }

  func grid(_ reading: CellReading, of definitions: [Classification]) -> CellGrid {
    CellGrid(
      definitions: definitions,
      students: reading.students.values.sorted { $0.username < $1.username },
      values: reading.values)
  }

  // MARK: Requests

  /// Responses of 2018 have no notes, and saving without a note might erase one, so the students of such
  /// cells are requested one by one.
  private func completeNotes(in reading: inout CellReading, of wanted: Set<GradeCell>) async throws
  {
    let bare = wanted.filter { reading.values[$0.username]?[$0.identifier]?.isBare ?? false }
    guard !bare.isEmpty else { return }
    reading.merge(try await records(of: Array(Set(bare.map(\.username)))))
  }

  private func rows(of group: GroupID) async throws -> [GroupRow] {
    do {
      return try await source.rows(of: group)
    } catch GradesError.notFound {
      throw UnknownGroup(group: group)
    }
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
