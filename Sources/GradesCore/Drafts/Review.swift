import GradesClient

/// What requested edits would change, and what is wrong with them: old → new for every changed cell
/// and nothing else (`product.md`, "One way to change grades").
public struct Review: Hashable, Sendable {
  /// A cell that would change.
  public struct Change: Hashable, Sendable {
    /// What would be kept as a draft.
    public var edit: DraftEdit
    /// The student as the group names them.
    public var student: Student
    /// Where it was asked for, if in a file.
    public var row: Int?
    /// Where it was asked for, if in a file.
    public var column: Int?

    /// The cell.
    public var cell: GradeCell { edit.cell }
  }

  /// How edits are judged.
  public struct Options: Sendable {
    /// Whether values may be cleared.
    public var allowsClearing: Bool
    /// Whether students of the grid without any edit are named.
    public var namesMissingStudents: Bool
    /// How numbers are read.
    public var readNumber: @Sendable (String) -> Result<Double, NumberProblem>

    /// Makes options.
    public init(
      allowsClearing: Bool = false, namesMissingStudents: Bool = false,
      readNumber: @escaping @Sendable (String) -> Result<Double, NumberProblem> = NumberReader()
        .read
    ) {
      self.allowsClearing = allowsClearing
      self.namesMissingStudents = namesMissingStudents
      self.readNumber = readNumber
    }
  }

  /// What would change, in the order of the requests.
  public internal(set) var changes: [Change] = []
  /// How many requested cells hold the wanted value already.
  public internal(set) var unchanged = 0
  /// What is wrong or worth knowing: first what came with the requests, in their order.
  public internal(set) var problems: [ReviewProblem]

  /// Reviews edits against what the service has. `problems` are those that reading the requests
  /// found; `listed` are the students whom a file names, with their rows, whether it has values for
  /// them or not.
  public init(
    _ edits: [RequestedEdit], against grid: CellGrid, options: Options = Options(),
    problems: [ReviewProblem] = [], listed: [Username: Int] = [:]
  ) {
    self.problems = problems
    var reviewing = Reviewing(grid: grid, options: options)
    for edit in edits { reviewing.add(edit) }
    reviewing.finish(listed: listed)
    changes = reviewing.changes
    unchanged = reviewing.unchanged
    self.problems += reviewing.problems
  }

  /// Whether a request cannot be carried out, so that none is unless the user skips those.
  public var isRefused: Bool { problems.contains { $0.severity == .refused } }

  /// The drafts to keep.
  public var edits: [DraftEdit] { changes.map(\.edit) }

  /// The students who would be notified.
  public var students: Set<Username> { Set(changes.map(\.cell.username)) }
}

/// Goes through the requests one by one.
private struct Reviewing {
  let grid: CellGrid
  let options: Review.Options
  private let items: ItemLookup
  private let students: [Username: Student]
  private(set) var changes: [Review.Change] = []
  private(set) var unchanged = 0
  private(set) var problems: [ReviewProblem] = []
  /// What has been asked for each cell so far, in this order.
  private var requests: [Request] = []
  private var places: [GradeCell: Int] = [:]
  private var listed: Set<Username> = []
  /// The student of the last request; a row of a file asks for the same one many times.
  private var lastStudent = (text: "", username: Username(""))
  /// Rows whose student is unknown; said once, not for each of their cells.
  private var unknownRows: Set<Int> = []

  private struct Request {
    var cell: GradeCell
    var row: Int?
    var column: Int?
    /// Nil: it was refused.
    var outcome: Outcome?
    var isContradicted = false
  }

  private enum Outcome: Equatable {
    case unchanged
    case change(DraftEdit)
  }

