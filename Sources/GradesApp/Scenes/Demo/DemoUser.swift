import ArgumentParser
import GradesServer

/// The people as whom the demo can be tried.
enum DemoUser: String, CaseIterable, ExpressibleByArgument, Sendable {
  case student, teacher, both

  var teaches: Bool { self != .student }

  var account: DemoAccounts.Person {
    switch self {
    case .student: DemoAccounts.student
    case .teacher: DemoAccounts.teacher
    case .both: DemoAccounts.both
    }
  }
}
