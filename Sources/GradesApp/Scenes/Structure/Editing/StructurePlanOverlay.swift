import GradesCore
import GradesLocalization
import Terminal

/// What the edits of a structure would change, to be read and applied.
@MainActor
final class StructurePlanOverlay: Overlay {
  private let plan: StructurePlan
  private let editing: StructureEditing
  private let applying: @MainActor () -> Response
  private var scroll = TextScroll()

  private static let width = 96
  /// The least width of a table.
  private static let tableWidth = 56

  init(
    _ plan: StructurePlan, of editing: StructureEditing,
    applying: @escaping @MainActor () -> Response
  ) {
    (self.plan, self.editing, self.applying) = (plan, editing, applying)
  }

  /// What colleagues have changed, then the plan: as a table where there is room for one.
  private func lines(_ strings: Strings, width: Int) -> [StyledText] {
    let text = StructureChangeText(strings: strings)
    let report = StructurePlanReport(plan: plan, text: text)
    var foreign = text.colleagues(editing.foreign, editing.dropped)
    if !foreign.isEmpty { foreign.append("") }
    if width >= Self.tableWidth {
      return foreign.flatMap { $0.wrapped(to: width) } + report.lines(width: width)
    }
    let lines = foreign + text.lines(plan) + [""] + report.remarks
    return lines.flatMap { $0.wrapped(to: width) }
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    guard case .key(let key) = input else { return .stay }
    if key == .escape || key == .character("q") { return .close(.done) }
    // The key that asked for the plan is not the one that applies it.
    if key.text?.lowercased() == words.strings(.letterYes) { return .close(applying()) }
    if let movement = Movement(key) {
      scroll.take(movement)
    }
    return .stay
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    [ShownKey(words.strings(.letterYes).prefix(1).map(Key.character), .keyApplyPlan)]
      + (scroll.isWhole ? [] : [ShownKey([.up, .down], .keyMove)])
      + [ShownKey([.escape], .keyCancel)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let inner = max(1, min(Self.width, rect.columns - 4))
    let lines = lines(words.strings, width: inner)
    let box = DialogBox(
      title: StyledText(words.strings(.structurePlanTitle), .heading),
      note: StyledText(words.strings(.structurePlanQuestion), .accent),
      contentRows: lines.count, width: Self.width)
    let content = box.draw(in: rect, of: &frame)
    scroll.fit(lineCount: lines.count, rows: content.rows)
    frame.write(Array(lines[scroll.visible]), in: content)
  }
}
