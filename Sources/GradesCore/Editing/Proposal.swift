import GradesClient
import Spreadsheet

/// What would change in a gradebook, old → new for every changed cell and nothing else, and what is wrong
/// with the rest of the requests.
public struct Proposal: Equatable, Sendable {
  /// Something to report before publishing.
  public enum Problem: Equatable, Sendable {
    /// A problem of a requested edit or of a draft.
    case requested(EditProblem)
    /// Someone else changed the cell of a draft.
    case conflict(Conflict)
    /// The cell is unconfirmed: its draft was sent, and the service may still carry it out. It is neither
    /// changed nor sent.
    case unconfirmed(Draft)
    /// A published change that an undo does not touch, because the cell was changed since; with what the
    /// service has now.
    case kept(DraftEdit, now: RecordedValue)
    /// A published change that cannot be undone.
    case failed(DraftEdit, DraftReason)
  }

  /// A draft that must not be sent.
  struct RejectedDraft: Equatable, Sendable {
    let draft: Draft
    let reason: DraftReason
  }

  /// How requested edits are judged.
  public struct Options: Sendable {
    /// Whether values may be cleared.
    public var allowsClearing: Bool
    /// Whether students of the grid without any edit are listed.
    public var namesMissingStudents: Bool
    /// The students who may be changed; nil: all of the grid.
    public var members: Set<Username>?
    /// The cells that have drafts, to which nothing is added.
    var waiting: Set<GradeCell> = []
    /// How numbers are read.
    public var readNumber: ValueReader.ReadNumber

    /// Makes options.
    public init(
      allowsClearing: Bool = false, namesMissingStudents: Bool = false,
      members: Set<Username>? = nil,
      readNumber: @escaping ValueReader.ReadNumber = NumberReader().read
    ) {
      self.allowsClearing = allowsClearing
      self.namesMissingStudents = namesMissingStudents
      self.members = members
      self.readNumber = readNumber
    }
  }

  /// Whether rows and columns are those of a workbook, whose cells have addresses.
  public private(set) var isOfWorkbook = false
  /// Whose course it is.
  public let gradebook: Gradebook
  /// The course's items, for their names.
  public let definitions: [Classification]
  /// The students of the changes, for their names, as far as the course has them.
  public let students: [Username: Student]
  /// What would be sent, in the order of the requests or drafts.
  public internal(set) var changes: [DraftEdit] = []
  /// What is not sent because another cell of a table that is matched by position does not fit.
  public private(set) var withheld: [DraftEdit] = []
  /// How many cells have the wanted value already.
  public internal(set) var unchanged = 0
  /// The drafts of cells that have the wanted value already.
  private(set) var fulfilled: [Draft] = []
  /// The drafts that must not be sent.
  private(set) var rejected: [RejectedDraft] = []
  /// What is wrong or worth reporting: first what reading a file found, then in the order of the requests.
  public internal(set) var problems: [Problem] = []
  /// Drafts of cells for which the service's own value was asked: they are no longer wanted.
  public internal(set) var superseded: Set<GradeCell> = []
  /// How many drafts stay because a file leaves their values as the service has them.
  public internal(set) var untouched = 0

  private init(
    in gradebook: Gradebook, _ definitions: [Classification], _ students: [Username: Student]
  ) {
    self.gradebook = gradebook
    self.definitions = definitions
    self.students = students
  }

  /// The letters of a workbook's column, counted from 1.
  public static func letters(ofColumn column: Int) -> String {
    CellAddress.letters(ofColumn: column - 1)
  }

  /// Whether a request was rejected, so that nothing is done unless the user skips it.
  public var isRefused: Bool { problems.contains { $0.severity == .refused } }

  /// Whether something was to be added to cells that have drafts. An earlier run may have published the same
  /// addition in all other cells, so none of them is changed, whatever the user skips.
  public var mayAddTwice: Bool {
    problems.contains { problem in
      if case .requested(let requested) = problem { requested.kind == .draftWaiting } else { false }
    }
  }

  /// The warnings about values that would be sent although they are outside their items' bounds.
  public var outOfBounds: [Problem] {
    let cells = cells
    return problems.filter { problem in
      guard case .requested(let requested) = problem else { return false }
      return requested.kind == .outOfBounds && problem.isRemark(on: cells)
    }
  }

