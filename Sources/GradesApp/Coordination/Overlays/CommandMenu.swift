import GradesLocalization
import Terminal

/// The commands of a scene in which letters are written into cells: each has a letter here.
@MainActor
final class CommandMenu: Overlay {
  struct Entry {
    let letter: Character
    let hint: Message
    let disabledReason: Message?
    let perform: @MainActor () -> Response
  }

  private let entries: [Entry]
  private var scroll = ScrollState()

  /// Makes a menu; the first entry with a letter has it.
  init(_ entries: [Entry]) { self.entries = entries }

  func takes(typedAhead input: Input) -> Bool { true }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    guard case .key(let key) = input else { return .stay }
    if scroll.handle(key, count: entries.count) { return .stay }
    switch key {
    case .escape, .commandMenu: return .close(.done)
    case .enter: return entries[safe: scroll.focus].map { .close($0.perform()) } ?? .stay
    default:
      guard let entry = entries.first(where: { String($0.letter) == key.text }) else {
        return .stay
      }
      return .close(entry.perform())
    }
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    [
      ShownKey([.up, .down], .keyMove), ShownKey([.enter], .keyChoose),
      ShownKey([.escape], .keyCancel),
    ]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let strings = words.strings
    let lines = entries.map { entry in
      let style: Style = entry.disabledReason == nil ? .plain : .quiet
      let reason = entry.disabledReason.map { "  " + strings($0) } ?? ""
      return StyledText(String(entry.letter), entry.disabledReason == nil ? .accent : .quiet)
        + StyledText("  " + strings.hint(entry.hint), style) + StyledText(reason, .quiet)
    }
    var box = DialogBox(
      title: StyledText(strings(.helpCommands), .heading), contentRows: entries.count, width: 44)
    let rows = box.layout(in: rect).content.rows
    scroll.fit(count: entries.count, rows: rows)
    if rows < entries.count {
      box.note = StyledText("\(min(entries.count, scroll.first + rows))/\(entries.count)", .quiet)
    }
    scroll.draw(count: entries.count, in: box.draw(in: rect, of: &frame), of: &frame) { index, _ in
      lines[index]
    }
  }
}
