import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization

/// What the scenes of one run of the terminal app share: the services, the settings and the language,
/// each of which the user may change while it runs.
@MainActor
final class AppSession {
  private(set) var context: Context
  /// The semester that the command line asked for; holds until another one is chosen.
  private var semester: SemesterChoice?

  /// Makes a session that begins as the command line says.
  init(_ context: Context, semester: SemesterChoice? = nil) {
    self.semester = semester
    self.context = context
    self.context = context.with(overridden(context.settings))
  }

  /// The words of a picture that is drawn now.
  var words: SceneWords {
    SceneWords(context.strings, timeZone: context.timeZone, now: context.now())
  }

  /// A failure as a sentence.
  func sentence(for failure: Failure) -> String { context.sentence(for: failure) }

  /// Takes up settings that were changed: the language, the semester, what is hidden.
  func settingsChanged() throws {
    let settings = try FileSettingsRepository(file: context.paths.settingsFile).settings()
    context = context.with(overridden(settings))
  }

  /// Takes up a setting that the user has chosen, instead of what the command line said of it.
  func settingChosen(_ key: SettingKey) throws {
    switch key {
    case .semester: semester = nil
    case .language: context = context.withoutLanguageFlag
    case .notify, .hideUngraded, .hiddenCourses: break
    }
    try settingsChanged()
  }

  /// Goes on at another host, whose services are made anew; ends what the one before had started.
  func move(to host: String) async throws {
    let next = try context.moved(to: host)
    await context.services.close()
    context = next
  }

  /// Remembers the scenes that are open at the end.
  func remember(_ stack: [Scene]) {
    guard let scene = stack.last else { return }
    LastScene(file: context.paths.lastSceneFile).write(scene)
  }

  private func overridden(_ settings: Settings) -> Settings {
    var settings = settings
    if let semester { settings.semester = semester }
    return settings
  }
}
