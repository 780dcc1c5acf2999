import Terminal

/// What can be done in every scene.
enum CommonAction: Hashable, Sendable, CaseIterable {
  case logIn, refresh, settings, help, back

  /// The letter for logging in, which the sentence about it names; without drawing its case is the
  /// same.
  static let logInLetter = "l"

  /// The keys, unless a scene uses them for something else.
  static let bindings: [KeyBinding<CommonAction>] = [
    KeyBinding(.character("L"), does: .logIn, .keyLogIn, in: .first),
    KeyBinding(.character("r"), Key(.function(5)), does: .refresh, .keyRefresh, in: .help),
    KeyBinding(.character(","), does: .settings, .keySettings),
    KeyBinding(.character("?"), Key(.function(1)), does: .help, .keyHelp, in: .first),
    KeyBinding(.escape, .character("q"), does: .back, .keyBack),
  ]

  /// The keys as they are shown in a scene; not those that the scene uses for something else.
  ///
  /// - Parameter needsLogin: whether the scene has no data because no user is logged in.
  static func shownKeys(
    in scene: Scene, besides keys: [ShownKey], needsLogin: Bool
  ) -> [ShownKey] {
    let taken = Set(keys.flatMap(\.allKeys))
    return bindings.compactMap { binding in
      let isOffered =
        switch binding.action {
        case .logIn: needsLogin
        case .settings: SceneCoordinator.navigation(from: scene, to: .settings) != nil
        case .refresh: scene != .login
        case .help, .back: true
        }
      let free = binding.keys.filter { !taken.contains($0) }
      guard isOffered, !free.isEmpty else { return nil }
      return ShownKey(
        free == binding.keys ? binding.shown : Array(free.prefix(1)), allKeys: free, binding.hint,
        in: binding.slot)
    }
  }
}
