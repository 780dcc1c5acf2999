import Foundation
import GradesClient

/// The changes of one gradebook under review: a row for each, and what is wrong with the rest of the requests or
/// drafts. Commands and the app review with it. A ``Publisher`` sends its rows, and nothing else.
package struct Review: Equatable, Sendable {
  /// A change, compared with what the service has, and after a publishing with what became of it.
  package struct Row: Hashable, Sendable, Identifiable {
    /// What is wanted, as a draft. While the change is new, and not stored as one, its number is 0.
    package fileprivate(set) var draft: Draft
    /// What the change is; nil: it was not compared with the service yet.
    package fileprivate(set) var verdict: Verdict?
    /// Why it is rejected, or what should be checked before it is sent.
    package fileprivate(set) var problem: EditProblem?
    package fileprivate(set) var isSkipped = false

    init(_ draft: Draft, _ verdict: Verdict? = nil) {
      self.draft = draft
      self.verdict = verdict
    }

    package var id: DraftCell { DraftCell(draft) }
    package var gradebook: Gradebook { draft.gradebook }
    package var cell: GradeCell { draft.cell }
    /// Someone else's value that it would overwrite; nil without one.
    package var theirs: RecordedValue? {
      if case .conflict(let theirs) = verdict { theirs } else { nil }
    }

    package func becoming(_ verdict: Verdict) -> Row { Row(draft, verdict) }

    /// What is shown as the service's value; another one at the service is a conflict.
    var shown: RecordedValue { theirs ?? draft.base }

    /// Whether there is anything to skip: other drafts are not sent in any case.
    fileprivate var canBeSkipped: Bool {
      switch verdict {
      case .ready, .alreadyThere, .conflict: true
      default: false
      }
    }

    /// How urgently a person should read it before it is sent: what a person must decide about most, then warnings,
    /// then what takes the place of a value.
    package var attention: Int {
      switch verdict {
      case .conflict: 4
      case .waiting: 3
      case .ready where problem != nil: 3
      case .ready: draft.base.value == nil ? 1 : 2
      default: 0
      }
    }
  }

  package let gradebook: Gradebook
  /// The course's items, for their names.
  package let definitions: [Classification]
  /// The students of the changes, for their names, as far as the course has them.
  package let students: [Username: Student]
  package private(set) var rows: [Row] = []
  /// What is wrong or worth reporting: first what reading a file found, then in the order of the requests or drafts.
  package private(set) var problems: [EditProblem] = []
  /// When drafts were compared with the service; nil: not yet, or the changes are new.
  package private(set) var readAt: Date?
  /// What new changes come from, for the history.
  package var origin: ChangeOrigin?
  /// Whether the changes are stored as drafts.
  package internal(set) var isStored = false

  /// Whether rows and columns are those of a workbook, whose cells have addresses.
  package private(set) var isOfWorkbook = false
  /// What is not sent because another cell of a table that is matched by position does not fit.
  package private(set) var withheld: [DraftEdit] = []
  /// Drafts of cells for which the service's own value was asked: they are no longer wanted.
  package internal(set) var superseded: Set<GradeCell> = []
  /// How many drafts stay because a file leaves their values as the service has them.
  package internal(set) var untouched = 0
  /// The requested cells that have the wanted value already.
  private(set) var unchangedRequests: Set<GradeCell> = []
  /// Whether the changes were drafts before.
  private let isOfDrafts: Bool
  /// Whether drafts in conflict are left alone, because a person decides about them in the review.
  private let leavesConflicts: Bool

  private init(
    in gradebook: Gradebook, _ grid: CellGrid?, isOfDrafts: Bool = false,
    leavesConflicts: Bool = false
  ) {
    self.gradebook = gradebook
    definitions = grid?.definitions ?? []
    students = grid?.people ?? [:]
    self.isOfDrafts = isOfDrafts
    self.leavesConflicts = leavesConflicts
  }

  // MARK: What it says

  /// Whether publishing sends a row.
  package func sends(_ row: Row) -> Bool {
    switch row.verdict {
    case .ready: !row.isSkipped
    case .conflict: !row.isSkipped && !leavesConflicts
    default: false
    }
  }

  /// What would be sent.
  package var changes: [DraftEdit] { rows.filter(sends).map(\.draft.edit) }

  package var cells: Set<GradeCell> { Set(rows.filter(sends).map(\.cell)) }

  package var hasChanges: Bool { rows.contains(where: sends) }

  package var unchanged: Int {
    unchangedRequests.count + rows.count { $0.verdict == .alreadyThere && !$0.isSkipped }
  }

  /// Whether publishing would send or settle anything.
  package var isPublishable: Bool { hasChanges || unchanged > 0 }

  /// The drafts of cells that are not touched because they are unconfirmed.
  package var unconfirmed: [Draft] { rows.map(\.draft).filter(\.isUnconfirmed) }

  package var isUnconfirmedOnly: Bool {
    !isPublishable && !problems.isEmpty && problems.allSatisfy { $0.kind == .unconfirmed }
  }

  /// Whether a request was rejected, so that nothing is done unless the user skips it.
  package var isRefused: Bool { problems.contains { $0.severity == .refused } }

  /// Whether something was to be added to cells that have drafts. An earlier run may have published the same
  /// addition in all other cells, so none of them is changed, whatever the user skips.
  package var mayAddTwice: Bool { problems.contains { $0.kind == .draftWaiting } }

  /// The warnings about values that would be sent although they are outside their items' bounds.
  package var outOfBounds: [EditProblem] {
    let cells = cells
    return problems.filter { $0.kind == .outOfBounds && $0.isRemark(on: cells) }
  }

  /// The rows that a publishing is about.
  var wanted: [Row] {
    rows.filter { row in
      switch row.verdict {
      case nil: false
      case .conflict: sends(row)
      case .unconfirmed: isOfDrafts
      default: !row.isSkipped
      }
    }
  }

  var wantedCells: Set<GradeCell> { Set(wanted.map(\.cell)).union(unconfirmed.map(\.cell)) }

  // MARK: Changing it

  /// Puts the rows in an order, by their indices.
  package mutating func reorder(_ indices: [Int]) { rows = indices.map { rows[$0] } }

  /// Skips a draft in the next publishing, or no longer skips it; nothing for one that is not its own.
  package mutating func toggleSkipped(_ draft: Draft.ID) {
    guard let index = rows.firstIndex(where: { $0.draft.id == draft }), rows[index].canBeSkipped
    else {
      return
    }
    rows[index].isSkipped.toggle()
    listProblems()
  }

  /// Takes unconfirmed cells out of the changes, with a problem each.
  mutating func leave(_ unconfirmed: [Draft]) {
    let touched = cells.union(superseded)
    let sent = unconfirmed.filter { touched.contains($0.cell) }
    let sentCells = Set(sent.map(\.cell))
    unchangedRequests.subtract(superseded.intersection(sentCells))
    superseded.subtract(sentCells)
    rows.removeAll { sentCells.contains($0.cell) }
    problems.removeAll { $0.isRemark(on: sentCells) }
    add(sent)
  }

  mutating func add(_ unconfirmed: [Draft]) {
    rows += unconfirmed.map { Row($0, $0.sentVerdict) }
    problems += unconfirmed.map { EditProblem(.unconfirmed, .warning, of: $0.cell) }
  }

  /// The new changes are stored as these drafts now, or are no longer wanted.
  mutating func take(_ stored: [Draft]) {
    let drafts = stored.byCell
    rows = rows.compactMap { row in
      guard row.draft.id == 0 else { return row }
      var row = row
      guard let draft = drafts[row.cell] else { return nil }
      row.draft = draft
      return row
    }
  }
}

