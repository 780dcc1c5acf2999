import GradesClient
import Spelling

/// Finds items by what people write: the identifier, or the identifier in another case as long as
/// only one item is meant.
struct ItemLookup: Sendable {
  enum Finding: Sendable {
    case item(Classification)
    case ambiguous
    case none

    /// The one item that is meant, if it is clear.
    var item: Classification? { if case .item(let item) = self { item } else { nil } }
  }

  private let exact: [String: Classification]
  private let folded: [String: [Classification]]

  init(_ definitions: [Classification]) {
    exact = Dictionary(
      definitions.map { ($0.identifier.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
    folded = Dictionary(grouping: exact.values) { $0.identifier.rawValue.lowercased() }
  }

  func find(_ text: String) -> Finding {
    if let item = exact[text] { return .item(item) }
    let trimmed = text.trimmingBlanks()
    if let item = exact[trimmed] { return .item(item) }
    let items = folded[trimmed.lowercased()] ?? []
    return items.count == 1 ? .item(items[0]) : items.isEmpty ? .none : .ambiguous
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
