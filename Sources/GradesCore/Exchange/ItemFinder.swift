import GradesClient

extension TableReading {
  /// Whether two of the user's own titles are the same; case and the number of blanks make no difference.
  public static func isSameTitle(_ title: String, _ other: String) -> Bool {
    StudentDirectory.folded(title) == StudentDirectory.folded(other)
  }
}

/// Finds the item that a title or a text of a table means: by what the user has said that it means, else as
/// ``ItemLookup`` does.
struct ItemFinder: Sendable {
  private let lookup: ItemLookup
  private let titles: [String: Classification]

  /// Makes a finder; `titles` are the user's own titles with the identifiers of their items.
  init(_ definitions: [Classification], titles: [String: ItemIdentifier] = [:]) {
    lookup = ItemLookup(definitions)
    let items = Dictionary(
      definitions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    self.titles = Dictionary(
      titles.compactMap { title, item in
        items[item].map { (StudentDirectory.folded(title), $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  func find(_ text: String) -> ItemLookup.Finding {
    mapped(text).map { .item($0) } ?? lookup.find(text)
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
