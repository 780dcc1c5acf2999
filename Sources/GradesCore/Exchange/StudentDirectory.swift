import GradesClient

/// What a column says of the students in its rows.
package enum StudentKey: Hashable, Sendable {
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
  /// Whether the personal number of any student is known: Grades does not give them everywhere.
  let hasNumbers: Bool
  /// The students of each name; a name of several students means none of them.
  private let named: [String: Set<Username>]
  private let map: [String: Username]

  init(_ students: [Student], map: [String: Username] = [:]) {
    known = Set(students.map(\.username))
    emails = Self.unique(students) { $0.email.map(Self.folded) }
    numbers = Self.unique(students) { $0.personalNumber.map(Self.number) }
    hasNumbers = students.contains { $0.personalNumber != nil }
    var names: [String: Set<Username>] = [:]
    for student in students {
      let (last, first) = (student.lastName ?? "", student.firstName ?? "")
      guard !last.isEmpty, !first.isEmpty else { continue }
      for name in [last + " " + first, first + " " + last] {
        names[Self.plain(name), default: []].insert(student.username)
      }
    }
    named = names
    self.map = map
  }

  /// Whether no student is known, so that nothing can be said about any name.
  var isEmpty: Bool { known.isEmpty }

  /// Whether a text is a username, an e-mail address or a personal number of a student.
  func identifies(_ text: String) -> Bool { student(text, by: .email) != nil }

  /// The student whom a text identifies; nil: none is known. Its content decides: in a column that is called
  /// "Login" there may be addresses. Without any students each username is taken as it is.
  func student(_ text: String, by key: StudentKey) -> Username? {
    if key == .mapped, let student = map[Self.folded(text)] { return student }
    let username = Username(text.trimmingBlanks())
    if known.contains(username) || known.isEmpty && key == .username { return username }
    return emails[Self.folded(text)] ?? numbers[Self.number(text)]
  }

  /// Whether a text can only be a personal number.
  static func isNumber(_ text: String) -> Bool {
    let number = number(text)
    return number.utf8.count > 3 && number.utf8.allSatisfy { UInt8(ascii: "0")...57 ~= $0 }
  }

  /// The only student of a name, in either order; nil: there is none, or there are several.
  func student(named name: String) -> Username? {
    let found = students(named: name)
    return found.count == 1 ? found.first : nil
  }

  func names(_ name: String) -> Bool { !students(named: name).isEmpty }

  private func students(named name: String) -> Set<Username> {
    let words = Self.words(name)
    // Somebody may be called like a title.
    return named[words.joined(separator: " ")]
      ?? named[words.filter { !Self.academicTitles.contains($0) }.joined(separator: " ")] ?? []
  }

  /// The words of a name as they are compared: without commas, and accents, which other programs lose.
  private static func words(_ name: String) -> [String] {
    name.split { $0.isWhitespace || $0 == "," }.map { TitleWords.folded(String($0)) }
  }

  private static func plain(_ name: String) -> String { words(name).joined(separator: " ") }

  /// Titles before and behind names, as ``words(_:)`` has them.
  private static let academicTitles: Set<String> = [
    "bc", "bca", "csc", "dis", "doc", "dr", "drsc", "dsc", "ing", "ingarch", "arch", "judr", "mba",
    "mddr", "mga", "mgr", "mgra", "msc", "mudr", "mvdr", "paeddr", "ph", "d", "pharmdr", "phd",
    "phdr", "phmr", "prof", "rndr", "rsdr", "th", "thd", "thdr", "thlic",
  ]

  /// A text as it is compared.
  static func folded(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A number as it is compared: spreadsheets drop zeros before it, put blanks into it and a fraction behind
  /// it. Some schools have letters in it.
  private static func number(_ text: String) -> String {
    var text = text.lowercased().filter { !$0.isWhitespace }
    for fraction in [".0", ",0", ".00", ",00"] where text.hasSuffix(fraction) {
      text.removeLast(fraction.count)
    }
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
