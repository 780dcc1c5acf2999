import GradesLocalization
import Terminal

@MainActor
final class PickerOverlay<ID: Hashable & Sendable>: Overlay {
  private let title: Sentence
  private let allowsSeveral: Bool
  private let last: (@MainActor (String) -> PickerState<ID>.Option)?
  private let choosing: @MainActor ([ID]) -> Response
  private var picker: PickerState<ID>

  /// Makes a picker; `choosing` follows with what was chosen, in the list's order.
  ///
  /// - Parameters:
  ///   - acceptsFocus: whether Enter chooses the focused option alone as long as no mark was changed.
  ///   - last: the option behind all others, which depends on what was typed.
  init(
    _ title: Sentence, options: [PickerState<ID>.Option], chosen: Set<ID> = [],
    allowsSeveral: Bool = false, acceptsFocus: Bool = false,
    last: (@MainActor (String) -> PickerState<ID>.Option)? = nil,
    choosing: @escaping @MainActor ([ID]) -> Response
  ) {
    self.title = title
    self.allowsSeveral = allowsSeveral
    self.choosing = choosing
    self.last = last
    picker = PickerState(
      options: options + [last?("")].compactMap(\.self), chosen: chosen,
      allowsSeveral: allowsSeveral, acceptsFocus: acceptsFocus)
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(let key):
      switch picker.handle(key, search: .folding) {
      case .chosen(let ids): return .close(choosing(ids))
      case .cancelled: return .close(.done)
      case nil: offerLast()
      }
    case .paste(let text):
      picker.insert(text, search: .folding)
      offerLast()
    case .mouse, .resize, .resumed, .ended: break
    }
    return .stay
  }

  private func offerLast() {
    if let last { picker.replaceLast(with: last(picker.filter.text)) }
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    let several =
      allowsSeveral
      ? [
        ShownKey([.character(" ")], .keyToggle),
        ShownKey([.control("a")], .keyMarkAll, in: .footer),
      ] : []
    return [ShownKey([.up, .down], .keyMove)] + several
      + [ShownKey([.enter], .keyChoose), ShownKey([.escape], .keyCancel)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    picker.fit(in: rect)
    picker.draw(
      title: StyledText(title.text(words.strings), .heading), in: rect, of: &frame)
  }
}

extension TextSearch {
  /// Words in any order, without case and accents.
  static let folding = TextSearch { query in
    let query = SearchQuery(query)
    return { query.matches([$0]) }
  }
}
