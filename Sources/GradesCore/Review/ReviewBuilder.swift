import GradesClient

extension Review {
  /// How requested edits are judged.
  package struct Options: Sendable {
    package var allowsClearing: Bool
    /// Whether students of the grid without any edit are listed.
    package var namesMissingStudents = false
    /// The students who may be changed; nil: all of the grid.
    package var members: Set<Username>?
    /// The cells that have drafts, to which nothing is added.
    var waiting: Set<GradeCell> = []
    var numbers = NumberReader()

    package init(allowsClearing: Bool = false) { self.allowsClearing = allowsClearing }
  }
}

/// Makes the changes of a review of requested edits, one after the other.
struct ReviewBuilder {
  private let grid: CellGrid
  private let options: Review.Options
  private let reader: ValueReader
  private let items: ItemLookup
  private(set) var changes: [DraftEdit] = []
  /// The cells that have the wanted value already.
  private(set) var unchanged: Set<GradeCell> = []
  private(set) var problems: [EditProblem] = []
  /// The requests for each cell so far, in their order.
  private var requests: [Request] = []
  private var indices: [GradeCell: Int] = [:]
  private var listed: Set<Username> = []
  /// The rows of a file in which a student has values.
  private var rows: [Username: [Int]] = [:]
  /// The students whose rows disagree about one cell. Which of the rows is wrong cannot be decided here,
  /// so none of them is taken; with the first item and its values.
  private var contradicted: [Username: (item: ItemIdentifier, values: [String])] = [:]
  /// Rows whose student is unknown or outside the group; reported once, not for each of their cells.
  private var unknownRows: Set<Int> = []

  private struct Request {
    var cell: GradeCell
    var row: Int?
    var text: String?
    /// Empty where the cell has the wanted value already; nil: the request was refused.
    var edit: DraftEdit?
    var isContradicted = false
  }

  init(_ grid: CellGrid, options: Review.Options) {
    self.grid = grid
    self.options = options
    reader = ValueReader(options.numbers)
    items = ItemLookup(grid.definitions)
  }

  mutating func add(_ edit: RequestedEdit) {
    let username = Username(edit.username.trimmingBlanks())
    listed.insert(username)
    if let row = edit.row, rows[username]?.contains(row) != true {
      rows[username, default: []].append(row)
    }
    let hasStudent = grid.people[username] != nil
    let finding = items.find(edit.identifier)
    if case .ambiguous(let candidates) = finding, hasStudent {
      refuse(edit, .ambiguousItem)
      problems[problems.count - 1].candidates = candidates
      return
    }
    switch DraftReason.Code(of: finding.item, hasStudent: hasStudent) {
    case .unknownStudent? where edit.row != nil: return leave(edit, .unknownStudent, .refused)
    case let code?: return refuse(edit, EditProblem.Kind(code))
    case nil: break
    }
    guard let item = finding.item else { return }
    if let members = options.members, !members.contains(username) {
      return leave(edit, .outsideGroup, .warning)
    }
    let cell = GradeCell(username, item.identifier)
    let warned = problems.count
    let wanted = wanted(by: edit, of: cell, item)
    let text = edit.content.written
    guard let index = indices[cell] else {
      indices[cell] = requests.count
      requests.append(
        Request(
          cell: cell, row: edit.row, text: text, edit: wanted, isContradicted: wanted == nil))
      return
    }
    // Saying the same twice is odd; saying two things is a mistake that only the author can resolve.
    let agrees = wanted != nil && requests[index].edit == wanted
    if !agrees, let row = edit.row, let first = requests[index].row, row != first {
      let first = (item.identifier, [requests[index].text ?? "–"])
      if contradicted[username, default: first].item == item.identifier {
        contradicted[username, default: first].values.append(text ?? "–")
      }
      return
    }
    var problem = EditProblem(.duplicate, agrees ? .warning : .refused, of: edit)
    if agrees {
      // As the course has it, so that the change is found by it.
      (problem.username, problem.identifier) = (cell.username.rawValue, cell.identifier.rawValue)
      // The first one has warned of the value.
      problems.removeSubrange(warned...)
    }
    problem.first = requests[index].row
    problems.append(problem)
    if !agrees { requests[index].isContradicted = true }
  }