// MARK: - Drafts

extension Review {
  /// Reviews drafts.
  ///
  /// - Parameters:
  ///   - grid: what the service has, with the definitions of all items; nil: it was not read, so that none of the
  ///     drafts can be published.
  ///   - read: the students that were read; nil: all of the drafts. Other drafts are shown and not published.
  ///   - skipped: the numbers of drafts that are not to be published.
  ///   - leavesConflicts: whether those in conflict are not either.
  package init(
    _ drafts: [Draft], in gradebook: Gradebook, over grid: CellGrid?, readAt: Date? = nil,
    of read: Set<Username>? = nil, skipping skipped: Set<Int64> = [],
    leavingConflicts leavesConflicts: Bool = false
  ) {
    self.init(in: gradebook, grid, isOfDrafts: true, leavesConflicts: leavesConflicts)
    self.readAt = readAt
    isStored = true
    // A file of an earlier version may have another draft of an unconfirmed cell, which waits with it.
    let sent = drafts.filter(\.isUnconfirmed).keyed(by: \.cell)
    rows = drafts.map { draft in
      if let sent = sent[draft.cell] { return Row(draft, sent.sentVerdict) }
      guard let grid, read?.contains(draft.cell.username) ?? true else {
        return Row(draft)
      }
      let verdict = grid.verdict(on: draft.edit)
      var row = Row(draft, verdict)
      if verdict != .alreadyThere { row.problem = grid.problem(of: draft.edit, verdict) }
      row.isSkipped = row.canBeSkipped && skipped.contains(draft.id)
      return row
    }
    listProblems()
  }

