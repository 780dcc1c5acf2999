import GradesClient
import GradesCore
import Observation

/// The History scene: what was published from this computer, and taking it back.
@MainActor @Observable
final class HistoryViewModel: SceneModel {
  /// The actions of keys.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a row, and opens it where it is focused already.
    case focus(Int)
    case open, undo, redo, makeDrafts, close
  }

  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The newest first; nil before they were read.
    var batches: [PublishedBatch]?
    /// The batch whose changes are shown, or what its undo would do; nil: all batches are shown.
    var opened: OpenedBatch?
    var scroll = SectionedScroll()
    var isLoading = false

    /// The batch that keys are about.
    var focused: PublishedBatch? { opened?.batch ?? batches?[safe: scroll.focus] }
  }

  var state = State()

  private let gradebooks: Gradebooks
  /// The drafts of an undo on their way to the disk.
  private var committing: Task<Void, any Error>?

  /// Makes the scene.
  init(_ gradebooks: Gradebooks) { self.gradebooks = gradebooks }

  func appear() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    try await load()
    if case .reversal? = state.opened?.purpose { state.opened = nil }
  }

  func reappear() async throws { try await load() }

  func finish() async { _ = try? await committing?.value }

  private func load() async throws {
    let focused = state.batches?[safe: state.scroll.focus]?.id
    let batches = try await gradebooks.drafts.history(of: try await gradebooks.owner())
    state.batches = batches
    // New batches are before the shown one.
    if let index = batches.firstIndex(where: { $0.id == focused }) { state.scroll.focus = index }
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement):
      if state.opened == nil {
        state.scroll.take(movement)
      } else {
        state.opened?.scroll.take(movement)
      }
    case .focus(let row):
      if state.opened != nil {
        state.opened?.scroll.focus = row
      } else if row == state.scroll.focus {
        return handle(.open)
      } else {
        state.scroll.focus = row
      }
    case .open:
      guard let batch = state.focused else { break }
      return open(batch)
    case .close:
      // Returns to the changes if they were shown before the undo.
      state.opened = state.opened.flatMap { opened in
        guard opened.wasOpen else { return nil }
        let whole = state.batches?.first { $0.id == opened.batch.id } ?? opened.batch
        return OpenedBatch(whole, names: opened.names)
      }
    case .undo: return state.focused.map { plan(.undo, $0) } ?? .done
    case .redo: return state.focused.map { plan(.redo, $0) } ?? .done
    case .makeDrafts: return makeDrafts()
    }
    return .done
  }

  /// Shows a batch's changes at once, and then the names that are not stored.
  private func open(_ batch: PublishedBatch) -> Response {
    let opened = OpenedBatch(batch, names: gradebooks.storedNames(batch.gradebook))
    state.opened = opened
    let cells = opened.rows.map(\.cell)
    guard cells.contains(where: { opened.names.student($0.username).isEmpty }) else { return .done }
    return .run { [self] in
      // Without the service, usernames and identifiers replace names.
      guard let grid = try? await gradebooks.proposals(in: batch.gradebook).grid(of: cells),
        state.opened?.batch.id == batch.id, state.opened?.purpose == .reading
      else { return .done }
      state.opened?.names = CellNames(
        grid.definitions,
        Dictionary(
          grid.students.map { ($0.username, $0) }, uniquingKeysWith: { first, _ in first }),
        gradebooks.language)
      state.opened?.measured = nil
      return .done
    }
  }

  /// Finds out what an undo or a redo would do.
  private func plan(_ reversal: Reversal, _ batch: PublishedBatch) -> Response {
    let (wasOpen, focused) = (state.opened != nil, batch.id)
    return .run { [self] in
      do {
        // What is unconfirmed may belong to the batch.
        _ = try await gradebooks.publisher.confirm(in: batch.gradebook)
        let stack = UndoStack(
          try await gradebooks.drafts.history(of: batch.gradebook.owner))
        guard let batch = try stack.batch(batch.id, for: reversal) else {
          throw Failure.batch(batch.id)
        }
        let proposal = try await gradebooks.proposals(in: batch.gradebook)
          .proposal(undoing: batch)
        let kept = Set(try await gradebooks.drafts.drafts(in: batch.gradebook).map(\.cell))
        // Another one may have been opened by now.
        guard state.focused?.id == focused else { return .done }
        state.opened = OpenedBatch(
          batch, reversal, by: proposal, replacing: proposal.cells.intersection(kept).count,
          names: CellNames(
            proposal.definitions, proposal.students, gradebooks.language),
          wasOpen: wasOpen)
        return .done
      } catch GradesError.notFound {
        throw Failure.unknownCourse(
          typed: batch.gradebook.course.rawValue, semester: batch.gradebook.semester,
          suggestions: [])
      }
    }
  }

  /// Stores the drafts of an undo durably, and continues with their review.
  private func makeDrafts() -> Response {
    guard let opened = state.opened, case .reversal(let reversal, let proposal, _) = opened.purpose
    else { return .done }
    let store = gradebooks.drafts
    let origin = reversal.origin(of: opened.batch)
    let task = Task {
      _ = try await store.put(proposal.changes, in: proposal.gradebook, from: origin)
    }
    committing = task
    return .run { [self] in
      try await task.value
      state.opened = nil
      return .several([.draftsChanged, .open(.review(nil))])
    }
  }
}

