import Terminal

/// What can be done in every scene.
enum CommonAction: Hashable, Sendable, CaseIterable {
  case logIn, refresh, settings, suspend, help, back, quit

  /// The keys, unless a scene uses them for something else.
  static let bindings: [KeyBinding<CommonAction>] = [
    KeyBinding(.character("L"), menu: "L", does: .logIn, .keyLogIn, in: .first),
    KeyBinding(
      .character("r"), Key(.function(5)), menu: "r", does: .refresh, .keyRefresh, in: .help),
    KeyBinding(.character(","), menu: ",", does: .settings, .keySettings),
    KeyBinding(.control("z"), menu: "z", does: .suspend, .keySuspend, in: .help),
    KeyBinding(.character("?"), Key(.function(1)), menu: "?", does: .help, .keyHelp, in: .first),
    KeyBinding(.escape, .character("q"), menu: "q", does: .back, .keyBack, in: .last),
    KeyBinding(.character("q"), menu: "q", does: .quit, .keyQuit, in: .last),
  ]

  /// The keys as they are shown in a scene; not those that the scene uses for something else.
  ///
  /// - Parameters:
  ///   - needsLogin: whether the scene has no data because no user is logged in.
  ///   - writes: whether a key writes into the scene.
  static func shownKeys(
    in scene: Scene, besides keys: [ShownKey], needsLogin: Bool,
    writes: (Key) -> Bool = { _ in false }
  ) -> [ShownKey] {
    let taken = Set(keys.flatMap(\.allKeys))
    let letters = keys.compactMap(\.letter)
    // The app ends when the courses are left: only a key that says so does that.
    let isLast = scene == .courses
    return bindings.compactMap { binding in
      let isOffered =
        switch binding.action {
        case .logIn: needsLogin
        case .settings: scene != .login && scene != .settings
        case .refresh: scene != .login
        case .suspend, .help: true
        case .back: !isLast
        case .quit: isLast
        }
      let free = binding.keys.filter { !taken.contains($0) && !writes($0) }
      let letter =
        letters.isEmpty ? nil : binding.letter.flatMap { letters.contains($0) ? nil : $0 }
      guard isOffered, !free.isEmpty || letter != nil else { return nil }
      return ShownKey(
        free == binding.keys ? binding.shown : Array(free.prefix(1)), allKeys: free, letter: letter,
        binding.hint,
        in: binding.action == .settings && isLast ? .common : binding.slot)
    }
  }
}
