import GradesClient

/// Finds the group of a course that a short name means, such as `101` for the tutorial with that number.
package struct GroupMatcher: Sendable {
  /// What a name means.
  package enum Finding: Hashable, Sendable {
    /// The only group with the name.
    case group(GroupID)
    /// Several groups have the name.
    case ambiguous([GroupID])
    /// No group has the name.
    case none
  }

  private let groups: [StudentGroup]

  /// Makes a matcher of a course's groups.
  package init(_ groups: [StudentGroup]) { self.groups = groups }

  /// Finds a group by its id in any case, by the digits at the end of its id, or by the number in its name.
  package func match(_ typed: String) -> Finding {
    let wanted = typed.trimmingBlanks().lowercased()
    guard !wanted.isEmpty else { return .none }
    if let exact = groups.first(where: { $0.id.rawValue.lowercased() == wanted }) {
      return .group(exact.id)
    }
    let found = groups.filter { $0.digits == wanted || $0.number == wanted }.map(\.id)
    return found.count == 1 ? .group(found[0]) : found.isEmpty ? .none : .ambiguous(found)
  }
}

extension StudentGroup {
  /// The digits of an id such as `PARALLEL_555`.
  fileprivate var digits: String? {
    id.rawValue.lastIndex(of: "_").map { String(id.rawValue[id.rawValue.index(after: $0)...]) }
  }

  /// The number that follows the kind of a parallel in the name (Service contract, 7.7).
  package var number: String? {
    guard name.hasPrefix("{PARALLEL_"), let end = name.firstIndex(of: "}") else { return nil }
    let rest = name[name.index(after: end)...].drop(while: \.isWhitespace)
    let number = rest.prefix { !$0.isWhitespace && $0 != "-" }
    return number.isEmpty ? nil : number.lowercased()
  }
}