/// A batch whose changes are shown, or what its undo would do.
struct OpenedBatch: Equatable, Sendable {
  /// What the changes are shown for.
  enum Purpose: Equatable, Sendable {
    case reading
    /// The changes of an undo or a redo, and the number of drafts that it would replace.
    case reversal(Reversal, Proposal, replacing: Int)
  }

  /// One change, and what becomes of it in an undo.
  struct Row: Equatable, Sendable {
    enum Status: Equatable, Sendable {
      /// It was published; there is no undo.
      case published
      case restored
      /// Another user changed it since; with the current value.
      case kept(RecordedValue)
      case failed(DraftReason)
    }

    let cell: GradeCell
    let from: RecordedValue
    let to: RecordedValue
    let status: Status
  }

  let batch: PublishedBatch
  let purpose: Purpose
  var names: CellNames { didSet { rows = names.sorted(rows, by: \.cell) } }
  /// In the order of the sheet.
  private(set) var rows: [Row]
  /// Whether the changes were shown before the undo was asked for.
  var wasOpen = false
  var scroll = SectionedScroll()
  /// The columns of the list, as they were measured for a window.
  var measured: MeasuredChanges?

  /// Shows a batch's changes.
  init(_ batch: PublishedBatch, names: CellNames) {
    self.batch = batch
    self.names = names
    purpose = .reading
    rows = names.sorted(batch.changes.map { Row($0, .published) }, by: \.cell)
  }

  /// Shows what the undo or the redo of a batch would do.
  init(
    _ batch: PublishedBatch, _ reversal: Reversal, by proposal: Proposal, replacing count: Int,
    names: CellNames, wasOpen: Bool
  ) {
    self.batch = batch
    self.names = names
    self.wasOpen = wasOpen
    purpose = .reversal(reversal, proposal, replacing: count)
    let rows =
      proposal.changes.map { edit in
        Row(
          cell: edit.cell, from: edit.base,
          to: RecordedValue(value: edit.value, note: edit.note), status: .restored)
      }
      + proposal.problems.compactMap { problem in
        switch problem {
        case .kept(let change, let now): Row(change, .kept(now))
        case .failed(let change, let reason): Row(change, .failed(reason))
        case .unconfirmed(let draft):
          Row(
            cell: draft.cell, from: draft.base,
            to: RecordedValue(value: draft.value, note: draft.note),
            status: .failed(DraftReason(.unconfirmed)))
        case .requested, .conflict: nil
        }
      }
    self.rows = names.sorted(rows, by: \.cell)
  }

  /// The changes of an undo; nil without one.
  var proposal: Proposal? {
    if case .reversal(_, let proposal, _) = purpose { proposal } else { nil }
  }
}

extension OpenedBatch.Row {
  fileprivate init(_ change: PublishedBatch.Change, _ status: Status) {
    self.init(
      cell: change.cell, from: RecordedValue(value: change.oldValue, note: change.oldNote),
      to: RecordedValue(value: change.newValue, note: change.newNote), status: status)
  }
}
