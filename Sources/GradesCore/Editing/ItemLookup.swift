import GradesClient
import Spelling

/// Finds items by what people write, the one rule for all commands: the identifier, the identifier in another
/// case, then a name in either language. Where several items are meant, none is taken.
struct ItemLookup: Sendable {
  enum Finding: Sendable {
    case item(Classification)
    case ambiguous([ItemIdentifier])
    case none

    var item: Classification? { if case .item(let item) = self { item } else { nil } }
  }

  private let exact: [String: Classification]
  private let folded: [String: [Classification]]
  private let names: [String: [Classification]]

  init(_ definitions: [Classification]) {
    exact = definitions.keyed(by: \.identifier.rawValue)
    var (folded, names): ([String: [Classification]], [String: [Classification]]) = ([:], [:])
    var taken: Set<ItemIdentifier> = []
    for item in definitions where taken.insert(item.identifier).inserted {
      folded[item.identifier.rawValue.lowercased(), default: []].append(item)
      for name in Set(item.names.map { StudentDirectory.folded($0.name) }) where !name.isEmpty {
        names[name, default: []].append(item)
      }
    }
    (self.folded, self.names) = (folded, names)
  }

  func find(_ text: String) -> Finding {
    if let item = exact[text] { return .item(item) }
    let trimmed = text.trimmingBlanks()
    if let item = exact[trimmed] { return .item(item) }
    let items = folded[trimmed.lowercased()] ?? names[StudentDirectory.folded(text)] ?? []
    return items.count > 1
      ? .ambiguous(items.map(\.identifier)) : items.first.map { .item($0) } ?? .none
  }

  /// The identifier that is written most like a text; nil where none is near.
  func near(_ text: String) -> String? {
    NearNames.find(text.trimmingBlanks(), among: exact.keys.sorted(), limit: 1).first
  }
}

extension String {
  /// The text without white space (also non-breaking) at its ends.
  package func trimmingBlanks() -> String {
    // Most texts have none, and searching characters is slow.
    if let first = utf8.first, let last = utf8.last, 0x21..<0x7F ~= first, 0x21..<0x7F ~= last {
      return self
    }
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
