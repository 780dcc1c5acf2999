import GradesLocalization
import Terminal

/// All keys of the visible scene with a search; a disabled key shows the reason.
@MainActor
final class HelpOverlay: Overlay {
  private let keys: [ShownKey]
  private let common: [ShownKey]
  private var help = HelpState()

  init(_ keys: [ShownKey], common: [ShownKey]) {
    self.keys = keys
    self.common = common
  }

  func takes(typedAhead input: Input) -> Bool { true }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(let key):
      return key == Key(.function(1)) || help.handle(key) ? .close(.done) : .stay
    case .paste(let text): help.insert(text)
    case .mouse, .resize, .resumed, .ended: break
    }
    return .stay
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    [ShownKey([.up, .down], .keyMove), ShownKey([.escape], .keyClose)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let strings = words.strings
    let table = HelpTable([
      HelpGroup(strings(.helpKeysScene), rows(keys, strings)),
      HelpGroup(strings(.helpKeysEverywhere), rows(common, strings)),
    ])
    let inner = rect.inset(left: 1, right: 1)
    help.fit(table, search: .folding, in: inner)
    frame.fill(rect)
    help.draw(
      table, empty: StyledText(strings(.findNoMatch), .quiet), search: .folding, in: inner,
      of: &frame)
  }

  private func rows(_ keys: [ShownKey], _ strings: Strings) -> [HelpGroup.Row] {
    keys.map { key in
      HelpGroup.Row(
        strings.names(of: key, inFull: true), strings.hint(key.hint),
        reason: key.disabledReason.map { strings($0) })
    }
  }
}