  /// The drafts of cells that are not touched because they are unconfirmed.
  public var unconfirmed: [Draft] {
    problems.compactMap { if case .unconfirmed(let draft) = $0 { draft } else { nil } }
  }

  /// Whether it consists of unconfirmed cells.
  public var isUnconfirmedOnly: Bool {
    let others = problems.contains { if case .unconfirmed = $0 { false } else { true } }
    return changes.isEmpty && unchanged == 0 && !problems.isEmpty && !others
  }

  /// The changes, each with what is shown as the service's value.
  var reviewed: [(edit: DraftEdit, shown: RecordedValue)] {
    var theirs: [GradeCell: RecordedValue] = [:]
    for case .conflict(let conflict) in problems { theirs[conflict.cell] = conflict.theirs }
    return changes.map { ($0, theirs[$0.cell] ?? $0.base) }
  }

  /// The cells that would be sent.
  public var cells: Set<GradeCell> { Set(changes.map(\.cell)) }
}

extension Proposal {
  /// What requested edits would change.
  ///
  /// - Parameters:
  ///   - problems: what reading the requests found.
  ///   - listed: the students that a file names, with their rows, whether it has values for them or not.
  public init(
    _ edits: [RequestedEdit], in gradebook: Gradebook, over grid: CellGrid,
    options: Options = Options(), problems: [EditProblem] = [], listed: [Username: Int] = [:]
  ) {
    self.init(in: gradebook, grid.definitions, EditChecker(grid).students)
    var builder = ProposalBuilder(grid, options: options)
    for edit in edits { builder.add(edit) }
    builder.finish(listed: listed)
    changes = builder.changes
    unchanged = builder.unchanged
    self.problems = (problems + builder.problems).map(Problem.requested)
    if mayAddTwice { changes = [] }
  }

  /// What the edits of a table would change; students of the grid that a file does not name are listed.
  ///
  /// Of a table that was matched by position nothing is taken unless every cell of it can be: a title or a
  /// row that is missing would give values to other students.
  ///
  /// - Parameters:
  ///   - members: the students who may be changed; nil: all of the grid.
  ///   - waiting: the cells that have drafts, to which nothing is added.
  public init(
    _ reading: TableReading, in gradebook: Gradebook, over grid: CellGrid,
    allowsClearing: Bool = false, members: Set<Username>? = nil, waiting: Set<GradeCell> = []
  ) {
    var options = Options(
      allowsClearing: allowsClearing, namesMissingStudents: reading.matching != .position,
      members: members, readNumber: NumberReader(decimal: reading.decimal).read)
    options.waiting = waiting
    self.init(
      reading.edits, in: gradebook, over: grid, options: options, problems: reading.problems,
      listed: reading.listed)
    isOfWorkbook = reading.sheet != nil
    if reading.matching == .position, isRefused || !reading.outside.isEmpty {
      (withheld, changes) = (changes, [])
    }
  }

  /// What drafts would change. Unconfirmed cells are left out, with a problem each, and so may be those in
  /// conflict; drafts that are skipped or were not compared have none.
  init(
    _ drafts: [ReviewedDraft], in gradebook: Gradebook, definitions: [Classification],
    students: [Username: Student], leavingConflicts: Bool = false
  ) {
    self.init(in: gradebook, definitions, students)
    // A file of an earlier version may have another draft of an unconfirmed cell.
    let unconfirmed = Set(
      drafts.map(\.draft).filter { $0.state == .unconfirmed }.map(\.cell))
    for reviewed in drafts {
      if reviewed.draft.state == .unconfirmed {
        problems.append(.unconfirmed(reviewed.draft))
      } else if !unconfirmed.contains(reviewed.draft.cell), !reviewed.isSkipped {
        add(reviewed, leavingConflicts: leavingConflicts)
      }
    }
  }

