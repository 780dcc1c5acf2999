/// Conflicts that came up while publishing, and what a person has decided about them so far.
public struct ConflictDecisions: Equatable, Sendable {
  /// The conflicts.
  public let conflicts: [Conflict]
  /// What was decided; a cell without a choice is open.
  public private(set) var choices: [GradeCell: ConflictPolicy.Choice] = [:]

  /// Makes decisions that are all open.
  public init(_ conflicts: [Conflict]) { self.conflicts = conflicts }

  /// Whether nothing is left to decide.
  public var isComplete: Bool { conflicts.allSatisfy { choices[$0.cell] != nil } }

  /// Decides about a conflict.
  public mutating func choose(_ choice: ConflictPolicy.Choice, for conflict: Conflict) {
    choices[conflict.cell] = choice
  }

  /// The index of the next conflict that is open, or just of the next one.
  public func next(after index: Int) -> Int {
    let order = Array(conflicts.indices.dropFirst(index + 1)) + conflicts.indices.prefix(index)
    return order.first { choices[conflicts[$0].cell] == nil } ?? order.first ?? index
  }
}
