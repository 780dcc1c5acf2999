import GradesClient
import GradesCore
import GradesLocalization

extension Context {
  /// Whose drafts the signed-in user sees.
  func draftOwner() async throws -> DraftOwner {
    DraftOwner(
      host: configuration.host.identity,
      username: try await services.session.user().username)
  }

  /// A course as the signed-in user edits it.
  func gradebook(_ place: CoursePlace) async throws -> Gradebook {
    Gradebook(
      owner: try await draftOwner(), course: place.course, semester: place.semester)
  }

  /// Sends drafts to the service.
  var publisher: Publisher {
    Publisher(
      api: services.api, store: services.drafts, language: strings.serviceLanguage)
  }

  /// Reads what edits are reviewed against.
  func gridReader(_ gradebook: Gradebook) -> GridReader {
    GridReader(api: services.api, gradebook: gradebook, language: strings.serviceLanguage)
  }

  /// What an edit from the command line would change.
  func proposal(
    for request: EditRequest, in gradebook: Gradebook, from source: GridSource,
    options: Review.Options, note: RequestedEdit.Note
  ) async throws -> Snapshot<Proposal> {
    let definitions = try await source.definitions()
    let edits: [RequestedEdit]
    let grid: Snapshot<CellGrid>
    switch request {
    case .cells(let cells):
      edits = cells
      grid = try await source.grid(for: edits, of: definitions)
    case .group(let group, let typed, let content):
      let items = CourseItems(
        course: gradebook.course, semester: gradebook.semester,
        items: definitions.map { CourseItem(definition: $0) })
      let item = try items.items([ItemIdentifier(typed)])[0].identifier
      grid = try await source.grid(of: group, for: item, of: definitions)
      edits = grid.value.students.sortedByName().map { student in
        RequestedEdit(
          username: student.username.rawValue, identifier: item.rawValue, content: content,
          note: note)
      }
    }
    let review = Review(edits, against: grid.value, options: options)
    let proposal = try await proposal(review, of: edits, in: gradebook, grid: grid.value)
    return grid.map { _ in proposal }
  }

  /// Makes a proposal with what the service says. Drafts alone, which are read again before anything
  /// is sent, are also made on what is stored when the service cannot be reached; how old that is, is
  /// said.
  @MainActor func proposing(
    about place: CoursePlace, in gradebook: Gradebook, mode: ReviewMode,
    _ work: (GridSource) async throws -> Snapshot<Proposal>
  ) async throws -> Proposal {
    try await asking(about: place) {
      do {
        return try await work(.service(gridReader(gradebook))).value
      } catch let outage as GradesError where mode == .draft && outage.isUnavailability {
        do {
          let proposal = try await work(.stored(storedCourse(gradebook)))
          say(true, fetchedAt: proposal.fetchedAt)
          return proposal.value
        } catch is NothingStored {
          throw outage
        }
      }
    }
  }

  private func storedCourse(_ gradebook: Gradebook) -> StoredCourse {
    StoredCourses(
      cache: services.cache, host: gradebook.owner.host, user: gradebook.owner.username
    ).course(gradebook.course, in: gradebook.semester, language: strings.serviceLanguage)
  }

  /// A review together with the drafts that it makes superfluous: whoever asks for the value that
  /// the service has no longer wants another one.
  func proposal(
    _ review: Review, of edits: [RequestedEdit], in gradebook: Gradebook, grid: CellGrid
  ) async throws -> Proposal {
    let kept = try await services.drafts.drafts(in: gradebook)
    guard !kept.isEmpty else { return Proposal(review, in: gradebook, grid: grid) }
    let names = edits.map { CellName($0.username, $0.identifier) }
    let refused = review.problems.filter { $0.severity == .refused }.map {
      CellName($0.username ?? "", $0.identifier ?? "")
    }
    // A refusal without an item is about all that is asked for the student.
    let asked = Set(names).subtracting(refused).filter {
      !refused.contains(CellName($0.username, ""))
    }
    let changed = Set(review.changes.map(\.cell))
    let superseded = kept.map(\.cell).filter {
      !changed.contains($0)
        && asked.contains(CellName($0.username.rawValue, $0.identifier.rawValue))
    }
    return Proposal(review, in: gradebook, grid: grid, superseded: Set(superseded))
  }
}

/// A cell as people write it, whose letters' case does not matter.
private struct CellName: Hashable {
  let username: String
  let identifier: String

  init(_ username: String, _ identifier: String) {
    self.username = username.lowercased().filter { !$0.isWhitespace }
    self.identifier = identifier.lowercased().filter { !$0.isWhitespace }
  }
}
