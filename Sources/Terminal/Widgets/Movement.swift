/// A step through lines.
package enum Movement: Hashable, Sendable, CaseIterable {
  case up, down, pageUp, pageDown, top, bottom

  package var key: Key {
    switch self {
    case .up: .up
    case .down: .down
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .top: .home
    case .bottom: .end
    }
  }

  /// Makes the step of a key; nil for another key.
  package init?(_ key: Key) {
    guard let step = Self.allCases.first(where: { $0.key == key }) else { return nil }
    self = step
  }

  /// Where the step leads in a list of some lines, of which a page is seen at once.
  package func target(from line: Int, count: Int, page: Int) -> Int {
    let target =
      switch self {
      case .up: line - 1
      case .down: line + 1
      case .pageUp: line - max(1, page - 1)
      case .pageDown: line + max(1, page - 1)
      case .top: 0
      case .bottom: count - 1
      }
    return max(0, min(target, count - 1))
  }
}
