import GradesClient

/// Reviews what is requested in one gradebook over what the service and the drafts have now.
///
/// Everything throws ``GradesError`` and ``DraftStoreError``, and ``UnknownGroup`` or ``UnknownItems``
/// where the course has no such group or item.
package struct Reviewer: Sendable {
  private let gradebook: Gradebook
  private let drafts: DraftStore
  private let reader: GridReader
  private let sorted: @Sendable ([Student]) -> [Student]

  /// Makes a reviewer; `sorted` puts a group's students in the order of the changes.
  package init(
    api: GradesAPI, drafts: DraftStore, gradebook: Gradebook,
    language: ServiceLanguage = .english,
    sorted: @escaping @Sendable ([Student]) -> [Student] = { $0 }
  ) {
    self.gradebook = gradebook
    self.drafts = drafts
    self.sorted = sorted
    reader = GridReader(api: api, gradebook: gradebook, language: language)
  }

  /// Makes a reviewer of drafts over what is stored, while the service cannot be reached.
  package init(
    _ stored: StoredGrid, drafts: DraftStore, gradebook: Gradebook,
    language: ServiceLanguage = .english,
    sorted: @escaping @Sendable ([Student]) -> [Student] = { $0 }
  ) {
    self.gradebook = gradebook
    self.drafts = drafts
    self.sorted = sorted
    reader = GridReader(stored, language: language)
  }

  /// The course's items, in the order in which people see them.
  package func definitions() async throws -> [Classification] {
    try await reader.definitions()
  }

  /// The cells of some items that hold what the service has computed.
  package func computedCells(of items: Set<ItemIdentifier>) async throws -> Set<GradeCell> {
    try await reader.computedCells(of: items)
  }

  /// What a request would change, and the drafts that it makes superfluous.
  ///
  /// Unconfirmed cells are left out, with a problem each; so it is in all reviews.
  package func review(
    _ request: EditRequest, options: Review.Options = Review.Options()
  ) async throws -> Review {
    let definitions = try await definitions()
    let edits: [RequestedEdit]
    let grid: CellGrid
    switch request {
    case .cells(let requested):
      edits = requested
      grid = try await reader.grid(for: edits, of: definitions)
    case .group(let group, let typed, let content, let note):
      let items = CourseItems(
        course: gradebook.course, semester: gradebook.semester,
        items: definitions.map { CourseItem(definition: $0) })
      let item = try items.items([ItemIdentifier(typed)])[0].identifier
      grid = try await reader.grid(of: group, for: item, of: definitions)
      edits = sorted(grid.students).map { student in
        RequestedEdit(
          username: student.username.rawValue, identifier: item.rawValue, content: content,
          note: note)
      }
    }
    var options = options
    options.waiting = Set(try await drafts.drafts(in: gradebook).map(\.cell))
    var review = Review(edits, in: gradebook, over: grid, options: options)
    review.superseded = try await superseded(by: edits, of: definitions, review)
    review.leave(try await unconfirmed())
    return review
  }

  /// What a table would change, and the drafts of cells for which it has the service's own value.
  ///
  /// - Parameters:
  ///   - group: the group whose students should be in the table; nil: all of the course.
  ///   - allowsOthers: whether students of the course outside the group are changed as well.
  /// - Returns: the review, and how the table was read.
  package func review(
    importing table: TableFile, _ options: TableReading.Options, expecting group: GroupID? = nil,
    allowsOthers: Bool = false
  ) async throws -> (review: Review, reading: TableReading) {
    var definitions = try await definitions()
    var options = options
    let lookup = ItemLookup(definitions)
    // A title may also mean the column of students.
    let unknown = options.requiredItems.filter {
      lookup.find($0.rawValue).item == nil && TitleWords.key($0.rawValue) == nil
    }
    guard unknown.isEmpty else {
      throw UnknownItems(typed: unknown.sorted(), among: definitions)
    }
    options.titles = options.titles.mapValues { lookup.find($0.rawValue).item?.identifier ?? $0 }
    var people = try await reader.people(of: group ?? .all)
    let members = Set(people.students.keys)
    func read() throws -> TableReading {
      try TableReading(
        table, definitions: definitions,
        students: people.students.values.sorted {
          $0.username < $1.username
        }, options: options)
    }
    // What is not known yet costs further requests, one after the other.
    var reading = try? read()
    if reading?.hasUnknownTitles ?? true {
      definitions = try await reader.naming(definitions)
      reading = try? read()
    }
    for other in [GroupID.all, .test]
    where other != group ?? .all && reading?.hasUnknownStudents ?? true {
      try await reader.add(other, to: &people)
      reading = try? read()
    }
    if reading?.hasUnknownNumbers ?? false {
      let everyone = Set(people.students.keys)
      let named = everyone.intersection(reading?.listed.keys.map { $0 } ?? [])
      try await reader.addPersonalNumbers(of: named.isEmpty ? everyone : named, to: &people)
      // A number that is none of theirs may be that of somebody else.
      if !named.isEmpty, people.students.values.contains(where: { $0.personalNumber != nil }),
        (try? read())?.hasUnknownNumbers ?? false
      {
        try await reader.addPersonalNumbers(of: everyone.subtracting(named), to: &people)
      }
    }
    let read = try read()
    let grid = try await reader.grid(
      of: people, for: read.edits, keeping: members.union(read.listed.keys), definitions)
    var review = Review(
      read, in: gradebook, over: grid, allowsClearing: options.emptyClears,
      members: group == nil || allowsOthers ? nil : members,
      waiting: Set(try await drafts.drafts(in: gradebook).map(\.cell)))
    // A file repeats all cells of its columns: one that was not edited says nothing about its draft.
    review.untouched = try await superseded(by: read.edits, of: definitions, review).count
    review.leave(try await unconfirmed())
    return (review, read)
  }

  /// What the undo of one of the gradebook's batches would change. What the batch has sent and is still
  /// unconfirmed is not undone, with a problem each.
  package func review(undoing batch: PublishedBatch) async throws -> Review {
    let changed = Set(batch.changes.map(\.cell))
    var review = Review(undoing: batch, over: try await grid(of: Array(changed)))
    let unconfirmed = try await unconfirmed()
    review.leave(unconfirmed)
    review.add(unconfirmed.filter { $0.batch == batch.id && !changed.contains($0.cell) })
    return review
  }

  /// What the service has in cells, and the names of their students and items.
  package func grid(of cells: [GradeCell]) async throws -> CellGrid {
    try await reader.grid(of: cells)
  }

  private func unconfirmed() async throws -> [Draft] {
    try await drafts.drafts(in: gradebook).filter { $0.state == .unconfirmed }
  }

  /// The drafts that requests make superfluous: a request for the value that the service has means that
  /// the draft's value is no longer wanted.
  private func superseded(
    by edits: [RequestedEdit], of definitions: [Classification], _ review: Review
  ) async throws -> Set<GradeCell> {
    let kept = try await drafts.drafts(in: gradebook)
    guard !kept.isEmpty else { return [] }
    let items = ItemLookup(definitions)
    func cell(_ username: String?, _ item: String?) -> WrittenCell {
      WrittenCell(username ?? "", item.flatMap { items.find($0).item?.identifier })
    }
    let refused = review.problems.filter { $0.severity == .refused }
    let refusedCells = Set(refused.map { cell($0.username, $0.identifier) })
    // A rejection without an item is about all requests for the student.
    let refusedStudents = Set(
      refused.filter { $0.identifier == nil }.map { cell($0.username, nil) })
    let asked = Set(edits.map { cell($0.username, $0.identifier) }).subtracting(refusedCells)
      .filter { !refusedStudents.contains(WrittenCell($0.username, nil)) }
    let changed = review.cells
    return Set(
      kept.map(\.cell).filter {
        !changed.contains($0)
          && asked.contains(WrittenCell($0.username.rawValue, $0.identifier))
      })
  }
}

/// A cell with its student as people write them; the case of letters does not matter.
private struct WrittenCell: Hashable {
  let username: String
  let identifier: ItemIdentifier?

  init(_ username: String, _ identifier: ItemIdentifier?) {
    self.username = username.lowercased().filter { !$0.isWhitespace }
    self.identifier = identifier
  }
}
