import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Shows what a pasted block would change, and takes it when the user agrees; values out of bounds only after a
/// letter of their own.
@MainActor
final class PasteOverlay: Overlay {
  private let paste: GroupPaste
  private let accepting: @MainActor ([GroupPaste.Change]) -> Response
  private let lines: [GroupPaste.Line]
  /// Whether each line names its item, because the first line does not.
  private let namesItems: Bool
  /// The cells of the widest names; measured once, because a block may have 10,000 cells.
  private let widest: (student: Int, item: Int)
  /// The first values out of bounds; put together once, too.
  private var warnings: [Sentence]?
  private var scroll = ScrollState()
  private var page = 10

  /// Makes a preview; `accepting` is the response to accepting the changes.
  init(
    _ paste: GroupPaste, _ language: ServiceLanguage,
    accepting: @escaping @MainActor ([GroupPaste.Change]) -> Response
  ) {
    self.paste = paste
    self.accepting = accepting
    lines = paste.lines
    let cells = lines.compactMap { line -> EditableCell? in
      switch line {
      case .change(let change): change.cell
      case .refused(let remark): remark.cell
      case .leftOut: nil
      }
    }
    namesItems =
      paste.hasTitles || paste.matching != .position
      || Set(cells.map(\.item.identifier)).count > 1
    widest = (
      Set(cells.map(\.student.listName)).map(\.displayWidth).max() ?? 0,
      Set(cells.map { $0.item.name(in: language) }).map(\.displayWidth).max() ?? 0
    )
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    guard case .key(let key) = input else { return .stay }
    if scroll.handle(key, count: lines.count, page: page) { return .stay }
    let inBounds = paste.changesInBounds
    switch key {
    case .enter: return inBounds.isEmpty ? .stay : .close(accepting(inBounds))
    case .escape: return .close(.done)
    case _ where key == boundsKey(words): return .close(accepting(paste.changes))
    default: return .stay
    }
  }

  /// The key that takes values out of bounds, too; nil: there are none.
  private func boundsKey(_ words: SceneWords) -> Key? {
    guard paste.outOfBoundsCount > 0 else { return nil }
    return words.strings(.letterBounds).first.map { .character($0) }
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    let take = paste.changesInBounds.isEmpty ? [] : [ShownKey([.enter], .keyTakeOver)]
    let bounds = boundsKey(words).map { [ShownKey([$0], .keyTakeOutOfBounds)] } ?? []
    return [ShownKey([.up, .down], .keyMove)] + take + bounds
      + [ShownKey([.escape], .keyCancel)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let strings = words.strings
    let width = min(72, max(20, rect.columns - 4))
    let box = DialogBox(
      title: StyledText(strings(.gridPasteTitle), .heading), lines: summary(strings),
      contentRows: max(1, lines.count), width: width)
    let content = box.draw(in: rect, of: &frame)
    page = max(1, content.rows)
    scroll.fit(count: lines.count, rows: content.rows)
    FocusList(count: lines.count) { [self] index, width in line(lines[index], width, words) }
      .draw(scroll, in: content, of: &frame)
    frame.cursor = Position(column: content.column, row: content.row + scroll.focus - scroll.first)
  }

  private func summary(_ strings: Strings) -> [StyledText] {
    var parts = [strings(.reviewChanges, [.count: paste.changes.count])]
    if paste.unchangedCount > 0 {
      parts.append(strings(.reviewUnchanged, [.count: paste.unchangedCount]))
    }
    if !paste.refused.isEmpty {
      parts.append(strings(.reviewingRefused, [.count: paste.refused.count]))
    }
    if !paste.outside.isEmpty {
      let found = paste.outside.prefix(5).map(\.asTitle) + (paste.outside.count > 5 ? ["…"] : [])
      parts.append(
        strings(
          .gridPasteOutside, [.count: paste.outside.count, .found: found.joined(separator: " · ")]))
    }
    var lines = [StyledText(parts.joined(separator: ", "))]
    lines += outOfBounds(strings).map { StyledText($0.text(strings), .warning) }
    lines.append(StyledText(matching(strings), paste.matching == .name ? .warning : .quiet))
    if paste.isRejected { lines.append(StyledText(strings(.gridPasteAllOrNothing), .bad)) }
    return lines
  }

  /// How many values are out of bounds, and the first of them.
  private func outOfBounds(_ strings: Strings) -> [Sentence] {
    let count = paste.outOfBoundsCount
    guard count > 0, let proposal = paste.proposal else { return [] }
    if warnings == nil {
      let names = CellNames(proposal.definitions, proposal.students, strings.serviceLanguage)
      warnings = ProblemSentence(strings, names: names).outOfBounds(of: proposal, atMost: 3)
    }
    return [Sentence(.reviewOutOfBounds, [.count: count])] + (warnings ?? [])
  }

  private func matching(_ strings: Strings) -> String {
    switch paste.matching {
    case .identifier: strings(.gridPasteByUsername)
    case .name: strings(.importMatchedByName)
    case .position:
      strings(
        .gridPasteByPosition,
        [
          .student: .text(paste.origin?.student.listName ?? ""),
          .item: .text(paste.origin?.item.name(in: strings.serviceLanguage) ?? ""),
        ])
    }
  }

  // MARK: Lines

  private func line(_ line: GroupPaste.Line, _ width: Int, _ words: SceneWords) -> StyledText {
    switch line {
    case .change(let change):
      // Of a long text the new one matters.
      let old = StyledText(words.values.text(change.cell.current.value), .quiet).truncated(to: 12)
      let new = StyledText(
        words.values.text(change.value), paste.withheld.isEmpty ? .mark : .quiet)
      let line = head(change.cell, width, words) + old + StyledText(" → ", .quiet) + new
      guard let warning = change.warning else { return line }
      return line + StyledText("  ! " + sentence(warning, words), .warning)
    case .leftOut(let remark): return StyledText("· " + sentence(remark.problem, words), .quiet)
    case .refused(let remark):
      let problem = remark.problem
      let reason = StyledText("✗ " + sentence(problem, words), .bad)
      if let cell = remark.cell { return head(cell, width, words) + reason }
      // The name does not distinguish one of several rows of a student.
      let row = problem.first == nil ? nil : problem.row
      let parts = [
        problem.username, row.map { words.strings(.reviewRow, [.row: "\($0)"]) },
      ].compactMap(\.self)
      if parts.isEmpty, problem.first != nil { return reason }
      return StyledText(parts.joined(separator: ", ") + "  ") + reason
    }
  }

  /// The names of a line; they get a third and a fifth of it at most.
  private func head(_ cell: EditableCell, _ width: Int, _ words: SceneWords) -> StyledText {
    func name(_ text: String, _ style: Style, _ widest: Int, _ most: Int) -> StyledText {
      let width = min(widest, most)
      return StyledText(text, style).truncated(to: width).padded(to: width) + "  "
    }
    let student = name(cell.student.listName, .plain, widest.student, max(8, width / 3))
    guard namesItems else { return student }
    let item = cell.item.name(in: words.strings.serviceLanguage)
    return student + name(item, .quiet, widest.item, max(6, width / 5))
  }

  private func sentence(_ problem: EditProblem, _ words: SceneWords) -> String {
    ProblemSentence(words.strings, names: CellNames([], [:], words.strings.serviceLanguage))
      .text(.requested(problem))
  }
}
