import GradesClient

/// What it takes to restore the values from before a published batch (Product rules, History).
public struct UndoPlan: Hashable, Sendable {
  /// A change that stays.
  public struct Kept: Hashable, Sendable {
    /// What the batch did.
    public var change: PublishedBatch.Change
    /// What the service has now.
    public var now: RecordedValue
  }

  /// A change that cannot be undone.
  public struct Failed: Hashable, Sendable {
    /// What the batch did.
    public var change: PublishedBatch.Change
    /// Why its cell cannot be changed.
    public var reason: DraftReason
  }

  /// The batch's gradebook.
  public let gradebook: Gradebook
  /// New drafts that restore values and notes, for cells that still hold what the batch put there.
  public internal(set) var restored: [DraftEdit] = []
  /// Cells that others changed since.
  public internal(set) var kept: [Kept] = []
  /// Cells that hold the old value already.
  public internal(set) var alreadyBack: [PublishedBatch.Change] = []
  /// Cells that the course no longer lets anybody change.
  public internal(set) var failed: [Failed] = []

  init(gradebook: Gradebook) { self.gradebook = gradebook }
}

/// Turns published batches into drafts that take them back. Nothing is sent: the drafts go the same
/// way as all others.
public struct Undo: Sendable {
  private let api: any GradesAPI
  private let language: ServiceLanguage

  /// Makes an undo that reads from a service.
  public init(api: any GradesAPI, language: ServiceLanguage = .english) {
    self.api = api
    self.language = language
  }

  /// Looks which of a batch's cells still hold what it put there; throws ``GradesError``.
  public func plan(_ batch: PublishedBatch) async throws -> UndoPlan {
    let gradebook = batch.gradebook
    async let definitions = api.definitions(
      of: gradebook.course, in: gradebook.semester, language: language)
    let reading = try await CellReader(api: api, gradebook: gradebook, language: language)
      .read(batch.changes.map(\.cell))
    let items = Dictionary(
      try await definitions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    var plan = UndoPlan(gradebook: gradebook)
    for change in batch.changes {
      let there = reading[change.cell]
      let item = items[change.cell.identifier]
      if reading.unknownStudents.contains(change.cell.username) {
        plan.failed.append(.init(change: change, reason: DraftReason(.unknownStudent)))
      } else if item == nil || item?.isEditable == false {
        plan.failed.append(
          .init(change: change, reason: DraftReason(item == nil ? .unknownItem : .computed)))
      } else if there.value == change.newValue, there.note == change.newNote {
        plan.restored.append(
          DraftEdit(
            cell: change.cell, base: there, value: change.oldValue, note: change.oldNote))
      } else if there.value == change.oldValue, there.note == change.oldNote {
        plan.alreadyBack.append(change)
      } else {
        plan.kept.append(.init(change: change, now: there))
      }
    }
    return plan
  }
}
