import GradesClient

/// Finds the item that a title or a text of a table means: by what the user has said that it means, by the
/// identifier, or by a name in either language that only one item has.
struct ItemFinder: Sendable {
  private let lookup: ItemLookup
  private let names: [String: [Classification]]
  private let titles: [String: Classification]

  /// Makes a finder; `titles` are the user's own titles with the identifiers of their items.
  init(_ definitions: [Classification], titles: [String: ItemIdentifier] = [:]) {
    lookup = ItemLookup(definitions)
    var names: [String: [Classification]] = [:]
    for item in definitions {
      let own = Set(item.names.map { StudentDirectory.folded($0.name) })
      for name in own where !name.isEmpty { names[name, default: []].append(item) }
    }
    self.names = names
    let items = Dictionary(
      definitions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    self.titles = Dictionary(
      titles.compactMap { title, item in
        items[item].map { (StudentDirectory.folded(title), $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  func find(_ text: String) -> ItemLookup.Finding {
    if let item = mapped(text) { return .item(item) }
    let finding = lookup.find(text)
    guard case .none = finding else { return finding }
    let found = names[StudentDirectory.folded(text)] ?? []
    return found.count == 1 ? .item(found[0]) : found.isEmpty ? .none : .ambiguous
  }

  /// The identifier that is written most like a text; nil where none is near.
  func near(_ text: String) -> String? { lookup.near(text) }

  /// The item that the user's own titles give to a text.
  func mapped(_ text: String) -> Classification? { titles[StudentDirectory.folded(text)] }

  /// Whether a title is an item's identifier as it is written, as in our own exports.
  func isIdentifier(_ title: String) -> Bool {
    find(title).item?.identifier.rawValue == title
  }

  /// Whether a title means an item, or the notes of one.
  func knows(_ title: String) -> Bool {
    if case .none = find(title) {
      guard let noted = TitleWords.notedItem(title) else { return false }
      return find(noted).item != nil
    }
    return true
  }
}
