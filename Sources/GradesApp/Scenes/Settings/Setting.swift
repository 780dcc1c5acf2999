import GradesClient
import GradesConfiguration
import GradesCore
import Foundation
import GradesLocalization
import JSON

/// A setting. Its name and its values are never translated.
struct Setting: Hashable, Sendable {
  /// What a setting is, and where it is kept.
  enum Kind: Sendable {
    case semester, language
    case flag(WritableKeyPath<Settings, Bool> & Sendable)
    /// Courses, each once; their order matters or is that of their codes.
    case courses(WritableKeyPath<Settings, [CourseCode]> & Sendable, isOrdered: Bool = false)
  }

  let key: String
  let title: Message
  let meaning: Message
  let kind: Kind
  /// Whether it means nothing to students.
  let isForTeachers: Bool

  static let semester = Setting("semester", .settingsSemester, .optionSemester, .semester)
  static let language = Setting("language", .settingsLanguage, .meaningLanguage, .language)
  static let notify = Setting(
    "notify", .settingsNotify, .meaningNotify, .flag(\.notifiesStudents), isForTeachers: true)
  static let hideUngraded = Setting(
    "hide-ungraded", .settingsHideUngraded, .meaningHideUngraded, .flag(\.hidesUngraded))
  static let hiddenCourses = Setting(
    "hidden-courses", .settingsHiddenCourses, .meaningHiddenCourses, .courses(\.hiddenCourses))
  static let pinnedCourses = Setting(
    "pinned-courses", .settingsPinnedCourses, .meaningPinnedCourses,
    .courses(\.pinnedCourses, isOrdered: true))

  static let all = [semester, language, notify, hideUngraded, hiddenCourses, pinnedCourses]

  static let names = all.map(\.key) + [DefaultHost.key]

  private init(
    _ key: String, _ title: Message, _ meaning: Message, _ kind: Kind, isForTeachers: Bool = false
  ) {
    self.isForTeachers = isForTeachers
    self.key = key
    self.title = title
    self.meaning = meaning
    self.kind = kind
  }

  /// Finds a setting; throws ``Failure/unknownSetting(typed:known:)``.
  init(typed: String) throws {
    guard let setting = Self.all.first(where: { $0.key == typed.lowercased() }) else {
      throw Failure.unknownSetting(typed: typed, known: Self.names)
    }
    self = setting
  }

  static func == (left: Setting, right: Setting) -> Bool { left.key == right.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  var examples: [String] {
    switch kind {
    case .semester: ["current", "previous", "next"]
    case .language: ["system", "cs", "en"]
    case .flag: ["yes", "no"]
    case .courses: ["none"]
    }
  }

  func text(in settings: Settings) -> String {
    switch kind {
    case .semester: settings.semester.text
    case .language: settings.language?.rawValue ?? "system"
    case .flag(let flag): settings[keyPath: flag] ? "yes" : "no"
    case .courses(let courses, _):
      settings[keyPath: courses].map(\.rawValue).joined(separator: ",")
    }
  }

  /// Its member in documents, such as `hideUngraded`.
  var member: (name: String, value: (Settings) -> any JSONWritable) {
    let words = key.split(separator: "-")
    let name = words[0] + words.dropFirst().map(\.capitalized).joined()
    return (
      String(name),
      { settings in
        switch kind {
        case .semester, .language: text(in: settings)
        case .flag(let flag): settings[keyPath: flag]
        case .courses(let courses, _): settings[keyPath: courses]
        }
      }
    )
  }

  /// Writes a typed value into the settings; throws ``Failure/invalidOption(_:typed:allowed:)``.
  func set(_ typed: [String], in settings: inout Settings, last: SemesterCode? = nil) throws {
    let text = typed.joined(separator: " ")
    switch kind {
    case .semester: settings.semester = try SemesterChoice(typed: text, last: last)
    case .language:
      let language = ServiceLanguage(rawValue: text.lowercased())
      guard language != nil || text.lowercased() == "system" else {
        throw invalid(text, examples)
      }
      settings.language = language
    case .flag(let flag): settings[keyPath: flag] = try Self.flag(text, of: key)
    // Codes separated by commas or blanks; nothing shows all courses again, or pins none.
    case .courses(let courses, let isOrdered):
      let codes = try Self.words(typed).map(code)
      settings[keyPath: courses] = isOrdered ? codes.withoutRepetition() : Set(codes).sorted()
    }
  }

  /// What is listed, with commas or blanks; nothing for the word that is shown for nothing.
  static func words(_ typed: [String]) -> [String] {
    let words = typed.flatMap { $0.split { $0 == "," || $0.isWhitespace } }.map(String.init)
    let none = Language.allCases.map { Strings.load($0)(.wordNone) }
    return words.count == 1 && none.contains(words[0].lowercased()) ? [] : words
  }

  /// Reads yes or no as it was typed; throws ``Failure/invalidOption(_:typed:allowed:)``.
  static func flag(_ text: String, of key: String) throws -> Bool {
    switch text.lowercased() {
    case "true", "on", "yes": return true
    case "false", "off", "no": return false
    default:
      throw Failure.invalidOption(
        key, typed: text, allowed: ["true", "false", "on", "off", "yes", "no"])
    }
  }

  private func code(_ word: String) throws -> CourseCode {
    guard word.contains(where: \.isLetter),
      word.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) })
    else { throw invalid(word, ["XI-AAA.23,XI-BBB"]) }
    return CourseCode(word)
  }

  private func invalid(_ text: String, _ allowed: [String]) -> Failure {
    .invalidOption(key, typed: text, allowed: allowed)
  }
}

/// The host in use by default, which is shown and chosen like a setting and kept with the logins: that of the
/// last login, until another one is chosen.
enum DefaultHost {
  static let key = ConfigurationKey.host.rawValue
  static let names = ServiceHost.Name.allCases.map(\.rawValue)

  /// Chooses a host as typed and returns its name; throws ``Failure/invalidOption(_:typed:allowed:)`` and
  /// what the credentials throw.
  static func choose(_ typed: [String], in context: Context) async throws -> String {
    let text = typed.joined(separator: " ")
    guard let name = ServiceHost.Name(rawValue: text.lowercased()) else {
      throw Failure.invalidOption(key, typed: text, allowed: names)
    }
    let host = try context.configuration(at: name.rawValue).host
    try await context.services.credentials.choose(host.service)
    return name.rawValue
  }
}
