import GradesClient

extension [CourseItem] {
  /// The items that a typed identifier means, in which `*` stands for any characters; letters' case does not matter
  /// unless items differ in nothing else. Without a match, the item of that name.
  package func matching(_ pattern: String) -> [CourseItem] {
    let exact = filter { $0.identifier.rawValue == pattern }
    guard exact.isEmpty else { return exact }
    let found = filter { $0.identifier.rawValue.lowercased().matches(pattern.lowercased()) }
    guard found.isEmpty, let named = ItemLookup(map(\.definition)).find(pattern).item?.identifier
    else { return found }
    return filter { $0.identifier == named }
  }

  /// The identifiers of all items that some patterns mean. Throws ``UnknownItems`` for patterns without one.
  package func identifiers(
    matching patterns: [String]
  ) throws(UnknownItems) -> Set<ItemIdentifier> {
    let found = patterns.map { matching($0).map(\.identifier) }
    let unknown = zip(patterns, found).filter { $1.isEmpty }.map { ItemIdentifier($0.0) }
    guard unknown.isEmpty else { throw UnknownItems(typed: unknown, among: map(\.definition)) }
    return Set(found.joined())
  }
}

extension String {
  /// Whether the parts of a pattern between its asterisks are in the text, one behind the other.
  fileprivate func matches(_ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return pattern == self
    }
    guard hasPrefix(first), dropFirst(first.count).hasSuffix(last) else { return false }
    var rest = dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
