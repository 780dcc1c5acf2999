import GradesClient

extension TableReading {
  /// Whether two of the user's own titles are the same; case and the number of blanks make no difference.
  package static func isSameTitle(_ title: String, _ other: String) -> Bool {
    StudentDirectory.folded(title) == StudentDirectory.folded(other)
  }
}

/// Finds the item that a title or a text of a table means: by the meaning that the user gave it, else as
/// ``ItemLookup`` does. A title whose item the course no longer has means none, also where another item is
/// called so.
struct ItemFinder: Sendable {
  private let lookup: ItemLookup
  /// The user's own titles with their items; nil for one that the course does not have.
  private let titles: [String: Classification?]
  /// The user's own titles of columns that say whose rows they are, with the usual titles.
  private let keys: [String: String]

  /// Makes a finder; `titles` are the user's own titles with the identifiers of their items, or with a usual
  /// title of a column of students, such as `username`.
  init(_ definitions: [Classification], titles: [String: ItemIdentifier] = [:]) {
    lookup = ItemLookup(definitions)
    let items = definitions.keyed(by: \.identifier)
    let keyed = titles.filter { items[$1] == nil && TitleWords.key($1.rawValue) != nil }
    keys = keyed.keyed { StudentDirectory.folded($0.key) }.mapValues(\.value.rawValue)
    self.titles = Dictionary(
      titles.map { title, item in (StudentDirectory.folded(title), items[item]) },
      uniquingKeysWith: { $0 ?? $1 })
  }

  func find(_ text: String) -> ItemLookup.Finding {
    guard let own = titles[StudentDirectory.folded(text)] else { return lookup.find(text) }
    return own.map { .item($0) } ?? .none
  }

  /// The identifier that is written most like a text; nil where none is near, and for one of the user's own titles.
  func near(_ text: String) -> String? {
    titles[StudentDirectory.folded(text)] == nil ? lookup.near(text) : nil
  }

  /// The item that the user's own titles give to a text.
  func mapped(_ text: String) -> Classification? { titles[StudentDirectory.folded(text)] ?? nil }

  /// The usual title of a column of students that the user has given to another one.
  func mappedKey(_ title: String) -> String? { keys[StudentDirectory.folded(title)] }

  /// What a column says of the student in its row, by its title.
  func key(_ title: String) -> StudentKey? {
    mapped(title) == nil ? TitleWords.key(mappedKey(title) ?? title) : nil
  }

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
