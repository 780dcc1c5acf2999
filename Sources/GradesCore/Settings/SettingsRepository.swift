import Files
import Foundation
import GradesClient

/// The user's settings in one small JSON file, replaced as a whole at every change.
///
/// Reading never waits; a change waits for those of other processes. Everything throws ``SettingsProblem``.
/// The keys are those of `grades settings set`. Keys that this version does not have are kept.
public struct SettingsRepository: Sendable {
  private enum Key {
    static let semester = "semester"
    static let language = "language"
    static let notify = "notify"
    static let hideUngraded = "hide-ungraded"
    static let hiddenCourses = "hidden-courses"
  }

  private let file: URL

  /// Makes a repository over a file, which need not exist.
  public init(file: URL) { self.file = file }

  /// The settings; the defaults when nothing was chosen yet.
  public func settings() throws -> Settings { try settings(of: try document()) }

  /// The settings for a command that corrects them: invalid values count as not chosen.
  public func settingsWithoutMistakes() throws -> Settings {
    let document = try document()
    return try settings(of: document.filter { !mistakes(in: document).contains($0.key) })
  }

  /// Changes settings in the file and returns what they are now.
  @discardableResult
  public func change(_ body: (inout Settings) -> Void) throws -> Settings {
    try change(correcting: nil, body)
  }

  /// Changes the setting of a key, also where it has a value that it cannot have: then other mistakes
  /// stay in the file as they are, while they stop every other change.
  @discardableResult
  public func change(correcting key: String, _ body: (inout Settings) -> Void) throws -> Settings {
    try change(correcting: .some(key), body)
  }

  private func change(
    correcting key: String?, _ body: (inout Settings) -> Void
  ) throws -> Settings {
    try? PrivateFolder(of: file).make()
    // Where the lock cannot be had, for example because its holder was stopped, the change is made
    // without it: the file is replaced as a whole in any case.
    let lock = FileLock.acquireBlocking(FileLock.file(beside: file), timeLimit: .seconds(5))
    defer { lock?.release() }
    var document = try document()
    // A correction of one mistake leaves the others in the file.
    let found = mistakes(in: document)
    let mistakes = key.map(found.contains) == true ? found : []
    let kept = document.filter { mistakes.contains($0.key) && $0.key != key }
    var settings = try settings(of: document.filter { !mistakes.contains($0.key) })
    body(&settings)
    settings.hiddenCourses = Set(settings.hiddenCourses).sorted()
    document[Key.semester] = settings.semester.text
    document[Key.language] = settings.language?.rawValue ?? "system"
    document[Key.notify] = settings.notifiesStudents
    document[Key.hideUngraded] = settings.hidesUngraded
    document[Key.hiddenCourses] = settings.hiddenCourses.map(\.rawValue)
    document.merge(kept) { _, mistake in mistake }
    do {
      let content = try JSONSerialization.data(
        withJSONObject: document, options: [.prettyPrinted, .sortedKeys])
      try SmallFile(file).replace(with: content + Data("\n".utf8), isLocked: lock != nil)
    } catch let error as SystemError where error.meansFull {
      throw SettingsProblem.full(path: file.path)
    } catch {
      throw SettingsProblem.unwritable(path: file.path)
    }
    return settings
  }

  private func document() throws(SettingsProblem) -> [String: Any] {
    let content: Data
    do {
      guard let found = try SmallFile(file).read() else { return [:] }
      content = Data(found)
    } catch {
      throw .unreadable(path: file.path)
    }
    guard let document = try? JSONSerialization.jsonObject(with: content) as? [String: Any] else {
      throw .damaged(path: file.path)
    }
    return document
  }

  private func settings(of document: [String: Any]) throws(SettingsProblem) -> Settings {
    let defaults = Settings()
    return Settings(
      semester: try value(Key.semester, in: document) { (text: String) in SemesterChoice(text) }
        ?? defaults.semester,
      language: try value(Key.language, in: document) { (text: String) -> ServiceLanguage?? in
        text == "system" ? .some(nil) : ServiceLanguage(rawValue: text).map { .some($0) }
      } ?? defaults.language,
      notifiesStudents: try value(Key.notify, in: document) { (flag: Bool) in flag }
        ?? defaults.notifiesStudents,
      hidesUngraded: try value(Key.hideUngraded, in: document) { (flag: Bool) in flag }
        ?? defaults.hidesUngraded,
      hiddenCourses: try value(Key.hiddenCourses, in: document) { (codes: [String]) in
        codes.map { CourseCode($0) }
      } ?? defaults.hiddenCourses)
  }

  /// The keys whose values they cannot have.
  private func mistakes(in document: [String: Any]) -> Set<String> {
    Set(document.filter { (try? settings(of: [$0.key: $0.value])) == nil }.keys)
  }

  /// The value of a key; nil when the key is missing.
  private func value<Stored, Value>(
    _ key: String, in document: [String: Any], _ read: (Stored) -> Value?
  ) throws(SettingsProblem) -> Value? {
    guard let found = document[key] else { return nil }
    guard let stored = found as? Stored, let value = read(stored) else {
      throw .invalidValue(path: file.path, key: key, value: "\(found)")
    }
    return value
  }
}
