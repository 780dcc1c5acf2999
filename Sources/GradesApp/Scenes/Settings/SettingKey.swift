import GradesClient
import GradesCore
import GradesLocalization

/// A setting by the name that users type; names and values are never translated.
enum SettingKey: String, CaseIterable, Sendable {
  case semester
  case language
  case notify
  case hideUngraded = "hide-ungraded"
  case hiddenCourses = "hidden-courses"
  case pinnedCourses = "pinned-courses"

  private static let flags = ["true", "false", "on", "off", "yes", "no"]

  /// The names of everything that `settings` can set.
  static let names = allCases.map(\.rawValue) + [DefaultHost.key]

  /// Finds a setting; throws ``Failure/unknownSetting(typed:known:)``.
  init(typed: String) throws {
    guard let key = Self(rawValue: typed.lowercased()) else {
      throw Failure.unknownSetting(typed: typed, known: Self.names)
    }
    self = key
  }

  /// What it is about, in a few words.
  var title: Message {
    switch self {
    case .semester: .settingsSemester
    case .language: .settingsLanguage
    case .notify: .settingsNotify
    case .hideUngraded: .settingsHideUngraded
    case .hiddenCourses: .settingsHiddenCourses
    case .pinnedCourses: .settingsPinnedCourses
    }
  }

  /// The values that can be offered.
  var examples: [String] {
    switch self {
    case .semester: ["current", "previous", "next"]
    case .language: ["system", "cs", "en"]
    case .notify, .hideUngraded: ["yes", "no"]
    case .hiddenCourses, .pinnedCourses: []
    }
  }

  /// Writes a typed value into the settings; throws ``Failure/invalidSetting(key:typed:allowed:)``.
  ///
  /// - Parameter last: the last semester that can be meant.
  func set(_ typed: [String], in settings: inout Settings, last: SemesterCode? = nil) throws {
    let text = typed.joined(separator: " ")
    switch self {
    case .semester:
      settings.semester = try SemesterChoice(typed: text, last: last)
    case .language:
      let language = ServiceLanguage(rawValue: text.lowercased())
      guard language != nil || text.lowercased() == "system" else {
        throw invalid(text, examples)
      }
      settings.language = language
    case .notify: settings.notifiesStudents = try flag(text)
    case .hideUngraded: settings.hidesUngraded = try flag(text)
    // Codes separated by commas or blanks; nothing shows all courses again, or pins none.
    case .hiddenCourses: settings.hiddenCourses = Set(try codes(text)).sorted()
    case .pinnedCourses: settings.pinnedCourses = try codes(text).withoutRepetition()
    }
  }

  /// The value as it can be typed.
  func value(in settings: Settings) -> String {
    switch self {
    case .semester: settings.semester.text
    case .language: settings.language?.rawValue ?? "system"
    case .notify: settings.notifiesStudents ? "yes" : "no"
    case .hideUngraded: settings.hidesUngraded ? "yes" : "no"
    case .hiddenCourses: settings.hiddenCourses.map(\.rawValue).joined(separator: ",")
    case .pinnedCourses: settings.pinnedCourses.map(\.rawValue).joined(separator: ",")
    }
  }

  /// The words of a list of codes; nil for other settings.
  func words(_ typed: [String]) -> [String]? {
    guard self == .hiddenCourses || self == .pinnedCourses else { return nil }
    return typed.flatMap { $0.split { $0 == "," || $0.isWhitespace } }.map(String.init)
  }

  private func codes(_ text: String) throws -> [CourseCode] {
    try (words([text]) ?? []).map { word in
      guard word.contains(where: \.isLetter),
        word.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) })
      else { throw invalid(word, ["XI-AAA.23,XI-BBB"]) }
      return CourseCode(word)
    }
  }

  private func flag(_ text: String) throws -> Bool {
    switch text.lowercased() {
    case "true", "on", "yes": true
    case "false", "off", "no": false
    default: throw invalid(text, Self.flags)
    }
  }

  private func invalid(_ text: String, _ allowed: [String]) -> Failure {
    .invalidOption(rawValue, typed: text, allowed: allowed)
  }
}
