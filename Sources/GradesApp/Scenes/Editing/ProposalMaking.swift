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
    for request: EditRequest, in gradebook: Gradebook, options: Review.Options,
    note: RequestedEdit.Note
  ) async throws -> Proposal {
    let reader = gridReader(gradebook)
    let definitions = try await reader.definitions()
    switch request {
    case .cells(let edits):
      let grid = try await reader.grid(for: edits, of: definitions)
      return try await proposal(
        Review(edits, against: grid, options: options), of: edits, in: gradebook, grid: grid)
    case .group(let group, let typed, let content):
      let items = CourseItems(
        course: gradebook.course, semester: gradebook.semester,
        items: definitions.map { CourseItem(definition: $0) })
      let item = try items.items([ItemIdentifier(typed)])[0].identifier
      let grid = try await reader.grid(of: group, for: item, of: definitions)
      let edits = grid.students.sortedByName().map { student in
        RequestedEdit(
          username: student.username.rawValue, identifier: item.rawValue, content: content,
          note: note)
      }
      return try await proposal(
        Review(edits, against: grid, options: options), of: edits, in: gradebook, grid: grid)
    }
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
