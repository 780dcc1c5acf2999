import GradesClient

/// One place in the program; codes only, so that it can be written down and opened again.
public enum Scene: Hashable, Sendable {
  case login
  case courses
  case course(CourseCode)
  case group(CourseCode, GroupID)
  case student(CourseCode, Username)
  case studentSearch(CourseCode)
  case review(CourseCode?)
  case notifications
  case settings
}

/// What an action asks of the coordinator.
public enum Navigation: Equatable, Sendable {
  case push(Scene)
  case replace(Scene)
  case pop
  case quit
}
