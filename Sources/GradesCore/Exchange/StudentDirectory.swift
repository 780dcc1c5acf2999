import GradesClient

/// What a column says of the students in its rows.
public enum StudentKey: Hashable, Sendable {
  case username
  case email
  case personalNumber
  /// What the user's own table of students translates into usernames.
  case mapped
}

/// Finds the students of a course by what tables say of them.
struct StudentDirectory: Sendable {
  private let known: Set<Username>
  private let emails: [String: Username]
  private let numbers: [String: Username]
  private let ownNumbers: [Username: String]
  /// The students of each name; a name of several students means none of them.
  private let names: [String: Set<Username>]
  /// What the user's own table says.
  private let map: [String: Username]

  init(_ students: [Student], map: [String: Username] = [:]) {
    known = Set(students.map(\.username))
    emails = Self.unique(students) { $0.email.map(Self.folded) }
    numbers = Self.unique(students) { $0.personalNumber.map(Self.number) }
    ownNumbers = Dictionary(
      students.compactMap { student in
        student.personalNumber.map { (student.username, Self.number($0)) }
      }, uniquingKeysWith: { first, _ in first })
    var names: [String: Set<Username>] = [:]
    for student in students {
      let (last, first) = (student.lastName ?? "", student.firstName ?? "")
      guard !last.isEmpty, !first.isEmpty else { continue }
      for name in [last + " " + first, first + " " + last] {
        names[Self.plain(name), default: []].insert(student.username)
      }
    }
    self.names = names
    self.map = map
  }

  /// Whether no student is known, so that nothing can be said about any name.
  var isEmpty: Bool { known.isEmpty }

  /// Whether a text is a username or an e-mail address of a student.
  func identifies(_ text: String) -> Bool {
    let text = Self.folded(text)
    return known.contains(Username(text)) || emails[text] != nil
  }

  /// The student whom a text identifies; nil: none is known.
  func student(_ text: String, by key: StudentKey) -> Username? {
    switch key {
    case .username:
      let username = Username(text.trimmingBlanks())
      return known.contains(username) ? username : nil
    case .email: return emails[Self.folded(text)]
    case .personalNumber: return numbers[Self.number(text)]
    case .mapped: return map[Self.folded(text)]
    }
  }

  /// Whether a personal number is known not to be a student's: each person has one alone, while there may be
  /// several addresses.
  func isForeign(_ number: String, to student: Username) -> Bool {
    ownNumbers[student].map { $0 != Self.number(number) } ?? false
  }

  /// The only student of a name, in either order; nil: there is none, or there are several.
  func student(named name: String) -> Username? {
    let found = names[Self.plain(name)] ?? []
    return found.count == 1 ? found.first : nil
  }

  /// Whether several students have the name.
  func isAmbiguous(_ name: String) -> Bool { (names[Self.plain(name)]?.count ?? 0) > 1 }

  /// A name as it is compared: without accents, which other programs lose.
  private static func plain(_ name: String) -> String {
    name.split(whereSeparator: \.isWhitespace).map { TitleWords.folded(String($0)) }
      .joined(separator: " ")
  }

  /// A text as it is compared.
  static func folded(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A number as it is compared: spreadsheets drop zeros before it.
  private static func number(_ text: String) -> String {
    let text = text.trimmingBlanks()
    return String(text.drop { $0 == "0" })
  }

  private static func unique(
    _ students: [Student], by key: (Student) -> String?
  ) -> [String: Username] {
    var found: [String: Username] = [:]
    var repeated: Set<String> = []
    for student in students {
      guard let key = key(student), !key.isEmpty else { continue }
      if found.updateValue(student.username, forKey: key) != nil { repeated.insert(key) }
    }
    return found.filter { !repeated.contains($0.key) }
  }
}
