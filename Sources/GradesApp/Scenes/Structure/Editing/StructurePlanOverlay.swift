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

  /// Makes an overlay of a plan of edits.
  init(
    _ plan: StructurePlan, of editing: StructureEditing,
    applying: @escaping @MainActor () -> Response
  ) {
    self.plan = plan
    self.editing = editing
    self.applying = applying
  }

  private func lines(_ strings: Strings, width: Int) -> [StyledText] {
    guard width < Self.tableWidth else {
      return colleagues(strings).flatMap { $0.wrapped(to: width) }
        + report(strings).lines(width: width)
    }
    return list(strings).flatMap { $0.wrapped(to: width) }
  }

  /// What colleagues have changed, above the plan.
  private func colleagues(_ strings: Strings) -> [StyledText] {
    let lines = StructureChangeText(strings: strings).colleagues(editing.foreign, editing.dropped)
    return lines.isEmpty ? [] : lines + [""]
  }

  private func report(_ strings: Strings) -> StructurePlanReport {
    StructurePlanReport(plan: plan, text: StructureChangeText(strings: strings))
  }

  private func list(_ strings: Strings) -> [StyledText] {
    colleagues(strings) + StructureChangeText(strings: strings).lines(plan) + [""]
      + report(strings).remarks
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    guard case .key(let key) = input else { return .stay }
    if key == .escape || key == .character("q") { return .close(.done) }
    // The key that asked for the plan is not the one that applies it.
    if key.text?.lowercased() == words.strings(.letterYes) { return .close(applying()) }
    if let movement = Movement.bindings.first(where: { $0.keys.contains(key) })?.action {
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
