import GradesClient

/// What is still needed for a goal.
public struct PlanNeed: Hashable, Sendable {
  /// Whether the goal can be reached.
  public enum Reachability: Hashable, Sendable {
    case reachable
    case unreachable
    /// A formula is not understood, or too much would have to be tried.
    case unknown
  }

  /// An open item that the goal depends on.
  public struct Item: Hashable, Sendable {
    /// The item.
    public var identifier: ItemIdentifier
    /// The least value with which the goal can still be reached, all other open items being at their
    /// maximum; nil: none, or not needed.
    public var minimum: GradeValue?
    /// The value in the proposal, which has the least total.
    public var share: GradeValue?
    /// The greatest value; nil for texts.
    public var maximum: GradeValue?
    /// The distance between two values of a number.
    public var step: Double?
  }

  /// What one item needs of the others.
  public struct Row: Hashable, Sendable {
    /// A value of the item.
    public var value: Double
    /// The least total of the other items; nil where the goal cannot be reached.
    public var rest: Double?
  }

  /// A goal that no value reaches.
  public static let unreachable = PlanNeed(reachability: .unreachable)

  /// Whether the goal can be reached.
  public var reachability: Reachability
  /// The open items that the goal depends on, in display order.
  public var items: [Item] = []
  /// The sum of the shares.
  public var total: Double?
  /// Whether the search for the least total was complete.
  public var isLeast = true
  /// The item that the rows are about: the one with the greatest maximum of several.
  public var rowItem: ItemIdentifier?
  /// What the others need, for some values of that item.
  public var rows: [Row] = []
  /// Recorded yes/no values and texts that would have to change.
  public var changes: [ItemIdentifier: GradeValue] = [:]
  /// Minima of computed items that cannot be met together with the goal, which itself does not need them.
  public var unmetMinimums: [ItemIdentifier] = []

  /// The proposed values.
  public var proposal: [ItemIdentifier: GradeValue] {
    Dictionary(
      items.compactMap { item in item.share.map { (item.identifier, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}

/// The best and the worst that can still come of a course.
public struct PlanReach: Hashable, Sendable {
  /// The best points and grade; nil is unknown.
  public var best: PlanOutcome
  /// The worst points and grade.
  public var worst: PlanOutcome
  /// The open items without an upper bound, which count as not graded.
  public var unbounded: [ItemIdentifier]
}
