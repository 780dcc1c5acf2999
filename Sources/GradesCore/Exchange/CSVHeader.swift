import GradesClient

/// What the columns of a file mean.
struct CSVHeader {
  /// A column of values.
  struct ItemColumn {
    /// Its index, from 0.
    let index: Int
    /// The header as it was written.
    let title: String
    let item: Classification
  }

  /// The index of the column of usernames, from 0.
  let usernameColumn: Int
  /// The columns of items that can be edited.
  private(set) var items: [ItemColumn] = []
  /// The columns that are left out, and why.
  private(set) var problems: [EditProblem] = []

  /// Words for the column of usernames, the plainest first, without accents, blanks and marks.
  private static let usernameWords = [
    "username", "login", "uzivatel", "user", "uzivatelskejmeno", "prihlasovacijmeno", "loginname",
    "studentusername", "studentlogin",
  ]

  /// Words for columns that people want to read and that mean no item.
  private static let nameWords: Set<String> = [
    "lastname", "surname", "firstname", "givenname", "name", "fullname", "prijmeni", "jmeno",
    "krestnijmeno", "celejmeno", "jmenoaprijmeni", "prijmeniajmeno", "email", "mail",
    "personalnumber", "osobnicislo",
  ]

  /// The index of the column of usernames, from 0; nil without one.
  static func usernameColumn(in titles: [String]) -> Int? {
    let words = titles.map(folded)
    return usernameWords.lazy.compactMap { words.firstIndex(of: $0) }.first
  }

  init(_ titles: [String], usernameColumn: Int, row: Int, definitions: [Classification]) {
    self.usernameColumn = usernameColumn
    let lookup = ItemLookup(definitions)
    var seenNames: Set<String> = []
    var columns: [ItemIdentifier: [ItemColumn]] = [:]
    for (index, title) in titles.enumerated() where index != usernameColumn {
      let finding = lookup.find(title)
      let folded = Self.folded(title)
      // The first column of names is one even in a course with an item of that name; an export of
      // such a course has both.
      if Self.nameWords.contains(folded), seenNames.insert(folded).inserted {
        if case .item = finding { note(.ignoredColumn, .notice, title, index, row) }
        continue
      }
      switch finding {
      case .none where title.trimmingBlanks().isEmpty: continue
      case .none: note(.unknownItem, .warning, title, index, row)
      case .ambiguous: note(.ambiguousItem, .refused, title, index, row)
      case .item(let item):
        guard item.isEditable else {
          note(.computed, .notice, title, index, row)
          continue
        }
        columns[item.identifier, default: []].append(
          ItemColumn(index: index, title: title, item: item))
      }
    }
    for columns in columns.values { take(columns, row: row) }
    items.sort { $0.index < $1.index }
    problems.sort { ($0.column ?? 0) < ($1.column ?? 0) }
    // Without any other column an unknown title is an error and not a remark.
    guard items.isEmpty else { return }
    for index in problems.indices where problems[index].kind == .unknownItem {
      problems[index].severity = .refused
    }
  }

  /// Assigns the columns of one item. With several columns the intended one is unknown, so none is
  /// used.
  private mutating func take(_ columns: [ItemColumn], row: Int) {
    guard columns.count > 1 else { return items += columns }
    for (index, column) in columns.enumerated() {
      note(
        .duplicate, .refused, column.title, column.index, row,
        first: columns[index == 0 ? 1 : 0].index + 1)
    }
  }

  private mutating func note(
    _ kind: EditProblem.Kind, _ severity: EditProblem.Severity, _ title: String, _ index: Int,
    _ row: Int, first: Int? = nil
  ) {
    problems.append(
      EditProblem(kind, severity, row: row, column: index + 1, identifier: title, first: first))
  }

  /// A title without case, accents, blanks and marks.
  private static func folded(_ title: String) -> String {
    let accents: [Character: Character] = [
      "á": "a", "č": "c", "ď": "d", "é": "e", "ě": "e", "í": "i", "ň": "n", "ó": "o", "ř": "r",
      "š": "s", "ť": "t", "ú": "u", "ů": "u", "ý": "y", "ž": "z",
    ]
    return String(
      title.lowercased().compactMap { character in
        accents[character] ?? (" _-.\u{A0}".contains(character) ? nil : character)
      })
  }
}
