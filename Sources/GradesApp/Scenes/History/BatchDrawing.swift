import GradesCore
import GradesLocalization
import Terminal

/// The changes of one batch as a list, the focused one in full below it, and the sums.
struct BatchDrawing {
  private let opened: OpenedBatch
  private let words: SceneWords
  private let rect: Rect
  private var strings: Strings { words.strings }
  private var texts: BatchText { BatchText(words) }

  init(_ opened: OpenedBatch, _ words: SceneWords, in rect: Rect) {
    self.opened = opened
    self.words = words
    self.rect = rect
  }

  private var detailRows: Int {
    // A narrow window has no column for remarks, so they are below.
    rect.rows >= 12 && rect.columns < 60 ? 3 : rect.rows >= 9 ? 2 : rect.rows >= 5 ? 1 : 0
  }
  private var gap: Int { rect.rows >= 11 ? 1 : 0 }
  private var width: Int { max(1, rect.columns - 2) }

  private var sums: [StyledText] {
    // Some rows of the list stay in sight.
    let room = rect.rows - 1 - min(3, opened.rows.count) - detailRows - 2 * gap
    let count = max(1, min(6, room))
    guard opened.proposal != nil else {
      return texts.details(opened.batch).lines(of: width, atMost: count)
    }
    return texts.sums(opened).flatMap { $0.wrapped(to: width) }.cut(to: count, width: width)
  }

  private var list: Rect { rect.inset(top: 1, bottom: sums.count + gap + detailRows + gap) }

  private var measured: MeasuredChanges {
    MeasuredChanges.columns(
      for: opened.rows.lazy.map { texts.line($0, opened.names) },
      .init(width: rect.columns - 4, revision: 0, language: strings.language),
      known: opened.measured, strings)
  }

  /// The batch, scrolled to where its focused change is seen.
  var fitted: OpenedBatch {
    var fitted = opened
    fitted.scroll.fit(
      Array(opened.rows.indices), lineCount: opened.rows.count, rows: list.rows)
    fitted.measured = measured
    return fitted
  }

  private var visible: Range<Int> {
    opened.scroll.visible(lineCount: opened.rows.count, rows: list.rows)
  }

  /// The index of the change at a position of the window.
  func row(at position: Position) -> Int? {
    guard list.contains(position) else { return nil }
    let row = visible.lowerBound + position.row - list.row
    return opened.rows.indices.contains(row) ? row : nil
  }

  func draw(in frame: inout Frame) {
    let columns = measured.columns
    let start = Position(column: rect.column, row: rect.row)
    if !opened.rows.isEmpty { frame.write("    " + columns.header(strings), at: start) }
    for (row, index) in zip(list.rowRange, visible) {
      let isFocused = index == opened.scroll.focus
      let position = Position(column: rect.column, row: row)
      let line = texts.line(opened.rows[index], opened.names)
      frame.write(
        StyledText(isFocused ? "▌" : " ", .accent) + " " + line.mark.padded(to: 1) + " "
          + columns.text(line, words.values), at: position)
      if isFocused { frame.cursor = position }
    }
    if let row = opened.rows[safe: opened.scroll.focus] {
      write(
        texts.details(row, opened.names).lines(of: width, atMost: detailRows),
        from: sums.count + gap + detailRows, in: &frame)
    }
    write(sums, from: sums.count, in: &frame)
  }

  /// Writes lines that begin so many rows above the end.
  private func write(_ lines: [StyledText], from bottom: Int, in frame: inout Frame) {
    frame.write(
      lines,
      in: Rect(
        column: rect.column + 1, row: rect.row + rect.rows - bottom, columns: width,
        rows: lines.count))
  }
}

/// All batches as a list, the focused one in full below it.
struct BatchListDrawing {
  private let state: HistoryViewModel.State
  private let words: SceneWords
  private let rect: Rect
  private var strings: Strings { words.strings }
  private var batches: [PublishedBatch] { state.batches ?? [] }

  init(_ state: HistoryViewModel.State, _ words: SceneWords, in rect: Rect) {
    self.state = state
    self.words = words
    self.rect = rect
  }

  private var detailRows: Int {
    if rect.columns < 60, rect.rows >= 9 { return rect.rows >= 14 ? 4 : 3 }
    return rect.rows >= 9 ? 2 : rect.rows >= 5 ? 1 : 0
  }
  private var gap: Int { rect.rows >= 9 ? 1 : 0 }
  private var list: Rect { rect.inset(top: 1, bottom: detailRows + gap) }

