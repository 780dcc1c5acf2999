import GradesClient
import GradesCore
import GradesLocalization

/// Makes the screens of scenes.
struct SceneFactory {
  /// Makes the screen of a scene.
  let screen: @MainActor @Sendable (Scene, Session) -> any SceneViewModel

  /// The program's scenes.
  static let live = SceneFactory { scene, session in session.context.screen(scene, session) }
}

@MainActor
extension Context {
  fileprivate func screen(_ scene: Scene, _ session: Session) -> any SceneViewModel {
    switch scene {
    case .login:
      return LoginViewModel(session)
    case .courses:
      return CoursesViewModel(self) { session.context.settings.hidesUngraded }
    case .course(let code):
      return CourseViewModel(code, self, session.courses) { session.context.settings.hidesUngraded }
    case .plan(let code):
      return CourseViewModel(code, plans: true, self, session.courses) { false }
    case .group(let course, let group):
      return GroupViewModel(
        CourseContext(course, in: settings.semester), group: group, in: self, session.courses)
    case .student(let course, let student):
      return StudentViewModel(
        student, of: CourseContext(course, in: settings.semester), in: self, session.courses)
    case .studentSearch(let course):
      return StudentSearchViewModel(
        teacher: services.teacher, missing: services.missingNames, course: course,
        semester: settings.semester)
    case .entry(let course, let group, let item):
      return EntryViewModel(
        CourseContext(course, in: settings.semester), group: group, item: item, in: self)
    case .structure(let course):
      return StructureViewModel(CourseContext(course, in: settings.semester), in: self)
    case .log(let course, let cell): return logScreen(course, cell, session.courses)
    case .review(let course): return reviewScreen(course, session.skippedDrafts)
    case .history: return historyScreen()
    case .notifications:
      return NotificationsViewModel(
        notifications: services.notifications, courses: session.courses)
    case .changes:
      return LogViewModel(
        .results(ChangesQuery(semester: settings.semester), services.changes, session.courses))
    case .study: return StudyViewModel(study: services.study, session.courses)
    case .settings:
      return SettingsViewModel { session.context }
    }
  }

  fileprivate func logScreen(
    _ course: CourseCode, _ cell: GradeCell?, _ courses: CourseMemory
  ) -> any SceneViewModel {
    let shown = CourseContext(course, in: settings.semester)
    // The history of a cell needs no other group than that in which it is.
    let group = cell == nil ? nil : courses[shownGroup: course]
    return LogViewModel(
      .course(
        CourseLogQuery(
          course: course, semester: settings.semester, group: group ?? .all,
          item: cell?.identifier, student: cell?.username), services.courseLog,
        failure: { await services.missingNames.failure(for: $0, in: shown) }))
  }

  fileprivate func reviewScreen(
    _ course: CourseCode?, _ skipped: SkippedDrafts
  ) -> any SceneViewModel {
    ReviewViewModel(
      course, gradebooks: gradebooks, skipped: skipped, settings: settings, strings: strings,
      now: now)
  }

  fileprivate func historyScreen() -> any SceneViewModel {
    HistoryViewModel(gradebooks)
  }
}
