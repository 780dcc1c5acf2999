import Terminal

/// What can be done in every scene.
enum CommonAction: Hashable, Sendable, CaseIterable {
  case refresh, settings, help, back

  /// The keys, unless a scene uses them for something else.
  static let bindings: [KeyBinding<CommonAction>] = [
    KeyBinding(.character("r"), Key(.function(5)), does: .refresh, .keyRefresh, in: .help),
    KeyBinding(.character(","), does: .settings, .keySettings),
    KeyBinding(.character("?"), Key(.function(1)), does: .help, .keyHelp, in: .first),
    KeyBinding(.escape, .character("q"), does: .back, .keyBack),
  ]

  /// The keys as they are shown.
  static var shownKeys: [ShownKey] {
    bindings.map { ShownKey($0.shown, allKeys: $0.keys, $0.hint, in: $0.place) }
  }
}
