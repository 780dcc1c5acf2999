import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What is chosen while viewing: it counts more than the settings until the app is quit, or until it
/// is kept in the settings.
struct ViewChoices: Equatable, Sendable {
  /// What can be chosen.
  enum Choice: Hashable, Sendable {
    case semester(SemesterChoice)
    case hidesUngraded(Bool)
    case hiddenCourses(Set<CourseCode>)
    case pinnedCourses([CourseCode])

    /// The setting that it stands in for.
    var key: SettingKey {
      switch self {
      case .semester: .semester
      case .hidesUngraded: .hideUngraded
      case .hiddenCourses: .hiddenCourses
      case .pinnedCourses: .pinnedCourses
      }
    }

    fileprivate func apply(to settings: inout Settings, since earlier: Settings) {
      switch self {
      case .semester(let choice): settings.semester = choice
      case .hidesUngraded(let hides): settings.hidesUngraded = hides
      case .hiddenCourses(let courses):
        let before = Set(earlier.hiddenCourses)
        settings.hiddenCourses = Set(settings.hiddenCourses).union(courses.subtracting(before))
          .subtracting(before.subtracting(courses)).sorted()
      case .pinnedCourses(let courses):
        let before = earlier.pinnedCourses
        settings.pinnedCourses =
          settings.pinnedCourses.filter { courses.contains($0) || !before.contains($0) }
          + courses.filter { !before.contains($0) && !settings.pinnedCourses.contains($0) }
      }
    }
  }

  private var choices: [SettingKey: Choice] = [:]

  /// Takes a choice instead of the earlier one of the same kind.
  mutating func take(_ choice: Choice) { choices[choice.key] = choice }

  /// Returns to what the settings say.
  mutating func drop(_ key: SettingKey) { choices[key] = nil }

  /// The settings with what was chosen, or with a part of it.
  ///
  /// - Parameter earlier: the settings that the user saw when choosing, where others have been stored since:
  ///   only the courses that were hidden or shown change then.
  func applied(
    to settings: Settings, only keys: [SettingKey] = SettingKey.allCases,
    since earlier: Settings? = nil
  ) -> Settings {
    var changed = settings
    for key in keys { choices[key]?.apply(to: &changed, since: earlier ?? settings) }
    return changed
  }

  /// The settings that the choices differ from, in their order.
  func differing(from settings: Settings) -> [SettingKey] {
    SettingKey.allCases.filter { applied(to: settings, only: [$0]) != settings }
  }
}

/// Asks which of the choices the settings keep.
enum KeepPicker {
  /// Makes the question.
  ///
  /// - Parameters:
  ///   - keys: what differs from the settings.
  ///   - settings: the settings with all that was chosen.
  @MainActor static func overlay(
    _ keys: [SettingKey], _ settings: Settings,
    choosing: @escaping @MainActor ([SettingKey]) -> Response
  ) -> any Overlay {
    WordedOverlay { words in
      PickerOverlay(
        Sentence(.viewKeep),
        options: keys.map { key in
          PickerState<SettingKey>.Option(
            id: key, label: StyledText(words.strings(key.title)),
            detail: words.strings.text(of: key, in: settings))
        }, chosen: Set(keys), allowsSeveral: true, choosing: choosing)
    }
  }
}

extension Strings {
  /// The value of a setting that can be chosen while viewing.
  fileprivate func text(of key: SettingKey, in settings: Settings) -> String {
    switch key {
    case .semester: title(of: settings.semester)
    case .hideUngraded: self(settings.hidesUngraded ? .wordYes : .wordNo)
    case .hiddenCourses where settings.hiddenCourses.isEmpty: self(.wordNone)
    case .pinnedCourses where settings.pinnedCourses.isEmpty: self(.wordNone)
    case .hiddenCourses, .pinnedCourses, .language, .notify: key.value(in: settings)
    }
  }
}