  private mutating func listProblems() {
    problems = rows.flatMap { row -> [EditProblem] in
      let own = [row.problem].compactMap(\.self)
      switch row.verdict {
      case _ where row.isSkipped: return []
      case .unconfirmed where row.draft.isUnconfirmed:
        return [EditProblem(.unconfirmed, .warning, of: row.cell)]
      case .conflict(let theirs):
        return [EditProblem(.conflict, .warning, of: row.cell, theirs: theirs)]
          + (leavesConflicts ? [] : own)
      default: return own
      }
    }
  }
}

// MARK: - Requests

extension Review {
  /// What requested edits would change.
  ///
  /// - Parameters:
  ///   - problems: what reading the requests found.
  ///   - listed: the students that a file names, with their rows, whether it has values for them or not.
  package init(
    _ edits: [RequestedEdit], in gradebook: Gradebook, over grid: CellGrid,
    options: Options = Options(), problems: [EditProblem] = [], listed: [Username: Int] = [:]
  ) {
    self.init(in: gradebook, grid)
    var builder = ReviewBuilder(grid, options: options)
    for edit in edits { builder.add(edit) }
    builder.finish(listed: listed)
    unchangedRequests = builder.unchanged
    self.problems = problems + builder.problems
    if !mayAddTwice { rows = builder.changes.map(row) }
  }

  /// What the edits of a table would change; students of the grid that a file does not name are listed.
  ///
  /// Of a table that was matched by position nothing is taken unless every cell of it can be: a title or a
  /// row that is missing would give values to other students.
  package init(
    _ reading: TableReading, in gradebook: Gradebook, over grid: CellGrid,
    allowsClearing: Bool = false, members: Set<Username>? = nil, waiting: Set<GradeCell> = []
  ) {
    var options = Options(allowsClearing: allowsClearing)
    options.namesMissingStudents = reading.matching != .position
    options.members = members
    options.numbers = NumberReader(decimal: reading.decimal)
    options.waiting = waiting
    self.init(
      reading.edits, in: gradebook, over: grid, options: options, problems: reading.problems,
      listed: reading.listed)
    isOfWorkbook = reading.sheet != nil
    if reading.matching == .position, isRefused || !reading.outside.isEmpty {
      (withheld, rows) = (changes, [])
    }
  }

  /// What the undo of a published batch would change: drafts that restore the values and notes from
  /// before it, in cells that still have what the batch wrote.
  package init(undoing batch: PublishedBatch, over grid: CellGrid) {
    self.init(in: batch.gradebook, grid)
    var kept: [EditProblem] = []
    var failed: [EditProblem] = []
    for change in batch.changes {
      let now = grid[change.cell]
      var edit = change.reversed
      switch grid.verdict(on: edit) {
      case .ready:
        edit.base = now
        rows.append(row(edit))
        if let problem = grid.problem(of: edit, .ready) { problems.append(problem) }
      case .alreadyThere: unchangedRequests.insert(change.cell)
      case .waiting(let reason):
        var problem = EditProblem(EditProblem.Kind(reason.code), .refused, of: change.cell)
        problem.reason = reason.code
        failed.append(problem)
      case .conflict, .unconfirmed, .published, .gaveWay:
        kept.append(EditProblem(.kept, .notice, of: change.cell, theirs: now))
      }
    }
    problems += kept + failed
  }

  /// A new change, which was compared with the service when it was made.
  private func row(_ edit: DraftEdit) -> Row {
    Row(Draft(id: 0, gradebook: gradebook, edit: edit, createdAt: .distantPast), .ready)
  }
}

// MARK: - Publishing

extension Review.Row {
  /// The row as another reading shows it: a value other than the one that was shown is a conflict.
  func compared(with grid: CellGrid) -> Review.Row {
    var row = self
    let there = grid[cell]
    row.verdict = grid.verdict(on: draft.edit)
    if row.verdict == .ready, !there.hasContent(of: shown) {
      row.verdict = .conflict(theirs: there)
    }
    return row
  }

  /// The row over what the service has, which is what was shown or is to be overwritten.
  func over(_ there: RecordedValue) -> Review.Row {
    var row = self
    row.draft.edit = draft.edit.over(there)
    return row
  }
}

extension Sequence<Classification> {
  /// The items that students do not see, so that nobody is notified of their values.
  var hiddenItems: Set<ItemIdentifier> { Set(filter(\.hidden).map(\.identifier)) }
}
