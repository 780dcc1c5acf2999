import GradesClient
import GradesCore
import GradesLocalization
import Observation

/// The History scene: what was published from this computer, the changes of one batch, and taking it back.
@MainActor @Observable
final class HistoryViewModel: ListViewModel {
  enum Row: Identifiable {
    case batch(PublishedBatch)
    case change(DraftEdit)

    var id: String {
      switch self {
      case .batch(let batch): "\(batch.id)"
      case .change(let change): "\(change.cell.username):\(change.cell.identifier)"
      }
    }
  }

  nonisolated static let keys: [Binding<HistoryViewModel>] =
    movementKeys() + [
      Binding(
        .enter, .right, .character("l"), hint: .historyColumnChanges, in: .first,
        when: { $0.opened == nil }, unless: { $0.selectionDisabled }
      ) { model in model.focused.map(model.open) ?? .done },
      Binding(
        .character("U"), .control("z"), hint: .keyUndo, in: .first,
        when: { $0.subject?.isUndo != true }, unless: { $0.selectionDisabled }
      ) { $0.take(.undo) },
      Binding(
        .character("R"), .control("y"), hint: .keyRedo, in: .first,
        when: { $0.subject?.isUndo == true }
      ) { $0.take(.redo) },
      Binding(
        .escape, .left, .character("h"), .character("q"), hint: .keyBack, in: .first,
        when: { $0.opened != nil }
      ) { model in
        model.show(nil)
        return .done
      },
      searchKey,
    ]

  /// The newest first; nil before they were read.
  private(set) var batches: [PublishedBatch]? {
    didSet {
      batchLines = MeasuredLines()
      makeRows()
    }
  }
  /// The batch whose changes are shown; nil: all batches are shown.
  private(set) var opened: OpenedBatch? {
    didSet {
      lines = ChangeLines()
      makeRows()
    }
  }
  private(set) var rows: [Row] = []
  private var batchList = ListState<Row.ID>()
  private var changeList = ListState<Row.ID>()
  @ObservationIgnored var lines = ChangeLines()
  @ObservationIgnored var batchLines = MeasuredLines<PublishedBatch>()
  private let gradebooks: Gradebooks
  /// The drafts of an undo on their way to the disk.
  private var committing: Task<Void, any Error>?

  init(_ gradebooks: Gradebooks) { self.gradebooks = gradebooks }

  func appear() async throws { try await load() }

  func reappear() async throws { try await load() }

  func finish() async { _ = try? await committing?.value }

  private func load() async throws {
    batches = try await gradebooks.drafts.history(of: try await gradebooks.owner())
  }

  var list: ListState<Row.ID> {
    get { opened == nil ? batchList : changeList }
    set { if opened == nil { batchList = newValue } else { changeList = newValue } }
  }

  private func show(_ batch: OpenedBatch?) {
    changeList = ListState()
    opened = batch
  }

  private func makeRows() {
    rows = opened?.changes.map(Row.change) ?? (batches ?? []).map(Row.batch)
  }

  func searched(_ row: Row) -> [String] {
    switch row {
    case .batch(let batch):
      return [batch.gradebook.course.rawValue, "\(batch.id)"] + batch.items.map(\.rawValue)
    case .change(let change): return opened?.names.searched(change.cell) ?? []
    }
  }

  private var subject: PublishedBatch? {
    if let opened { return opened.batch }
    return if case .batch(let batch)? = focused { batch } else { nil }
  }

  private var selectionDisabled: Message? { subject == nil ? .disabledNothingSelected : nil }

  /// Shows a batch's changes at once, and then the names that are not stored.
  func open(_ row: Row) -> Response {
    guard case .batch(let batch) = row else { return .done }
    return .run { [self] in
      let opened = OpenedBatch(batch, names: await gradebooks.storedNames(batch.gradebook))
      show(opened)
      let cells = opened.changes.map(\.cell)
      guard cells.contains(where: { opened.names.student($0.username).isEmpty }) else {
        return .done
      }
      // Without the service, usernames and identifiers replace names.
      guard let grid = try? await gradebooks.reader(of: batch.gradebook).grid(of: cells),
        self.opened?.batch.id == batch.id
      else { return .done }
      self.opened?.names = CellNames(grid, gradebooks.language)
      return .done
    }
  }

  /// Makes drafts of what takes a batch back, and continues with their review. Asks first where that replaces others.
  private func take(_ reversal: Reversal) -> Response {
    guard let asked = subject else { return .done }
    return .run { [self] in
      do {
        // What is unconfirmed may belong to the batch.
        _ = try await gradebooks.publisher.confirm(in: asked.gradebook)
        let stack = UndoStack(try await gradebooks.drafts.history(of: asked.gradebook.owner))
        guard let batch = try stack.batch(asked.id, for: reversal) else {
          throw Failure.batch(asked.id)
        }
        let review = try await gradebooks.reader(of: batch.gradebook)
          .review(undoing: batch, by: reversal)
        let drafts = Set(try await gradebooks.drafts.drafts(in: batch.gradebook).map(\.cell))
        // Another one may have been opened by now.
        guard subject?.id == asked.id else { return .done }
        try Task.checkCancellation()
        guard review.hasChanges else {
          return Self.remarks(on: review).first ?? .say(Sentence(.disabledNothingToRestore))
        }
        let replaced = review.cells.intersection(drafts).count
        guard replaced > 0 else { return makeDrafts(review) }
        return .present(
          QuestionOverlay(
            Sentence(.historyBatch, [.batch: "\(batch.id)"]),
            text: [Sentence(.publishedBatchesReplaced, [.count: replaced])],
            choices: [
              .init(letter: .letterYes, label: reversal == .undo ? .keyUndo : .keyRedo) {
                self.makeDrafts(review)
              }
            ]))
      } catch GradesError.notFound {
        throw Failure.unknownCourse(
          typed: asked.gradebook.course.rawValue, semester: asked.gradebook.semester,
          suggestions: [])
      }
    }
  }

  /// What of a batch stays as it is.
  private static func remarks(on review: Review) -> [Response] {
    let problems = review.problems.filter { $0.severity != .warning || $0.kind == .unconfirmed }
    let kept = problems.count { $0.kind == .kept }
    let counts: [(Message, Int)] = [
      (.undoKept, kept), (.publishedBatchesFailed, problems.count - kept),
    ]
    return counts.filter { $0.1 > 0 }.map { .say(Sentence($0, [.count: $1])) }
  }

  /// Stores the drafts of an undo durably, and continues with their review.
  private func makeDrafts(_ review: Review) -> Response {
    let store = gradebooks.drafts
    let task = Task {
      _ = try await store.put(review.changes, in: review.gradebook, from: review.origin)
    }
    committing = task
    return .run { [self] in
      try await task.value
      show(nil)
      // Opening a scene takes away what was said before.
      return .several([.draftsChanged, .open(.review(nil))] + Self.remarks(on: review))
    }
  }
}
