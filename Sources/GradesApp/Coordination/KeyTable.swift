import GradesLocalization
import Terminal

/// All keys of the terminal app by scene, as the manual page lists them.
struct KeyTable {
  /// The keys of a part of the app.
  struct Section {
    let title: Message
    let keys: [ShownKey]
  }

  /// The parts of the app in the order of their use; keys that several scenes share come last.
  static var sections: [Section] {
    [
      section(.sceneLogin, LoginViewModel.keys),
      section(.doctorRoles, CoursesViewModel.keys),
      section(.coursesColumnCourse, CourseViewModel.keys),
      section(.structurePlanTitle, CourseViewModel.planKeys),
      section(.studyTitle, StudyViewModel.keys),
      section(.groupsColumnName, GroupViewModel.keys),
      section(.studentsColumnStudent, StudentViewModel.keys),
      section(.sceneStudentSearch, StudentSearchViewModel.keys),
      section(.sceneEntry, EntryViewModel.keys),
      section(.sceneStructure, StructureViewModel.keys),
      section(.sceneReview, ReviewViewModel.keys),
      section(.sceneHistory, HistoryViewModel.keys),
      section(.syncNotifications, NotificationsViewModel.keys),
      section(.historyColumnChanges, LogViewModel.keys),
      section(.settingsTitle, SettingsViewModel.keys),
      Section(
        title: .helpKeysEverywhere,
        keys: shown(Movement.bindings)
          + TerminalApp.commonKeys.dropLast(2).compactMap(\.documented).map { key in
            var key = key
            key.letter = nil
            return key
          }),
    ].filter { !$0.keys.isEmpty }
  }

  private static func section<View: SceneView>(_ title: Message, _ view: View.Type) -> Section {
    section(title, shown(view.bindings))
  }

  private static func section<Model>(_ title: Message, _ keys: [Binding<Model>]) -> Section {
    section(title, keys.compactMap(\.documented).withCommandMenu)
  }

  private static func section(_ title: Message, _ keys: [ShownKey]) -> Section {
    let movement = shown(Movement.bindings)
    return Section(
      title: title,
      keys: keys.filter { key in
        !movement.contains { $0.keys == key.keys && $0.hint == key.hint }
      })
  }

  private static func shown<Action>(_ bindings: [KeyBinding<Action>]) -> [ShownKey] {
    bindings.filter { $0.slot != .nowhere }.map {
      ShownKey(
        $0.shown, others: $0.others, allKeys: $0.keys, letter: $0.letter, $0.hint, in: $0.slot)
    }.withCommandMenu
  }

  let strings: Strings

  /// A section's keys and what they do.
  func rows(_ section: Section) -> [(keys: String, text: String)] {
    section.keys.map { key in
      (strings.names(of: key, inFull: true), strings(key.hint))
    }
  }
}
