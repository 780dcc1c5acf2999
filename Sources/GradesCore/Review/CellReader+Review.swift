import GradesClient

/// Reviews what is requested over what the service and the drafts have now.
///
/// Everything throws ``GradesError`` and ``DraftStoreError``, and ``UnknownGroup`` or ``UnknownItems``
/// where the course has no such group or item.
extension CellReader {
  /// What a request would change, and the drafts that it makes superfluous.
  ///
  /// Unconfirmed cells are left out, with a problem each; so it is in all reviews.
  ///
  /// - Parameter sorted: puts a group's students in the order of the changes.
  package func review(
    _ request: EditRequest, options: Review.Options = Review.Options(),
    sorted: @Sendable ([Student]) -> [Student] = { $0 }
  ) async throws -> Review {
    let definitions = try await self.definitions()
    let edits: [RequestedEdit]
    let grid: CellGrid
    switch request {
    case .cells(let requested):
      edits = requested
      grid = try await self.grid(for: edits, of: definitions)
    case .group(let group, let typed, let content, let note):
      let items = CourseItems(
        course: gradebook.course, semester: gradebook.semester, definitions: definitions)
      let item = try items.items([ItemIdentifier(typed)])[0].identifier
      grid = try await self.grid(of: group, for: item, of: definitions)
      edits = sorted(grid.students).map { student in
        RequestedEdit(
          username: student.username.rawValue, identifier: item.rawValue, content: content,
          note: note)
      }
    }
    let kept = try await drafts.drafts(in: gradebook)
    var options = options
    options.waiting = Set(kept.map(\.cell))
    var review = Review(edits, in: gradebook, over: grid, options: options)
    review.superseded = review.unchangedRequests.intersection(options.waiting)
    review.leave(kept.filter(\.isUnconfirmed))
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
    var definitions = try await self.definitions()
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
    var people = try await self.people(of: group ?? .all)
    let members = Set(people.people.keys)
    func read() throws -> TableReading {
      try TableReading(
        table, definitions: definitions,
        students: people.students.sorted { $0.username < $1.username }, options: options)
    }
    // What is not known yet costs further requests, one after the other.
    var reading = try? read()
    if reading?.hasUnknownTitles ?? true {
      definitions = try await naming(definitions)
      reading = try? read()
    }
    for other in [GroupID.all, .test]
    where other != group ?? .all && reading?.hasUnknownStudents ?? true {
      try await add(other, to: &people)
      reading = try? read()
    }
    if reading?.hasUnknownNumbers ?? false {
      // No response about a group has personal numbers.
      let everyone = Set(people.people.keys)
      let named = everyone.intersection(reading?.listed.keys.map { $0 } ?? [])
      people.merge(try await records(of: named.isEmpty ? everyone : named))
      // A number that is none of theirs may be that of somebody else.
      if !named.isEmpty, people.students.contains(where: { $0.personalNumber != nil }),
        (try? read())?.hasUnknownNumbers ?? false
      {
        people.merge(try await records(of: everyone.subtracting(named)))
      }
    }
    let read = try read()
    let grid = try await self.grid(
      of: people, for: read.edits, keeping: members.union(read.listed.keys), definitions)
    let kept = try await drafts.drafts(in: gradebook)
    let waiting = Set(kept.map(\.cell))
    var review = Review(
      read, in: gradebook, over: grid, allowsClearing: options.emptyClears,
      members: group == nil || allowsOthers ? nil : members, waiting: waiting)
    // A file repeats all cells of its columns: one that was not edited says nothing about its draft.
    review.untouched = review.unchangedRequests.intersection(waiting).count
    review.leave(kept.filter(\.isUnconfirmed))
    return (review, read)
  }

  /// What the undo of one of the gradebook's batches would change. What the batch has sent and is still
  /// unconfirmed is not undone, with a problem each.
  package func review(
    undoing batch: PublishedBatch, by reversal: Reversal = .undo
  ) async throws -> Review {
    let changed = Set(batch.changes.map(\.cell))
    var review = Review(undoing: batch, over: try await grid(of: Array(changed)))
    review.origin = reversal == .undo ? .undo(batch.id) : .redo(batch.id)
    let unconfirmed = try await drafts.drafts(in: gradebook).filter(\.isUnconfirmed)
    review.leave(unconfirmed)
    review.add(unconfirmed.filter { $0.batch == batch.id && !changed.contains($0.cell) })
    return review
  }
}
