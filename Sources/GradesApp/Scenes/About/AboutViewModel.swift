import GradesConfiguration
import Observation

/// What the program is, what it may be used for and what it keeps.
@MainActor @Observable
final class AboutViewModel: SceneModel {
  /// The actions of keys.
  enum Action: Hashable, Sendable { case move(Movement) }

  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The program's version.
    var version: String
    /// The program's files.
    var paths: Paths
    /// The user's home folder, for paths that are shown.
    var home: String?
    var scroll = TextScroll()
  }

  var state: State

  /// Makes the scene.
  init(version: String, paths: Paths, home: String?) {
    state = State(version: version, paths: paths, home: home)
  }

  /// Everything is known from the start.
  func appear() async throws {}

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.scroll.take(movement)
    }
    return .done
  }
}
