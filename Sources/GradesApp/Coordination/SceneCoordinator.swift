import GradesClient
import GradesCore

/// The actions of a scene that may lead to another one.
enum Destination: Equatable, Sendable {
  case back
  case course(CourseCode)
  case plan
  case teaching(CourseCode)
  case student(CourseCode, Username)
  case group(CourseCode, GroupID)
  case search
  case entry(CourseCode, GroupID, ItemIdentifier)
  case structure(CourseCode)
  case log(CourseCode, GradeCell?)
  case review
  case history
  case notifications
  case study
  case changes
  case settings
  case signIn
  case quit
}

/// The stack of scenes; the only type that decides which scene leads to which.
@MainActor
final class SceneCoordinator {
  /// The open scenes, the visible one last; empty at the end of the program.
  private(set) var stack: [Scene]

  /// Starts with open scenes, the visible one last.
  init(stack: [Scene]) { self.stack = stack }

  /// The visible scene.
  var top: Scene? { stack.last }

  /// Where a destination leads from a scene; nil where the scene does not lead there.
  nonisolated static func navigation(from scene: Scene, to destination: Destination)
    -> Navigation?
  {
    switch (scene, destination) {
    case (_, .quit): .quit
    case (.courses, .back): .quit
    case (_, .back): .pop
    case (.login, .signIn): nil
    case (_, .signIn): .push(.login)
    case (.courses, .course(let code)), (.notifications, .course(let code)),
      (.changes, .course(let code)):
      .push(.course(code))
    case (.course(let code), .plan): .push(.plan(code))
    case (.courses, .teaching(let code)): .push(.group(code, .usual))
    case (.group(let code, _), .student(let other, let name)) where code == other:
      .push(.student(code, name))
    case (.studentSearch(let code), .student(let other, let name)) where code == other:
      .replace(.student(code, name))
    case (.group(let code, _), .search), (.student(let code, _), .search):
      .push(.studentSearch(code))
    case (.group(let code, _), .entry(let other, let group, let item)) where code == other:
      .push(.entry(code, group, item))
    case (.group(let code, _), .log(let other, let cell)) where code == other:
      .push(.log(code, cell))
    case (.log(let code, _), .student(let other, let name)) where code == other:
      .push(.student(code, name))
    case (.entry(let code, _, _), .review): .push(.review(code))
    case (.group(let code, _), .review), (.student(let code, _), .review): .push(.review(code))
    case (.courses, .structure(let code)): .push(.structure(code))
    case (.courses, .review): .push(.review(nil))
    case (.group(let code, _), .group(let other, let group)) where code == other:
      .replace(.group(code, group))
    case (.review, .teaching(let code)), (.history, .teaching(let code)):
      .push(.group(code, .usual))
    case (.review, .student(let code, let name)): .push(.student(code, name))
    case (.review, .history), (.courses, .history), (.group, .history), (.student, .history):
      .push(.history)
    case (.history, .review): .push(.review(nil))
    case (.courses, .notifications), (.course, .notifications), (.changes, .notifications):
      .push(.notifications)
    case (.courses, .changes), (.course, .changes), (.notifications, .changes): .push(.changes)
    case (.courses, .study): .push(.study)
    case (.login, .settings), (.settings, .settings): nil
    case (_, .settings): .push(.settings)
    default: nil
    }
  }

  /// Opens a scene instead of the visible one. A student found from another student's scene takes the
  /// place of both.
  private func replaceTop(with scene: Scene) {
    _ = stack.popLast()
    if case .student(let course, _) = scene, case .student(course, _)? = stack.last {
      stack.removeLast()
    }
    stack = stack.filter { $0 != scene } + [scene]
  }

  /// Follows a navigation. Opening a scene that is open already goes back to it, so that the stack
  /// never holds a scene twice.
  func follow(_ navigation: Navigation) {
    switch navigation {
    case .push(let scene):
      if let index = stack.firstIndex(of: scene) {
        stack.removeSubrange((index + 1)...)
      } else {
        stack.append(scene)
      }
    case .replace(let scene):
      replaceTop(with: scene)
    case .pop:
      _ = stack.popLast()
    case .restart(let scenes):
      stack = scenes
    case .quit:
      stack = []
    }
  }
}
