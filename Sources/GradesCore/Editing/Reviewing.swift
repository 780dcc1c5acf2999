import GradesClient

/// Goes through the requests one by one.
struct Reviewing {
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
  private var lastStudent = (text: "", username: Username(""), row: Int?.none)
  /// The rows of a file in which a student has values.
  private var rows: [Username: [Int]] = [:]
  /// The students whose rows say two things about one cell: which of the rows is wrong only a person
  /// knows, so that none of them is taken.
  private var contradicted: Set<Username> = []
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
      lastStudent = (edit.username, Username(edit.username.trimmingBlanks()), nil)
      listed.insert(lastStudent.username)
    }
    let username = lastStudent.username
    if let row = edit.row, row != lastStudent.row {
      lastStudent.row = row
      if rows[username]?.contains(row) != true { rows[username, default: []].append(row) }
    }
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
    if !agrees, let row = edit.row, let first = requests[place].row, row != first {
      contradicted.insert(username)
      return
    }
    var problem = ReviewProblem(.duplicate, agrees ? .warning : .refused, of: edit)
    problem.first = requests[place].row
    problems.append(problem)
    if !agrees { requests[place].isContradicted = true }
  }

  mutating func finish(listed named: [Username: Int]) {
    // What is not taken needs no warning.
    problems.removeAll { problem in
      problem.severity == .warning
        && problem.username.map { contradicted.contains(Username($0.trimmingBlanks())) } == true
    }
    for username in contradicted.sorted() { refuseRows(of: username) }
    for request in requests
    where !request.isContradicted && !contradicted.contains(request.cell.username) {
      switch request.outcome {
      case nil: continue
      case .unchanged: unchanged += 1
      case .change(let edit):
        guard let student = students[request.cell.username] else { continue }
        changes.append(
          .init(edit: edit, student: student, row: request.row, column: request.column))
      }
    }
    for (username, row) in named.sorted(by: { $0.value < $1.value })
    where students[username] == nil && !unknownRows.contains(row) {
      problems.append(
        ReviewProblem(.unknownStudent, .warning, row: row, username: username.rawValue))
    }
    guard options.namesMissingStudents else { return }
    for student in grid.students
    where !listed.contains(student.username) && named[student.username] == nil {
      problems.append(
        ReviewProblem(.missingFromFile, .notice, username: student.username.rawValue))
    }
  }

  private mutating func refuseRows(of username: Username) {
    let rows = rows[username] ?? []
    for (place, row) in rows.enumerated() {
      problems.append(
        ReviewProblem(
          .duplicate, .refused, row: row, username: username.rawValue,
          first: rows[place == 0 ? 1 : 0]))
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
