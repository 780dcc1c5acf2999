import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Asks for a field of an item, and shows with each key what would be wrong with it. An expression has
/// colours, is completed from the course's identifiers, and is computed for the chosen student.
@MainActor
final class StructureFieldOverlay: Overlay {
  private let formField: StructureField
  private let item: ItemIdentifier
  private unowned let model: StructureViewModel
  private let accepting: @MainActor (String) -> Response
  private var field: TextField
  private let initial: String
  /// The names that complete the word at the cursor, while they are taken one after the other.
  private var completion: (names: [String], index: Int)?

  private static let width = 68

  /// Makes a prompt; the first key replaces the text, unless it is an expression.
  init(
    _ formField: StructureField, of item: ItemIdentifier, text: String,
    model: StructureViewModel, accepting: @escaping @MainActor (String) -> Response
  ) {
    self.formField = formField
    self.item = item
    self.model = model
    self.accepting = accepting
    let isExpression = formField == .expression
    let field = TextField(text, isSelected: !isExpression, hasLines: isExpression)
    self.field = field
    initial = field.text
  }

  var hasTypedText: Bool { field.text != initial }

  private var isExpression: Bool { formField == .expression }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(.escape): return .close(.done)
    case .key(.enter):
      return edited(field.text, words).refusal == nil ? .close(accepting(field.text)) : .stay
    case .key(.tab) where isExpression: complete(by: 1)
    case .key(.backTab) where isExpression: complete(by: -1)
    case .key(.control("e")) where isExpression:
      return .perform(
        .edit(field.text) { [weak self] text in
          self?.field = TextField(text, hasLines: true)
          self?.completion = nil
        })
    case .key(let key): if field.handle(key) { completion = nil }
    case .paste(let text):
      field.insert(text)
      completion = nil
    case .mouse, .resize, .resumed, .ended: break
    }
    return .stay
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    let own =
      isExpression
      ? [
        ShownKey([.tab], .keyComplete),
        ShownKey([Key(.enter, .alt)], .keyNewLine, in: .footer),
        ShownKey([.control("e")], .keyEditor, in: .footer),
      ] : []
    return [ShownKey([.enter], .keyAccept), ShownKey([.escape], .keyCancel)] + own
  }

  /// The structure with a text in it, or why that cannot be taken, whatever else is wrong with it.
  private func edited(
    _ text: String, _ words: SceneWords
  ) -> (editing: StructureEditing?, refusal: Sentence?) {
    guard let edit = formField.edit(text, words.strings.language) else {
      return (nil, Sentence(.problemNotANumber, [.value: text]))
    }
    guard var editing = model.editing else { return (nil, nil) }
    do throws(StructureEditRefusal) { try editing.change(item, edit) } catch {
      return (nil, error.sentence)
    }
    return (editing, nil)
  }

  /// The names that begin with the word before the cursor.
  private var candidates: (names: [String], word: String) {
    let before = field.beforeCursor
    let word = String(
      before.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
    // Neither the item itself nor one that will be gone.
    let items = (model.editing?.items ?? []).map(\.identifier).filter { $0 != item }
      .map(\.rawValue)
    let names =
      (items + ItemExpression.functions).filter {
        $0 != word && $0.lowercased().hasPrefix(word.lowercased())
      }
    return (names, word)
  }

  private func complete(by step: Int) {
    let (names, word) = completion.map { ($0.names, $0.names[$0.index]) } ?? candidates
    guard !names.isEmpty else { return }
    let next = completion.map { $0.index + step } ?? (step > 0 ? 0 : -1)
    let index = (next % names.count + names.count) % names.count
    field.replaceBeforeCursor(word.count, with: names[index])
    completion = (names, index)
  }

  private func findings(_ editing: StructureEditing) -> [StructureFinding] {
    let identifier = formField == .identifier ? ItemIdentifier(typed: field.text) : item
    guard let index = editing.index(of: identifier) else { return [] }
    let bounds: Set<StructureField> = [.minimum, .required, .maximum]
    return editing.findings.filter { finding in
      guard finding.item == index else { return false }
      return formField.has(finding)
        || bounds.contains(formField) && bounds.contains(finding.field)
    }
  }

  private func remarks(_ words: SceneWords) -> (lines: [StyledText], caret: Int?) {
    let (edited, refusal) = edited(field.text, words)
    if let refusal { return ([StyledText("✗ " + refusal.text(words.strings), .bad)], nil) }
    guard let edited else { return ([], nil) }
    let findings = findings(edited)
    var lines = findings.map { $0.line(words.strings) }
    if isExpression {
      lines += model.estimate(of: item, in: edited, words)
    }
    if lines.isEmpty, isExpression, !field.text.isEmpty {
      lines = [StyledText("✓ " + words.strings(.structureExpressionGood), .good)]
    }
    return (lines, findings.compactMap(\.offset).first)
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let inner = max(1, min(Self.width, rect.columns - 4))
    let (lines, caret) = remarks(words)
    var below = lines.flatMap { $0.wrapped(to: inner) }
    let names = completion?.names ?? (isExpression ? candidates.names : [])
    if isExpression, !names.isEmpty, completion != nil || !candidates.word.isEmpty {
      let first = completion?.index ?? 0
      let shown = (names[first...] + names[..<first]).enumerated().map { index, name in
        StyledText(name, completion != nil && index == 0 ? .accent : .quiet)
      }
      below.append(shown.joined(separator: "  ").truncated(to: inner))
    }
    let title = StyledText(item.rawValue + " · " + formField.title(words.strings), .heading)
    guard isExpression else {
      let box = DialogBox(title: title, contentRows: 2 + below.count, width: Self.width)
      let content = box.draw(in: rect, of: &frame)
      frame.write(below, in: content.inset(top: 2))
      return field.draw(in: content, of: &frame, showsCursor: true)
    }
    let text = ExpressionRows(field, caret: caret, width: inner)
    let box = DialogBox(
      title: title, contentRows: max(2, text.rows.count) + 1 + below.count, width: Self.width)
    let content = box.draw(in: rect, of: &frame)
    let textRows = max(1, content.rows - 1 - below.count)
    text.draw(in: content.inset(bottom: max(0, content.rows - textRows)), of: &frame)
    if content.rows > textRows + 1 { frame.write(below, in: content.inset(top: textRows + 1)) }
  }
}