  mutating func finish(listed named: [Username: Int]) {
    // What is not taken needs no warning.
    problems.removeAll { problem in
      problem.severity == .warning
        && problem.username.map { contradicted[Username($0.trimmingBlanks())] != nil } == true
    }
    for (username, cell) in contradicted.sorted(by: { $0.key < $1.key }) {
      refuseRows(of: username, "\(cell.item): \(cell.values.joined(separator: ", "))")
    }
    for request in requests
    where !request.isContradicted && contradicted[request.cell.username] == nil {
      guard let edit = request.edit else { continue }
      if edit.isEmpty { unchanged.insert(request.cell) } else { changes.append(edit) }
    }
    for (username, row) in named.sorted(by: { $0.value < $1.value })
    where grid.people[username] == nil && !unknownRows.contains(row) {
      problems.append(
        EditProblem(.unknownStudent, .warning, row: row, username: username.rawValue))
    }
    guard options.namesMissingStudents else { return }
    for student in grid.students
    where !listed.contains(student.username) && named[student.username] == nil {
      problems.append(
        EditProblem(.missingFromFile, .notice, username: student.username.rawValue))
    }
  }

  private mutating func refuseRows(of username: Username, _ values: String) {
    let rows = rows[username] ?? []
    for (index, row) in rows.enumerated() {
      problems.append(
        EditProblem(
          .duplicate, .refused, row: row, username: username.rawValue, text: values,
          first: rows[index == 0 ? 1 : 0]))
    }
  }

  /// Names a student of whom nothing is changed, once for each row.
  private mutating func leave(
    _ edit: RequestedEdit, _ kind: EditProblem.Kind, _ severity: EditProblem.Severity
  ) {
    if let row = edit.row, !unknownRows.insert(row).inserted { return }
    problems.append(EditProblem(kind, severity, row: edit.row, username: edit.username))
  }

  private mutating func refuse(
    _ edit: RequestedEdit, _ kind: EditProblem.Kind, type: ValueType? = nil
  ) {
    var problem = EditProblem(kind, .refused, of: edit)
    problem.valueType = type
    if kind == .unknownItem { problem.suggestion = items.near(edit.identifier) }
    problems.append(problem)
  }

  /// What a request would make of its cell; nil: it was refused.
  private mutating func wanted(
    by request: RequestedEdit, of cell: GradeCell, _ item: Classification
  ) -> DraftEdit? {
    if case .add = request.content.meant(for: item), options.waiting.contains(cell) {
      refuse(request, .draftWaiting)
      return nil
    }
    let base = grid[cell]
    let value: GradeValue?
    switch reader.value(of: request.content, for: item, over: base.value) {
    // What is blank in a table is an empty cell, unless it is the value.
    case _ where request.row != nil && request.content.isBlank(in: item):
      value = base.value == request.content.written.map(GradeValue.text) ? base.value : nil
    case .success(let read): value = read
    case .failure(let problem) where problem.kind == .notGraded:
      problems.append(EditProblem(.notGraded, .notice, of: request))
      return nil
    case .failure(let problem):
      refuse(request, problem.kind, type: problem.valueType)
      return nil
    }
    let note =
      switch request.note {
      case .always(let note): note
      case .whereChanged(let note) where value != base.value: note
      case .keep, .whereChanged: base.note
      }
    let edit = DraftEdit(cell: cell, base: base, value: value, note: note)
    if edit.isEmpty { return edit }
    if case .waiting(let reason) = grid.verdict(on: edit) {
      refuse(request, EditProblem.Kind(reason.code), type: item.valueType)
      return nil
    }
    if value == nil, base.value != nil, !options.allowsClearing {
      refuse(request, .clearNeedsFlag)
      return nil
    }
    // Its text is not as it was written: `+=1` is no value to compare with the bounds.
    if var problem = edit.boundsViolation(of: item) {
      (problem.row, problem.column) = (request.row, request.column)
      problems.append(problem)
    }
    return edit
  }
}

extension RequestedEdit.Content {
  fileprivate func isBlank(in item: Classification) -> Bool {
    if case .text(let text) = self { TableReading.isBlank(text, item.valueType) } else { false }
  }
}
