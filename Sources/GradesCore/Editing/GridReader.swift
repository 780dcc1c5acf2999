import GradesClient

/// Reads from the service what edits are reviewed against. Throws ``GradesError``.
public struct GridReader: Sendable {
  private let cells: CellReader

  private var api: any GradesAPI { cells.api }
  private var gradebook: Gradebook { cells.gradebook }

  /// Makes a reader of one gradebook.
  public init(api: any GradesAPI, gradebook: Gradebook, language: ServiceLanguage = .english) {
    cells = CellReader(api: api, gradebook: gradebook, language: language)
  }

  /// The course's items in the order in which people see them.
  public func definitions() async throws -> [Classification] {
    let definitions = try await api.definitions(
      of: gradebook.course, in: gradebook.semester, language: cells.language)
    return ClassificationTree(definitions).nodes.map(\.element)
  }

  /// What edits are about: the students that they name, as far as the course has them.
  ///
  /// `others` are read as well: a file may list students without any value. With a group all
  /// its students are in the grid, so that a review can list those missing from a file. Throws
  /// ``UnknownGroup`` too.
  public func grid(
    for edits: [RequestedEdit], of definitions: [Classification],
    listing others: Set<Username> = [], expecting group: GroupID? = nil
  ) async throws -> CellGrid {
    let items = ItemLookup(definitions)
    let wanted = Set(
      edits.map { edit in
        // An unknown item is refused later; its student is read all the same.
        GradeCell(
          Username(edit.username.trimmingBlanks()),
          items.find(edit.identifier).item?.identifier
            ?? ItemIdentifier(edit.identifier.trimmingBlanks()))
      })
    return grid(try await reading(of: wanted, and: others, expecting: group), of: definitions)
  }

  /// What cells hold, with the names of their students, as far as the course has them, and of all items.
  /// They are read as publishing reads them.
  public func grid(of wanted: [GradeCell]) async throws -> CellGrid {
    async let definitions = definitions()
    let reading = try await cells.read(wanted)
    return grid(reading, of: try await definitions)
  }

  /// The students of a group with what they have. Throws ``UnknownGroup`` too.
  ///
  /// - Parameter item: the item to be edited, whose notes are needed.
  public func grid(
    of group: GroupID, for item: ItemIdentifier, of definitions: [Classification]
  ) async throws -> CellGrid {
    let rows = try await rows(of: group)
    var reading = CellReading()
    for row in rows { reading.add(row.student, row.values) }
    try await completeNotes(
      in: &reading, of: Set(rows.map { GradeCell($0.student.username, item) }))
    return CellGrid(
      definitions: definitions, students: rows.map(\.student), values: reading.values)
  }

  private func grid(_ reading: CellReading, of definitions: [Classification]) -> CellGrid {
    CellGrid(
      definitions: definitions,
      students: reading.students.values.sorted { $0.username < $1.username },
      values: reading.values)
  }

  // MARK: Requests

  private func reading(
    of wanted: Set<GradeCell>, and others: Set<Username>, expecting group: GroupID?
  ) async throws -> CellReading {
    let students = others.union(wanted.map(\.username))
    if group == nil, others.isEmpty, students.count <= CellReader.fewStudents {
      return try await cells.read(wanted)
    }
    var reading = CellReading()
    if let group, group != .all {
      for row in try await rows(of: group) { reading.add(row.student, row.values) }
    }
    // A student in neither of these groups is not in the course: a file of another course must not cost a
    // request for each of its students.
    for source in [GroupID.all, .test] {
      let missing = students.subtracting(reading.students.keys)
      guard !missing.isEmpty || source == group else { continue }
      for row in try await rowsIfKnown(of: source)
      where missing.contains(row.student.username) || source == group {
        reading.add(row.student, row.values)
      }
    }
    try await completeNotes(in: &reading, of: wanted)
    return reading
  }

  /// Responses of 2018 have no notes, and saving without a note might erase one, so the students of such
  /// cells are requested one by one.
  private func completeNotes(in reading: inout CellReading, of wanted: Set<GradeCell>) async throws
  {
    let bare = wanted.filter { reading.values[$0.username]?[$0.identifier]?.isBare ?? false }
    guard !bare.isEmpty else { return }
    reading.merge(try await cells.records(of: Array(Set(bare.map(\.username)))))
  }

  private func rows(of group: GroupID) async throws -> [GroupRow] {
    do {
      return try await api.rows(
        of: group, in: gradebook.course, semester: gradebook.semester, language: cells.language)
    } catch GradesError.notFound {
      throw UnknownGroup(group: group)
    }
  }

  /// A course may have no test students; the service's response is then unknown (Service contract,
  /// 3.3).
  private func rowsIfKnown(of group: GroupID) async throws -> [GroupRow] {
    do {
      return try await rows(of: group)
    } catch  where group == .test && error.meansNoSuchGroup {
      return []
    }
  }
}

extension Error {
  /// Whether the service may have meant that there is no such group, or none for this user.
  fileprivate var meansNoSuchGroup: Bool {
    if self is UnknownGroup { return true }
    return switch self as? GradesError {
    case .badRequest, .notPermitted: true
    default: false
    }
  }
}
