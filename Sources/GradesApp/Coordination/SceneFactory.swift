import GradesClient

/// Makes the scenes of the terminal app of their codes.
struct SceneFactory {
  /// Makes a scene's screen.
  let screen: @MainActor (Scene, AppSession) -> any Screen

  /// The program's scenes.
  static let live = SceneFactory { scene, session in
    let context = session.context
    switch scene {
    case .login: return session.loginScreen()
    case .courses: return context.coursesScreen()
    case .course(let code): return context.courseScreen(code)
    case .group(let course, let group): return context.groupScreen(course, group)
    case .student(let course, let student): return context.studentScreen(course, student)
    case .studentSearch(let course): return context.studentSearchScreen(course)
    case .review(let course): return context.reviewScreen(course)
    case .history: return context.historyScreen()
    case .notifications: return context.notificationsScreen()
    case .changes: return context.changesScreen()
    case .settings: return session.settingsScreen()
    case .about: return context.aboutScreen()
    }
  }
}
