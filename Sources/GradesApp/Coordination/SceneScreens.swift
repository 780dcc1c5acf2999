import GradesClient
import GradesCore
import GradesLocalization

extension Session {
  /// Makes the screen of a scene.
  func screen(_ scene: Scene) -> any SceneViewModel {
    let (context, settings, services) = (context, context.settings, context.services)
    func place(_ course: CourseCode) -> CourseContext {
      CourseContext(course, in: settings.semester)
    }
    switch scene {
    case .login: return LoginViewModel(self)
    case .courses: return CoursesViewModel(context) { self.context.settings.hidesUngraded }
    case .course(let code):
      return CourseViewModel(code, context, courses) { self.context.settings.hidesUngraded }
    case .plan(let code): return CourseViewModel(code, plans: true, context, courses) { false }
    case .group(let course, let group):
      return GroupViewModel(place(course), group: group, in: context, courses)
    case .student(let course, let student):
      return StudentViewModel(student, of: place(course), in: context, courses)
    case .studentSearch(let course): return StudentSearchViewModel(place(course), in: context)
    case .entry(let course, let group, let item):
      return EntryViewModel(place(course), group: group, item: item, in: context)
    case .structure(let course): return StructureViewModel(place(course), in: context)
    case .log(let course, let cell):
      // The history of a cell needs no other group than that in which it is.
      let group = cell == nil ? nil : courses.groups[course]
      return LogViewModel(
        .course(
          CourseLogQuery(
            course: course, semester: settings.semester, group: group ?? .all,
            item: cell?.identifier, student: cell?.username), services.courseLog,
          failure: { [shown = place(course)] in
            await services.missingNames.failure(for: $0, in: shown)
          }))
    case .review(let course): return ReviewViewModel(course, in: context, skippedDrafts)
    case .history: return HistoryViewModel(context.gradebooks)
    case .notifications:
      return NotificationsViewModel(notifications: services.notifications, courses: courses)
    case .changes:
      return LogViewModel(
        .results(ChangesQuery(semester: settings.semester), services.changes, courses))
    case .study: return StudyViewModel(study: services.study, courses)
    case .settings: return SettingsViewModel { self.context }
    }
  }
}
