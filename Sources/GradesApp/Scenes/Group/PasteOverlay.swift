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
  /// Whether each line names its item, because the first line does not.
  private let namesItems: Bool
  /// The widest names; measured once, because a block may have 10,000 cells.
  private var widest: PasteLines.Widths?
  /// The first values out of bounds; put together once, too.
  private var warnings: [Sentence]?
  private var scroll = ScrollState()
  private var page = 10

  /// Makes a preview; `accepting` is the response to accepting the changes.
  init(_ paste: GroupPaste, accepting: @escaping @MainActor ([GroupPaste.Change]) -> Response) {
    self.paste = paste
    self.accepting = accepting
    let cells = paste.listed.map(\.cell) + paste.refused.compactMap(\.cell)
    namesItems =
      paste.hasTitles || paste.matching != .position
      || Set(cells.map(\.item.identifier)).count > 1
  }

  private var count: Int { paste.refused.count + paste.listed.count + paste.leftOut.count }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    guard case .key(let key) = input else { return .stay }
    if scroll.handle(key, count: count, page: page) { return .stay }
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
    guard !paste.changesOutOfBounds.isEmpty else { return nil }
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
      contentRows: max(1, count), width: width)
    let content = box.draw(in: rect, of: &frame)
    page = max(1, content.rows)
    scroll.fit(count: count, rows: content.rows)
    let lines = lines(words, width: content.columns - 1)
    FocusList(count: count) { index, _ in lines.line(index) }
      .draw(scroll, in: content, of: &frame)
    frame.cursor = Position(column: content.column, row: content.row + scroll.focus - scroll.first)
  }

  private func lines(_ words: SceneWords, width: Int) -> PasteLines {
    let widest = widest ?? PasteLines.Widths(paste, words.strings.serviceLanguage)
    self.widest = widest
    return PasteLines(paste, words, width: width, widest: widest, namesItems: namesItems)
  }

  private func summary(_ strings: Strings) -> [StyledText] {
    var parts = [strings(.reviewChanges, [.count: .count(paste.changes.count)])]
    if paste.unchangedCount > 0 {
      parts.append(strings(.reviewUnchanged, [.count: .count(paste.unchangedCount)]))
    }
    if !paste.refused.isEmpty {
      parts.append(strings(.reviewingRefused, [.count: .count(paste.refused.count)]))
    }
    if !paste.outside.isEmpty {
      let found = paste.outside.prefix(5).map(\.asTitle) + (paste.outside.count > 5 ? ["…"] : [])
      parts.append(
        strings(
          .gridPasteOutside,
          [
            .count: .count(paste.outside.count), .found: .text(found.joined(separator: " · ")),
          ]))
    }
    var lines = [StyledText(parts.joined(separator: ", "))]
    lines += outOfBounds(strings).map { StyledText($0.text(strings), .warning) }
    lines.append(StyledText(matching(strings), paste.matching == .name ? .warning : .quiet))
    if paste.isRejected { lines.append(StyledText(strings(.gridPasteAllOrNothing), .bad)) }
    return lines
  }

  /// How many values are out of bounds, and the first of them.
  private func outOfBounds(_ strings: Strings) -> [Sentence] {
    let count = paste.changesOutOfBounds.count
    guard count > 0, let proposal = paste.proposal else { return [] }
    if warnings == nil {
      let names = CellNames(proposal.definitions, proposal.students, strings.serviceLanguage)
      warnings = ProblemSentence(strings, names: names).outOfBounds(of: proposal, atMost: 3)
    }
    return [Sentence(.reviewOutOfBounds, [.count: .count(count)])] + (warnings ?? [])
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
}

extension GroupPaste {
  /// The changes that a preview lists: those that are taken, or would be if every cell fitted.
  fileprivate var listed: [Change] { withheld.isEmpty ? changes : withheld }
}

/// The lines of a preview: values out of bounds first, then what is refused, then what else changes or would.
private struct PasteLines {
  /// The widths of the widest names of a block.
  struct Widths {
    let student: Int
    let item: Int

    init(_ paste: GroupPaste, _ language: ServiceLanguage) {
      let cells = paste.listed.map(\.cell) + paste.refused.compactMap(\.cell)
      student = Set(cells.map(\.student.listName)).map(\.displayWidth).max() ?? 0
      item = Set(cells.map { $0.item.name(in: language) }).map(\.displayWidth).max() ?? 0
    }
  }

  let paste: GroupPaste
  let words: SceneWords
  /// Names get a third of a line at most.
  private let nameWidth: Int
  private let itemWidth: Int
  /// Whether more than one item is concerned, so that each line names its own.
  private let namesItems: Bool

  init(
    _ paste: GroupPaste, _ words: SceneWords, width: Int, widest: Widths, namesItems: Bool
  ) {
    self.paste = paste
    self.words = words
    self.namesItems = namesItems
    nameWidth = min(widest.student, max(8, width / 3))
    itemWidth = min(widest.item, max(6, width / 5))
  }

  func line(_ index: Int) -> StyledText {
    let first = paste.changesOutOfBounds.count
    if let refused = paste.refused[safe: index - first] { return self.refused(refused) }
    let rest = index < first ? index : index - paste.refused.count
    guard let change = paste.listed[safe: rest] else {
      return leftOut(paste.leftOut[rest - paste.listed.count])
    }
    // Of a long text the new one matters.
    let old = StyledText(words.values.text(change.cell.current.value), .quiet).truncated(to: 12)
    let new = StyledText(
      words.values.text(change.value), paste.withheld.isEmpty ? .mark : .quiet)
    let line = head(change.cell) + old + StyledText(" → ", .quiet) + new
    guard let warning = change.warning else { return line }
    return line + StyledText("  ! " + sentence(warning), .warning)
  }

  private func leftOut(_ remark: GroupPaste.Remark) -> StyledText {
    StyledText("· " + sentence(remark.problem), .quiet)
  }

  private func refused(_ refused: GroupPaste.Remark) -> StyledText {
    let reason = StyledText("✗ " + sentence(refused.problem), .bad)
    guard let cell = refused.cell else {
      // The name does not distinguish one of several rows of a student.
      if refused.problem.first != nil { return row(of: refused.problem) + reason }
      return StyledText(refused.problem.username ?? "") + "  " + reason
    }
    return head(cell) + reason
  }

  private func row(of problem: EditProblem) -> StyledText {
    let row = problem.row.map { words.strings(.reviewRow, [.row: .text("\($0)")]) }
    let parts = [problem.username, row].compactMap(\.self)
    return StyledText(parts.isEmpty ? "" : parts.joined(separator: ", ") + "  ")
  }

  private func head(_ cell: EditableCell) -> StyledText {
    let student = StyledText(cell.student.listName).truncated(to: nameWidth).padded(to: nameWidth)
    guard namesItems else { return student + "  " }
    let item = cell.item.name(in: words.strings.serviceLanguage)
    return student + "  "
      + StyledText(item, .quiet).truncated(to: itemWidth).padded(to: itemWidth) + "  "
  }

  private func sentence(_ problem: EditProblem) -> String {
    ProblemSentence(words.strings, names: CellNames([], [:], words.strings.serviceLanguage))
      .text(.requested(problem))
  }
}
