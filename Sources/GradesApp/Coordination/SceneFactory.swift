import GradesClient

/// Makes the scenes of the terminal app of their codes.
struct SceneFactory {
  /// Makes a scene's screen.
  let screen: @MainActor (Scene, AppSession) -> any Screen

  /// The program's scenes.
  static let live = SceneFactory { scene, session in
    let context = session.context
    switch scene {
    case .courses: return context.coursesScreen()
    default: return context.coursesScreen()
    }
  }
}
