import GradesClient

/// What a course's computed items would be with a student's drafts.
///
/// The service computes them again when drafts are published, so until then its values do not include
/// them. Only constructs that were seen in real courses are evaluated (``ComputedItems/Mode/seenOnly``), and
/// only where the formula gives the service's own value for the service's own values: an estimate is never
/// based on a guess about the formula.
package struct ComputedEstimates: Equatable, Sendable {
  /// What is known of a computed item whose value at the service does not include a student's drafts.
  package enum Estimate: Hashable, Sendable {
    /// The formula's value with the drafts; nil: not graded.
    case value(GradeValue?)
    /// The value at the service is not up to date, and the formula is not understood.
    case outdated
  }

  private let items: [Classification]
  private let formulas: ComputedItems

  package init(_ items: [Classification]) {
    self.items = items
    formulas = ComputedItems(
      items: items.map {
        ComputedItems.Item(
          identifier: $0.identifier, valueType: $0.valueType, expression: $0.expression)
      }, mode: .seenOnly)
  }

  /// The computed items that a student's drafts change, or may change.
  ///
  /// - Parameters:
  ///   - recorded: the service's values of all items of the course; those without a value are missing.
  ///   - drafts: the values of the student's drafts; nil clears a value.
  package func estimates(
    of recorded: [ItemIdentifier: GradeValue], with drafts: [ItemIdentifier: GradeValue?]
  ) -> [ItemIdentifier: Estimate] {
    guard !drafts.isEmpty else { return [:] }
    // What an aggregation gives is not known, nor what uses it.
    let aggregated = Set(
      items.filter { !$0.isEditable && $0.expression == nil }.map(\.identifier))
    let unknown = formulas.dependents(of: aggregated).union(aggregated)
    let affected = formulas.dependents(of: Set(drafts.keys)).union(unknown)
    let known = formulas.values(given: recorded)
    let wanted = formulas.values(given: recorded.replacing(drafts))
    var estimates: [ItemIdentifier: Estimate] = [:]
    for item in affected {
      guard !unknown.contains(item), case .success(let before) = known[item],
        Self.agrees(before, recorded[item]),
        case .success(let after) = wanted[item]
      else {
        estimates[item] = .outdated
        continue
      }
      if !Self.agrees(after, recorded[item]) { estimates[item] = .value(after) }
    }
    return estimates
  }

  /// Whether two values are the same, but for the rounding of sums.
  static func agrees(_ left: GradeValue?, _ right: GradeValue?) -> Bool {
    if case .number(let left) = left, case .number(let right) = right {
      return abs(left - right) < 1e-6
    }
    return left == right
  }

  /// Compares the items; equal items have equal formulas.
  package static func == (left: Self, right: Self) -> Bool { left.items == right.items }
}

extension [ItemIdentifier: GradeValue] {
  fileprivate func replacing(_ others: [ItemIdentifier: GradeValue?]) -> Self {
    others.reduce(into: self) { values, other in values[other.key] = other.value }
  }
}
