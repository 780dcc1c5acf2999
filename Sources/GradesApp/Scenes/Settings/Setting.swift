import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization

/// A setting as users read and write it. Its name and its values are never translated.
extension Setting {
  var texts: (title: Message, meaning: Message) {
    switch self {
    case .semester: (.settingsSemester, .optionSemester)
    case .language: (.settingsLanguage, .meaningLanguage)
    case .notify: (.settingsNotify, .meaningNotify)
    case .hideUngraded: (.settingsHideUngraded, .meaningHideUngraded)
    case .hiddenCourses: (.settingsHiddenCourses, .meaningHiddenCourses)
    case .credits: (.studyColumnCredits, .meaningCredits)
    default: (.settingsPinnedCourses, .meaningPinnedCourses)
    }
  }

  /// Whether it means nothing to students.
  var isForTeachers: Bool { self == .notify }

  static let names = all.map(\.key) + [DefaultHost.key]

  /// Finds a setting; throws ``Failure/unknownSetting(typed:known:)``.
  init(typed: String) throws {
    guard let setting = Self.all.first(where: { $0.key == typed.lowercased() }) else {
      throw Failure.unknownSetting(typed: typed, known: Self.names)
    }
    self = setting
  }

  var examples: [String] {
    switch kind {
    case .semester: ["current", "previous", "next"]
    case .language: ["system", "cs", "en"]
    case .flag: ["yes", "no"]
    case .courses, .credits: ["none"]
    }
  }

  func text(in settings: Settings) -> String {
    switch kind {
    case .semester: settings.semester.text
    case .language: settings.language?.rawValue ?? "system"
    case .flag(let flag): settings[keyPath: flag] ? "yes" : "no"
    case .courses(let courses, _):
      settings[keyPath: courses].map(\.rawValue).joined(separator: ",")
    case .credits:
      settings.credits.sorted { $0.key < $1.key }
        .map { "\($0.key)=\(NumberText.text($0.value, .english))" }.joined(separator: ",")
    }
  }

  /// The name of its member in documents, such as `hideUngraded`.
  var member: String {
    let words = key.split(separator: "-")
    return words[0] + words.dropFirst().map(\.capitalized).joined()
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
    case .courses(let courses, _):
      settings[keyPath: courses] = try Self.words(typed).map(code)
    case .credits:
      settings.credits = [:]
      for word in Self.words(typed) {
        let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, case .success(let credits) = NumberReader().read(parts[1]),
          StudyRecord.creditRange.contains(credits)
        else { throw invalid(word, ["XI-AAA.23=5"]) }
        settings.credits[try code(parts[0])] = credits
      }
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