  init(grid: CellGrid, options: Review.Options) {
    self.grid = grid
    self.options = options
    items = ItemLookup(grid.definitions)
    students = Dictionary(
      grid.students.map { ($0.username, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func add(_ edit: RequestedEdit) {
    if edit.username != lastStudent.text || listed.isEmpty {
      lastStudent = (edit.username, Username(edit.username.trimmingBlanks()))
      listed.insert(lastStudent.username)
    }
    let username = lastStudent.username
    guard students[username] != nil else { return refuseStudent(of: edit) }
    let item: Classification
    switch items.find(edit.identifier) {
    case .item(let found): item = found
    case .ambiguous: return refuse(edit, .ambiguousItem)
    case .none: return refuse(edit, .unknownItem)
    }
    guard item.isEditable else { return refuse(edit, .computed) }
    let cell = GradeCell(username, item.identifier)
    let outcome = outcome(of: edit, cell: cell, item: item)
    let place = places[cell, default: requests.count]
    guard place < requests.count else {
      places[cell] = place
      requests.append(
        Request(
          cell: cell, row: edit.row, column: edit.column, outcome: outcome,
          isContradicted: outcome == nil))
      return
    }
    // Saying the same twice is odd; saying two things is a mistake nobody can resolve but a person.
    let agrees = outcome != nil && requests[place].outcome == outcome
    var problem = ReviewProblem(.duplicate, agrees ? .warning : .refused, of: edit)
    problem.first = requests[place].row
    problems.append(problem)
    if !agrees { requests[place].isContradicted = true }
  }

  mutating func finish(listed rows: [Username: Int]) {
    for request in requests where !request.isContradicted {
      switch request.outcome {
      case nil: continue
      case .unchanged: unchanged += 1
      case .change(let edit):
        guard let student = students[request.cell.username] else { continue }
        changes.append(
          .init(edit: edit, student: student, row: request.row, column: request.column))
      }
    }
    for (username, row) in rows.sorted(by: { $0.value < $1.value })
    where students[username] == nil && !unknownRows.contains(row) {
      problems.append(
        ReviewProblem(.unknownStudent, .warning, row: row, username: username.rawValue))
    }
    guard options.namesMissingStudents else { return }
    for student in grid.students
    where !listed.contains(student.username) && rows[student.username] == nil {
      problems.append(
        ReviewProblem(.missingFromFile, .notice, username: student.username.rawValue))
    }
  }

  private mutating func refuseStudent(of edit: RequestedEdit) {
    guard let row = edit.row else { return refuse(edit, .unknownStudent) }
    guard unknownRows.insert(row).inserted else { return }
    problems.append(ReviewProblem(.unknownStudent, .refused, row: row, username: edit.username))
  }

  private mutating func refuse(
    _ edit: RequestedEdit, _ kind: ReviewProblem.Kind, type: ValueType? = nil
  ) {
    var problem = ReviewProblem(kind, .refused, of: edit)
    problem.valueType = type
    problems.append(problem)
  }

  /// What a request would do to its cell; nil: it was refused.
  private mutating func outcome(
    of request: RequestedEdit, cell: GradeCell, item: Classification
  ) -> Outcome? {
    let base = grid[cell]
    let value: GradeValue?
    switch request.content {
    case .keep: value = base.value
    // An empty text looks like nothing in a file; nobody means to replace it by nothing.
    case .clear: value = base.value == .text("") ? base.value : nil
    case .value(let given):
      guard given.fits(item.valueType) else {
        refuse(request, .wrongType, type: item.valueType)
        return nil
      }
      value = given
    case .text(let text):
      guard case .value(let read) = read(text, over: base.value, of: request, item: item) else {
        return nil
      }
      value = read
    }
    var edit = DraftEdit(cell: cell, base: base, value: value, note: base.note)
    switch request.note {
    case .keep: break
    case .always(let note): edit.note = note == "" ? nil : note
    case .whereChanged(let note): if value != base.value { edit.note = note == "" ? nil : note }
    }
    guard !edit.isEmpty else { return .unchanged }
    if value == nil, base.value != nil, !options.allowsClearing {
      refuse(request, .clearNeedsFlag)
      return nil
    }
    if value != base.value { warnOfBounds(value, of: request, item: item) }
    return .change(edit)
  }

  private enum Reading {
    /// Nil for a text of blanks, where blanks are no value.
    case value(GradeValue?)
    case refused
  }

  private mutating func read(
    _ text: String, over current: GradeValue?, of request: RequestedEdit, item: Classification
  ) -> Reading {
    // A value of another type than its item's, as old courses have them, is no change either.
    if let current, !current.fits(item.valueType), Self.writings(of: current).contains(text) {
      return .value(current)
    }
    if item.valueType != .string, text.trimmingBlanks().isEmpty { return .value(nil) }
    switch ValueReading.value(text, as: item.valueType, readNumber: options.readNumber) {
    case .success(let value): return .value(value)
    case .failure(.wrongType): refuse(request, .wrongType, type: item.valueType)
    case .failure(.ambiguous(let first, let second)):
      // In a file that nobody edited it is the value that is there.
      if let current, current == .number(first) || current == .number(second) {
        return .value(current)
      }
      refuse(request, .ambiguousNumber, type: item.valueType)
    }
    return .refused
  }

  /// A value in all words of our own files.
  private static func writings(of value: GradeValue) -> Set<String> {
    switch value {
    case .text(let text): [text]
    case .number(let number): [ValueText.text(number), ValueText.text(number, decimal: ",")]
    case .flag(let flag): flag ? ["yes", "ano"] : ["no", "ne"]
    }
  }

  private mutating func warnOfBounds(
    _ value: GradeValue?, of request: RequestedEdit, item: Classification
  ) {
    guard case .number(let number) = value,
      number < item.minimumValue ?? -.infinity || number > item.maximumValue ?? .infinity
    else { return }
    var problem = ReviewProblem(.outOfBounds, .warning, of: request)
    problem.text = problem.text ?? ValueText.text(number)
    problem.minimum = item.minimumValue
    problem.maximum = item.maximumValue
    problems.append(problem)
  }
}
