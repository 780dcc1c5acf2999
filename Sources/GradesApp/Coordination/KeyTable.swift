import GradesLocalization
import Terminal

/// All keys of the terminal app by scene, as the manual page lists them.
enum KeyTable {
  typealias Section = (title: Message, keys: [ShownKey])

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
      (
        .helpKeysEverywhere,
        movement
          + TerminalApp.commonKeys.dropLast(2).compactMap(\.documented).map { key in
            var key = key
            key.letter = nil
            return key
          }
      ),
    ].filter { !$0.keys.isEmpty }
  }

  private static func section<Model>(_ title: Message, _ keys: [Binding<Model>]) -> Section {
    section(title, keys.compactMap(\.documented).withCommandMenu)
  }

  private static func section(_ title: Message, _ keys: [ShownKey]) -> Section {
    (
      title,
      keys.filter { key in
        !movement.contains { $0.keys == key.keys && $0.hint == key.hint }
      }
    )
  }

  private static var movement: [ShownKey] {
    Movement.bindings { (_: CoursesViewModel, _) in .done }.compactMap(\.documented)
  }
}
