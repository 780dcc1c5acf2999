import GradesLocalization
import Terminal

/// All keys of the visible scene with a search; a disabled key shows the reason.
@MainActor
final class HelpOverlay: Overlay {
  private let keys: [ShownKey]
  private let common: [ShownKey]
  private var query = TextField()
  private var scroll = TextScroll()

  init(_ keys: [ShownKey], common: [ShownKey]) {
    self.keys = keys
    self.common = common
  }

  func takes(typedAhead input: Input) -> Bool { true }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(.escape), .key(.enter), .key(Key(.function(1))): return .close(.done)
    case .key(.character("?")) where query.text.isEmpty: return .close(.done)
    case .key(let key):
      if let movement = Movement(key) { scroll.take(movement) } else { edit { _ = $0.handle(key) } }
    case .paste(let text): edit { $0.insert(text) }
    case .mouse, .resize, .resumed, .ended: break
    }
    return .stay
  }

  private func edit(_ change: (inout TextField) -> Void) {
    let before = query.text
    change(&query)
    if query.text != before { scroll = TextScroll() }
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    [ShownKey([.up, .down], .keyMove), ShownKey([.escape], .keyClose)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let strings = words.strings
    let table = HelpTable([
      HelpGroup(strings(.helpKeysScene), rows(keys, strings)),
      HelpGroup(strings(.helpKeysEverywhere), rows(common, strings)),
    ]).filtered(query.text, search: .folding)
    frame.fill(rect)
    let inner = rect.inset(left: 1, right: 1)
    frame.write(["/ "], in: inner)
    query.draw(
      in: inner.inset(left: 2, bottom: max(0, inner.rows - 1)), of: &frame, showsCursor: true)
    // Beside the signs that there are more.
    let body = inner.inset(right: 2, top: min(2, inner.rows))
    let none = StyledText(strings(.findNoMatch), .quiet)
    let lines = table.groups.isEmpty ? [none] : table.lines(body.columns)
    scroll.fit(lineCount: lines.count, rows: body.rows)
    scroll.draw(lines, in: body, edge: inner.columnRange.upperBound - 1, of: &frame)
  }

  private func rows(_ keys: [ShownKey], _ strings: Strings) -> [HelpGroup.Row] {
    keys.map { key in
      HelpGroup.Row(
        strings.names(of: key, inFull: true), strings.hint(key.hint),
        reason: key.disabledReason.map { strings($0) })
    }
  }
}
