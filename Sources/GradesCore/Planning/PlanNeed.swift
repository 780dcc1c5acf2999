import GradesClient

package struct PlanNeed: Hashable, Sendable {
  package enum Reachability: Hashable, Sendable {
    case reachable
    case unreachable
    /// A formula is not understood, or too much would have to be tried.
    case unknown
  }

  /// An open item that the goal depends on.
  package struct Item: Hashable, Sendable {
    package var identifier: ItemIdentifier
    /// The least value with which the goal can still be reached, all other open items being at their
    /// maximum; nil: none, or not needed.
    package var minimum: GradeValue?
    /// The value in the proposal, which has the least total.
    package var share: GradeValue?
    package var maximum: GradeValue?
    /// The distance between two values of a number.
    package var step: Double?
  }

  /// What one item needs of the others.
  package struct Row: Hashable, Sendable {
    package var value: Double
    /// The least total of the other items; nil where the goal cannot be reached.
    package var rest: Double?
  }

  package static let unreachable = PlanNeed(reachability: .unreachable)

  package var reachability: Reachability
  /// The open items that the goal depends on, in display order.
  package var items: [Item] = []
  package var total: Double?
  /// Whether the search for the least total was complete.
  package var isLeast = true
  /// The item that the rows are about: the one with the greatest maximum of several.
  package var rowItem: ItemIdentifier?
  /// What the others need, for some values of that item.
  package var rows: [Row] = []
  /// Recorded yes/no values and texts that would have to change.
  package var changes: [ItemIdentifier: GradeValue] = [:]
  /// Minima of computed items that cannot be met together with the goal, which itself does not need them.
  package var unmetMinimums: [ItemIdentifier] = []

  /// Whether the goal is reached whatever the open items give.
  package var needsNothing: Bool {
    reachability == .reachable
      && items.allSatisfy { [nil, .number(0), .flag(false)].contains($0.share) }
  }
}