  var fittedScroll: SectionedScroll {
    var scroll = state.scroll
    scroll.fit(Array(batches.indices), lineCount: batches.count, rows: list.rows)
    return scroll
  }

  private var visible: Range<Int> {
    state.scroll.visible(lineCount: batches.count, rows: list.rows)
  }

  /// The index of the batch at a position of the window.
  func row(at position: Position) -> Int? {
    guard list.contains(position) else { return nil }
    let row = visible.lowerBound + position.row - list.row
    return batches.indices.contains(row) ? row : nil
  }

  func draw(in frame: inout Frame) {
    let start = Position(column: rect.column, row: rect.row)
    guard !batches.isEmpty else {
      let message: Message? =
        state.isLoading ? .publishedBatchesLoads : state.batches == nil ? nil : .historyEmpty
      if let message { frame.write(" " + StyledText(strings(message), .quiet), at: start) }
      return
    }
    let columns = BatchColumns(batches, width: rect.columns - 3, words)
    frame.write("  " + columns.header, at: start)
    for (row, index) in zip(list.rowRange, visible) {
      let isFocused = index == state.scroll.focus
      let position = Position(column: rect.column, row: row)
      frame.write(
        StyledText(isFocused ? "▌" : " ", .accent) + " " + columns.text(batches[index]),
        at: position)
      if isFocused { frame.cursor = position }
    }
    guard detailRows > 0, let batch = state.focused else { return }
    let width = max(1, rect.columns - 2)
    let lines = BatchText(words).details(batch).lines(of: width, atMost: detailRows)
    frame.write(
      lines,
      in: Rect(
        column: rect.column + 1, row: rect.row + rect.rows - detailRows, columns: width,
        rows: detailRows))
  }
}

/// The columns of the list of batches; those on the right leave where the window is narrow.
private struct BatchColumns {
  private let words: SceneWords
  private let columns: [(title: Message, isNumber: Bool, width: Int)]

  private static let gap = 2
  /// Longer lists of items and names of files are cut.
  private static let widest = 20

  init(_ batches: [PublishedBatch], width: Int, _ words: SceneWords) {
    self.words = words
    let titles: [(Message, Bool)] = [
      (.historyColumnTime, false), (.coursesColumnCourse, false), (.historyColumnItems, false),
      (.historyColumnChanges, true), (.historyColumnOrigin, false),
      (.historyColumnNotified, false), (.groupColumnAuthor, false), (.settingsSemester, false),
    ]
    let cells = batches.map { Self.cells($0, words) }
    var room = width + Self.gap
    var columns: [(title: Message, isNumber: Bool, width: Int)] = []
    for (index, (title, isNumber)) in titles.enumerated() {
      let widest = cells.map { $0[index].displayWidth }.max() ?? 0
      var least = max(words.strings(title).displayWidth, min(widest, Self.widest))
      // The first two are what a batch is known by.
      if index == 2, least + Self.gap > room { least = max(0, room - Self.gap) }
      guard least + Self.gap <= room || index < 2 else { break }
      columns.append((title, isNumber, least))
      room -= least + Self.gap
    }
    self.columns = columns
  }

  var header: StyledText {
    line(columns.map { StyledText(words.strings($0.title), .heading) })
  }

  func text(_ batch: PublishedBatch) -> StyledText { line(Self.cells(batch, words)) }

  private func line(_ cells: [StyledText]) -> StyledText {
    zip(columns, cells).map { column, cell in
      cell.truncated(to: column.width).padded(
        to: column.width, alignment: column.isNumber ? .right : .left)
    }.joined(separator: .blanks(Self.gap)).trimmedAtEnd()
  }

  private static func cells(_ batch: PublishedBatch, _ words: SceneWords) -> [StyledText] {
    [
      StyledText(words.dates.dateTime(batch.publishedAt)),
      StyledText(batch.gradebook.course.rawValue, .accent),
      StyledText(batch.itemList),
      StyledText("\(batch.changes.count)"), StyledText(OriginText(words.strings).text(batch)),
      StyledText(
        words.strings(
          batch.notified ? .publishedBatchesNotifying : .publishedBatchesSilently),
        batch.notified ? .plain : .quiet),
      StyledText(batch.gradebook.owner.username.rawValue, .quiet),
      StyledText(words.strings.title(of: batch.gradebook.semester), .quiet),
    ]
  }
}
