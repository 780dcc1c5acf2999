import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The form of one item: its fields, what is wrong with each, and what the focused one means.
@MainActor
final class StructureForm: Overlay {
  private unowned let model: StructureViewModel
  private var item: ItemIdentifier
  private var scroll = ScrollState()

  private static let width = 72

  init(_ item: ItemIdentifier, of model: StructureViewModel) {
    self.item = item
    self.model = model
  }

  /// The item as it is edited now; the form closes when it is gone.
  private var definition: Classification? {
    model.editing.flatMap { editing in
      editing.index(of: item).map { editing.items[$0].definition }
    }
  }

  var isOpen: Bool { definition != nil }

  private var fields: [StructureField] { definition.map(StructureField.all(of:)) ?? [] }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    guard case .key(let key) = input else { return .stay }
    if let movement = Movement(reading: key) {
      scroll.take(movement, count: fields.count)
      return .stay
    }
    switch key {
    case .escape, .character("q"): return .close(.done)
    case .character("u"), .control("z"): return .perform(model.change { $0.undo() })
    case .control("y"): return .perform(model.change { $0.redo() })
    case .enter, .right, .character(" "), .character("l"):
      return fields[safe: scroll.focus].map { .perform(change($0, words)) } ?? .stay
    default: return .stay
    }
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    [
      ShownKey([.up, .down], .keyMove),
      ShownKey([.enter], .keyChange, disabledReason: disabledReason),
      ShownKey([.escape], .keyBack),
      ShownKey(
        [.character("u")], .keyUndo,
        disabledReason: model.editing?.canUndo == true ? nil : .undoNothing,
        in: .footer),
    ]
  }

  private var disabledReason: Message? { model.readOnly }

  /// Asks for the value of a field, or changes it at once where there are two.
  private func change(_ field: StructureField, _ words: SceneWords) -> Response {
    guard let definition, let editing = model.editing else { return .done }
    if let disabledReason { return .say(Sentence(disabledReason)) }
    // What is refused whatever the value is said before it is typed.
    let isRename = field == .identifier && editing.isPresent(item)
    let refusal = isRename ? .identifierOfExisting : editing.refusal(ofChanging: item)
    if let refusal { return .say(refusal.sentence) }
    let strings = words.strings
    let text = field.text(definition, strings)
    let accept = { @MainActor [weak self] in
      self?.accept($0, for: field, strings.language) ?? .done
    }
    if field == .hidden { return accept(text) }
    let known = field.words
    guard !known.isEmpty else {
      return .present(
        StructureFieldOverlay(field, of: item, text: text, model: model, accepting: accept))
    }
    return .present(
      PickerOverlay(
        Sentence(.structureTitleChoose, [.name: field.title(strings)]),
        options: (known.contains(text) ? known : [text] + known).map { word in
          PickerState.Option(
            id: word, label: StyledText(word), detail: field.meaning(of: word, strings))
        }, chosen: [text]
      ) { $0.first.map(accept) ?? .done })
  }

  private func accept(
    _ text: String, for field: StructureField, _ language: Language
  ) -> Response {
    guard let edit = field.edit(text, language) else { return .done }
    let response = model.change { try $0.change(item, edit) }
    let renamed = ItemIdentifier(typed: text)
    if field == .identifier, model.editing?.index(of: renamed) != nil {
      item = renamed
      model.focus(renamed)
    }
    return response
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    guard let definition else { return }
    let fields = fields
    let inner = min(Self.width, rect.columns - 4)
    let findings = model.findings[item] ?? []
    let help = details(words, findings).flatMap { $0.wrapped(to: max(1, inner)) }
    let helpRows = rect.rows >= fields.count + 6 ? min(help.count, rect.rows - fields.count - 3) : 2
    let box = DialogBox(
      title: StyledText(item.rawValue, .heading),
      contentRows: fields.count + 1 + helpRows, width: Self.width)
    let content = box.draw(in: rect, of: &frame)
    let list = content.inset(bottom: min(helpRows + 1, max(0, content.rows - 2)))
    let titles = fields.map { $0.title(words.strings).displayWidth }.max() ?? 0
    scroll.draw(count: fields.count, in: list, of: &frame) { index, width in
      let field = fields[index]
      let title = StyledText(field.title(words.strings), .quiet).truncated(to: width / 2)
      let mark = Self.mark(findings.filter(field.has))
      let value = field.shown(of: definition, words.strings)
      return title.padded(to: min(titles, width / 2)) + " " + mark + " "
        + (value.isEmpty ? StyledText(ValueText.nothing, .quiet) : value)
    }
    frame.write(
      help.cut(to: max(0, content.rows - list.rows - 1), width: max(1, inner)),
      in: content.inset(top: list.rows + 1))
  }

  nonisolated static func mark(_ findings: [StructureFinding]) -> StyledText {
    let severities = findings.map(\.severity)
    let worst = [.error, .warning].first(where: severities.contains)
    return worst.map { StyledText($0.shown.sign, $0.shown.style) } ?? " "
  }

  /// What is wrong with the focused field, what it means, and its value for the chosen student.
  private func details(_ words: SceneWords, _ findings: [StructureFinding]) -> [StyledText] {
    guard let field = fields[safe: scroll.focus] else { return [] }
    var lines = findings.filter(field.has).map { $0.line(words.strings) }
    if field == .expression, let editing = model.editing {
      lines += model.estimate(of: item, in: editing, words)
    }
    return lines + [StyledText(words.strings(field.texts.meaning), .quiet)]
  }
}
