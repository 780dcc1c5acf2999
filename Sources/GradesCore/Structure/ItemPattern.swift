import GradesClient

/// An identifier as it is typed, in which `*` stands for any characters; letters' case does not matter unless
/// items differ in nothing else. Without a match, the name of an item.
package struct ItemPattern: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The items that are meant, in their order.
  package func matches(_ items: [CourseItem]) -> [CourseItem] {
    let exact = items.filter { $0.identifier.rawValue == text }
    guard exact.isEmpty else { return exact }
    let pattern = Array(text.lowercased())
    let found = items.filter { Self.matches(pattern, Array($0.identifier.rawValue.lowercased())) }
    guard found.isEmpty,
      let named = ItemLookup(items.map(\.definition)).find(text).item?.identifier
    else { return found }
    return items.filter { $0.identifier == named }
  }

  /// Compares in time proportional to the product of the lengths.
  private static func matches(_ pattern: [Character], _ text: [Character]) -> Bool {
    var (index, position) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while position < text.count {
      if index < pattern.count, pattern[index] == "*" {
        star = (index, position)
        index += 1
      } else if index < pattern.count, pattern[index] == text[position] {
        index += 1
        position += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        index = last.pattern + 1
        position = last.text + 1
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == "*" }
  }

  /// The identifiers of all items that some patterns mean. Throws ``UnknownItems`` for patterns without one.
  package static func identifiers(
    _ patterns: [ItemPattern], in items: [CourseItem]
  ) throws(UnknownItems) -> Set<ItemIdentifier> {
    let found = patterns.map { $0.matches(items).map(\.identifier) }
    let unknown = zip(patterns, found).filter { $1.isEmpty }.map { ItemIdentifier($0.0.text) }
    guard unknown.isEmpty else {
      throw UnknownItems(typed: unknown, among: items.map(\.definition))
    }
    return Set(found.joined())
  }
}
