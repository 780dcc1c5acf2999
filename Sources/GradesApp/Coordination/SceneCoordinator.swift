/// The stack of scenes; no scene is in it twice.
@MainActor
final class SceneCoordinator {
  /// The open scenes, the visible one last; empty at the end of the program.
  private(set) var stack: [Scene]

  init(stack: [Scene]) { self.stack = stack }

  var top: Scene? { stack.last }

  func follow(_ response: Response) {
    switch response {
    // A login leads to new scenes only.
    case .open where top == .login: break
    case .open(let scene):
      if let index = stack.firstIndex(of: scene) {
        stack.removeSubrange((index + 1)...)
      } else {
        stack.append(scene)
      }
    case .replace(let scene):
      _ = stack.popLast()
      // A student found from another student's scene takes the place of both.
      if case .student(let course, _) = scene, case .student(course, _)? = stack.last {
        stack.removeLast()
      }
      stack = stack.filter { $0 != scene } + [scene]
    case .back: _ = stack.popLast()
    case .restart(let scenes): stack = scenes
    case .quit: stack = []
    default: break
    }
  }
}