  private mutating func add(_ reviewed: ReviewedDraft, leavingConflicts: Bool) {
    let draft = reviewed.draft
    switch reviewed.status {
    case nil, .unconfirmed: return
    case .alreadyThere:
      unchanged += 1
      fulfilled.append(draft)
      return
    case .rejected(let rejection):
      rejected.append(RejectedDraft(draft: draft, reason: DraftReason(rejection)))
    case .conflict(let conflict):
      problems.append(.conflict(conflict))
      if leavingConflicts { return }
      changes.append(draft.edit)
    case .ready: changes.append(draft.edit)
    }
    if let problem = reviewed.problem { problems.append(.requested(problem)) }
  }

  /// Takes unconfirmed cells out of the changes, with a problem each.
  mutating func leave(_ unconfirmed: [Draft]) {
    let touched = cells.union(superseded)
    let sent = unconfirmed.filter { touched.contains($0.cell) }
    let sentCells = Set(sent.map(\.cell))
    unchanged -= superseded.intersection(sentCells).count
    superseded.subtract(sentCells)
    changes.removeAll { sentCells.contains($0.cell) }
    problems.removeAll { $0.isRemark(on: sentCells) }
    problems += sent.map(Problem.unconfirmed)
  }

  /// What the undo of a published batch would change: drafts that restore the values and notes from
  /// before it, in cells that still have what the batch wrote.
  public init(undoing batch: PublishedBatch, over grid: CellGrid) {
    let checker = EditChecker(grid)
    self.init(in: batch.gradebook, grid.definitions, checker.students)
    var kept: [Problem] = []
    var failed: [Problem] = []
    var warnings: [Problem] = []
    for change in batch.changes {
      let now = grid[change.cell]
      var edit = change.reversed
      let status = checker.status(of: edit)
      switch status.kind {
      case .ready:
        edit.base = now
        changes.append(edit)
        if let problem = checker.problem(of: edit, status) { warnings.append(.requested(problem)) }
      case .alreadyThere: unchanged += 1
      case .rejected(let rejection): failed.append(.failed(change, DraftReason(rejection)))
      case .conflict, .unconfirmed: kept.append(.kept(change, now: now))
      }
    }
    problems = warnings + kept + failed
  }
}

extension Sequence<Classification> {
  /// The items that students do not see, so that nobody is notified of their values.
  var hiddenItems: Set<ItemIdentifier> { Set(filter(\.hidden).map(\.identifier)) }
}

extension Proposal.Problem {
  /// What the problem means for the changes.
  public var severity: EditProblem.Severity {
    switch self {
    case .requested(let problem): problem.severity
    case .conflict, .unconfirmed: .warning
    case .kept: .notice
    case .failed: .refused
    }
  }

  /// The word for programs; it never changes.
  public var kind: String {
    switch self {
    case .requested(let problem): problem.kind.rawValue
    case .conflict: "conflict"
    case .unconfirmed: "unconfirmed"
    case .kept: "kept"
    case .failed(_, let reason): reason.code.rawValue
    }
  }

  /// The row of a file, if there is one.
  public var row: Int? {
    if case .requested(let problem) = self { problem.row } else { nil }
  }

  /// The column of a file, if there is one.
  public var column: Int? {
    if case .requested(let problem) = self { problem.column } else { nil }
  }

  /// The student, as written, or as the course has it.
  public var username: String? {
    switch self {
    case .requested(let problem): problem.username
    case .conflict(let conflict): conflict.cell.username.rawValue
    case .unconfirmed(let draft): draft.cell.username.rawValue
    case .kept(let change, _): change.cell.username.rawValue
    case .failed(let change, _): change.cell.username.rawValue
    }
  }

  /// The item, as written, or as the course has it.
  public var identifier: String? {
    switch self {
    case .requested(let problem): problem.identifier
    case .conflict(let conflict): conflict.cell.identifier.rawValue
    case .unconfirmed(let draft): draft.cell.identifier.rawValue
    case .kept(let change, _): change.cell.identifier.rawValue
    case .failed(let change, _): change.cell.identifier.rawValue
    }
  }

  /// The cell, if it is about one.
  public var cell: GradeCell? {
    guard let username, let identifier else { return nil }
    return GradeCell(Username(username), ItemIdentifier(identifier))
  }

  /// Whether it is about a cell that would change, so that it is shown beside it.
  public func isRemark(on cells: Set<GradeCell>) -> Bool {
    severity == .warning && cell.map(cells.contains) == true
  }
}
