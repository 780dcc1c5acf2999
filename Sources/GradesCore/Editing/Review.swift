import GradesClient

/// What requested edits would change, and what is wrong with them: old → new for every changed cell
/// and nothing else (Product rules, Changing grades).
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
