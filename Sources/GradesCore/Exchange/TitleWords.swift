/// What the titles of columns mean, in both languages, whatever their case, accents, blanks and marks.
enum TitleWords {
  /// Words for the column of usernames, the plainest first.
  private static let usernames = [
    "username", "login", "uzivatel", "user", "uzivatelskejmeno", "prihlasovacijmeno", "loginname",
    "studentusername", "studentlogin", "logincvut", "loginid", "userid",
  ]
  private static let emails: Set<String> = [
    "email", "mail", "emailaddress", "emailovaadresa", "skolniemail",
  ]
  private static let personalNumbers: Set<String> = [
    "personalnumber", "osobnicislo", "oscislo", "osobnicislostudenta", "studentid", "uco",
  ]
  private static let lastNames: Set<String> = ["lastname", "surname", "prijmeni"]
  private static let firstNames: Set<String> = [
    "firstname", "givenname", "jmeno", "krestnijmeno",
  ]
  private static let fullNames: Set<String> = [
    "name", "fullname", "celejmeno", "jmenoaprijmeni", "prijmeniajmeno", "student", "studentname",
    "jmenostudenta",
  ]
  private static let items: Set<String> = ["item", "polozka", "polozkahodnoceni"]
  private static let values: Set<String> = ["value", "hodnota"]
  private static let notes: Set<String> = ["note", "poznamka"]
  /// The column in which an export lists the items whose values are drafts.
  static let drafts = "drafts"

  /// What a column says of the student in its row.
  static func key(_ title: String) -> StudentKey? {
    let word = folded(title)
    if usernames.contains(word) { return .username }
    if emails.contains(word) { return .email }
    return personalNumbers.contains(word) ? .personalNumber : nil
  }

  /// What part of a student's name a column has.
  static func name(_ title: String) -> StudentNameColumns.Part? {
    let word = folded(title)
    if lastNames.contains(word) { return .last }
    if firstNames.contains(word) { return .first }
    return fullNames.contains(word) ? .full : nil
  }

  /// The index of the best column of usernames; nil without one.
  static func usernameColumn(in titles: [String]) -> Int? {
    let words = titles.map(folded)
    return usernames.lazy.compactMap { words.firstIndex(of: $0) }.first
  }

  /// The index of the first column that identifies students: by usernames, else by something else.
  static func studentColumn(in titles: [String]) -> Int? {
    usernameColumn(in: titles) ?? titles.firstIndex { key($0) != nil }
  }

  /// The columns of a table that has one value in a row; nil: it has another form.
  static func longColumns(in titles: [String]) -> LongColumns? {
    let words = titles.map(folded)
    guard let item = words.firstIndex(where: items.contains),
      let value = words.firstIndex(where: values.contains)
    else { return nil }
    return LongColumns(
      student: words.firstIndex(of: "student"), item: item, value: value,
      note: words.firstIndex(where: notes.contains))
  }

  /// Where the parts of one value stand in their row.
  struct LongColumns: Sendable {
    /// The column that has this title, which means the username in this form.
    var student: Int?
    var item: Int
    var value: Int
    var note: Int?
  }

  /// The title of an item whose notes a column has, as in `du1:note`.
  static func notedItem(_ title: String) -> String? {
    guard let colon = title.lastIndex(of: ":"),
      notes.contains(folded(String(title[title.index(after: colon)...])))
    else { return nil }
    return String(title[..<colon])
  }

  /// A title without case, accents, blanks and marks.
  static func folded(_ title: String) -> String {
    String(
      title.lowercased().compactMap { character in
        accents[character]
          ?? (character.isWhitespace || "_-.:".contains(character) ? nil : character)
      })
  }

  private static let accents: [Character: Character] = [
    "á": "a", "č": "c", "ď": "d", "é": "e", "ě": "e", "í": "i", "ň": "n", "ó": "o", "ř": "r",
    "š": "s", "ť": "t", "ú": "u", "ů": "u", "ý": "y", "ž": "z",
  ]
}

/// The columns that together name a student.
struct StudentNameColumns: Sendable {
  enum Part { case last, first, full }

  /// The indices whose texts, put together, are the name.
  var indices: [Int]

  /// Finds the columns by their titles: last and first name, or the whole name; nil without them.
  init?(titles: [String]) {
    let parts = titles.map(TitleWords.name)
    if let last = parts.firstIndex(of: .last), let first = parts.firstIndex(of: .first) {
      indices = [last, first]
    } else if let full = parts.firstIndex(of: .full) ?? parts.firstIndex(of: .first) {
      indices = [full]
    } else {
      return nil
    }
  }

  init(indices: [Int]) { self.indices = indices }

  func name(in cells: [String]) -> String {
    indices.map { $0 < cells.count ? cells[$0].trimmingBlanks() : "" }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
