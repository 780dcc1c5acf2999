import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Shows what a pasted block would change, and takes it when the user agrees; values out of bounds only after a
/// letter of their own.
@MainActor
final class PasteOverlay: Overlay {
  private let paste: GroupPaste
  private let (all, inBounds): ([GroupPaste.Change], [GroupPaste.Change])
  private let names: CellNames
  private let sentences: ProblemSentence
  /// How many values are out of bounds, and the first of them.
  private let warnings: [Sentence]
  private let accepting: @MainActor ([GroupPaste.Change]) -> Response
  private var lines = MeasuredLines<CellChange>()
  private var scroll = ScrollState()

  init(
    _ paste: GroupPaste, _ strings: Strings,
    accepting: @escaping @MainActor ([GroupPaste.Change]) -> Response
  ) {
    self.paste = paste
    self.accepting = accepting
    (all, inBounds) = (paste.changes(), paste.changes(outOfBounds: false))
    names = CellNames(paste.review, strings.serviceLanguage)
    sentences = ProblemSentence(strings: strings, names: names)
    let count = all.count - inBounds.count
    warnings =
      count == 0
      ? []
      : [Sentence(.reviewOutOfBounds, [.count: count])]
        + sentences.outOfBounds(of: paste.review, atMost: 3)
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    guard case .key(let key) = input else { return .stay }
    if scroll.handle(key, count: paste.rows.count) { return .stay }
    switch key {
    case .enter: return inBounds.isEmpty ? .stay : .close(accepting(inBounds))
    case .escape: return .close(.done)
    case _ where key == boundsKey(words): return .close(accepting(all))
    default: return .stay
    }
  }

  /// The key that takes values out of bounds, too; nil: there are none.
  private func boundsKey(_ words: SceneWords) -> Key? {
    warnings.isEmpty ? nil : words.strings(.letterBounds).first.map { .character($0) }
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    let take = inBounds.isEmpty ? [] : [ShownKey([.enter], .keyTakeOver)]
    let bounds = boundsKey(words).map { [ShownKey([$0], .keyTakeOutOfBounds)] } ?? []
    return [ShownKey([.up, .down], .keyMove)] + take + bounds
      + [ShownKey([.escape], .keyCancel)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let rows = paste.rows
    let box = DialogBox(
      title: StyledText(words.strings(.gridPasteTitle), .heading), lines: summary(words.strings),
      contentRows: max(1, rows.count), width: 72)
    let content = box.draw(in: rect, of: &frame)
    let lines = lines.lines(width: max(1, content.columns - 1), words) {
      ColumnLines(
        rows.map(change).filter { !isOfNoStudent($0) }, columns(words),
        width: max(1, content.columns - 1), showsTitles: false)
    }
    scroll.draw(count: rows.count, in: content, of: &frame) { index, _ in
      let change = change(rows[index])
      // What is about no student has the whole line.
      return isOfNoStudent(change)
        ? change.remarks.joined(separator: " ") : lines.line(change)
    }
  }

  private func summary(_ strings: Strings) -> [StyledText] {
    let counts: [(Message, Int)] = [
      (.reviewUnchanged, paste.unchangedCount), (.reviewingRefused, paste.refusedCount),
    ]
    var parts =
      [strings(.reviewChanges, [.count: all.count])]
      + counts.filter { $0.1 > 0 }.map { strings($0, [.count: $1]) }
    if !paste.outside.isEmpty {
      let found = paste.outside.prefix(5).map(\.asTitle) + (paste.outside.count > 5 ? ["…"] : [])
      parts.append(
        strings(
          .gridPasteOutside, [.count: paste.outside.count, .found: found.joined(separator: " · ")]))
    }
    return [StyledText(parts.joined(separator: ", "))]
      + warnings.map { StyledText($0.text(strings), .warning) }
      + [StyledText(matching(strings), paste.matching == .name ? .warning : .quiet)]
      + (paste.isRejected ? [StyledText(strings(.gridPasteAllOrNothing), .bad)] : [])
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

  /// Student, item, then old → new and what is said of it.
  private func columns(_ words: SceneWords) -> [Column<CellChange>] {
    let columns = CellChange.columns(words.strings, onScreen: true)
    return [columns[0]] + (paste.namesItems ? [columns[2]] : []) + [
      Column(least: 12) { change in
        change.details(words, longest: CellChange.longestText).dropFirst()
          .joined(separator: "  ")
      }
    ]
  }

  private func isOfNoStudent(_ change: CellChange) -> Bool { change.username?.rawValue == "" }

  private func change(_ row: GroupPaste.Row) -> CellChange {
    let meant = GradeCell(
      Username(row.problem?.username ?? ""), ItemIdentifier(row.problem?.identifier ?? ""))
    let current = row.cell?.current ?? RecordedValue(value: nil)
    var change = CellChange(
      row.cell?.cell ?? meant, names, from: current, to: row.content ?? current)
    change.isQuiet = row.content == nil || paste.isRejected
    guard let problem = row.problem else { return change }
    let text = sentences.text(problem)
    // The name does not distinguish one of several rows of a student.
    let isOneOfSeveral = row.cell == nil && problem.username != nil && problem.first != nil
    let place = isOneOfSeveral ? sentences.position(problem) + ": " : ""
    change.remarks = [
      row.content != nil
        ? StyledText("! " + text, .warning)
        : problem.severity == .refused
          ? StyledText("✗ " + place + text, .bad) : StyledText("· " + text, .quiet)
    ]
    return change
  }
}
