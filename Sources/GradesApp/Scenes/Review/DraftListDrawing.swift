import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The drafts as a list, the focused one in full below it, and the sums.
struct DraftListDrawing {
  private(set) var state: DraftReviewViewModel.State
  private let words: SceneWords
  private let books: [CourseDrafts]
  private let lines: [Line]
  private let rect: Rect
  private var strings: Strings { words.strings }

  private enum Line {
    case blank
    case title(Int)
    /// A draft: its number among all, the index of its course, and its index there.
    case row(Int, book: Int, index: Int)
  }

  init(_ state: DraftReviewViewModel.State, _ words: SceneWords, in rect: Rect) {
    self.state = state
    self.words = words
    self.rect = rect
    books = state.books ?? []
    var lines: [Line] = []
    var number = 0
    for (index, book) in books.enumerated() {
      if books.count > 1 { lines += lines.isEmpty ? [.title(index)] : [.blank, .title(index)] }
      for row in book.rows.indices {
        lines.append(.row(number, book: index, index: row))
        number += 1
      }
    }
    self.lines = lines
  }

  private var texts: DraftRowText { DraftRowText(words) }

  // MARK: Room

  /// The last lines of the frame: details of the focused draft, and the sums.
  private var detailRows: Int {
    // A narrow window has no column for remarks, so they are below.
    let more = rect.columns < 60 && rect.rows >= 9 ? 1 : 0
    return (rect.rows >= 14 ? 3 : rect.rows >= 8 ? 2 : rect.rows >= 5 ? 1 : 0) + more
  }
  private var gap: Int { rect.rows >= 11 ? 1 : 0 }

  private var sums: [StyledText] {
    let width = max(1, rect.columns - 2)
    return state.sums(strings).flatMap { $0.wrapped(to: width) }
      .cut(to: max(1, min(4, rect.rows / 3)), width: width)
  }

  private var listRect: Rect {
    rect.inset(top: 1, bottom: sums.count + gap + detailRows + gap)
  }

  private var basis: MeasuredChanges.Basis {
    .init(width: rect.columns - 4, revision: state.review.revision, language: strings.language)
  }

  private var measured: MeasuredChanges {
    MeasuredChanges.columns(
      for: books.lazy.flatMap { book in
        book.rows.lazy.map { texts.line($0, book.names) }
      }, basis, known: state.measured, strings)
  }

  mutating func fit() {
    let rowLines = lines.indices.filter { if case .row = lines[$0] { true } else { false } }
    state.scroll.fit(rowLines, lineCount: lines.count, rows: listRect.rows)
    state.measured = measured
  }

  private var visible: Range<Int> {
    state.scroll.visible(lineCount: lines.count, rows: listRect.rows)
  }

  /// The number of the draft at a position of the window.
  func row(at position: Position) -> Int? {
    guard listRect.contains(position) else { return nil }
    let line = visible.lowerBound + position.row - listRect.row
    guard case .row(let number, _, _)? = lines[safe: line] else { return nil }
    return number
  }

  // MARK: Drawing

  func draw(in frame: inout Frame) {
    guard !lines.isEmpty else {
      let message: Message? =
        state.books != nil && !state.isLoading
        ? .draftsEmpty : state.isLoading ? .reviewingLoads : nil
      if let message { frame.write(" " + StyledText(strings(message), .quiet), at: start) }
      drawSums(in: &frame)
      return
    }
    let columns = measured.columns
    frame.write("    " + columns.header(strings), at: start)
    let list = listRect
    for (row, index) in zip(list.rowRange, visible) {
      let position = Position(column: rect.column, row: row)
      switch lines[index] {
      case .blank: break
      case .title(let index): frame.write(" " + title(of: books[index]), at: position)
      case .row(let number, let book, let index):
        let isFocused = number == state.scroll.focus
        let line = texts.line(books[book].rows[index], books[book].names)
        frame.write(
          StyledText(isFocused ? "▌" : " ", .accent) + " " + line.mark.padded(to: 1) + " "
            + columns.text(line, words.values), at: position)
        if isFocused { frame.cursor = position }
      }
    }
    drawDetail(in: &frame)
    drawSums(in: &frame)
  }

  private var start: Position { Position(column: rect.column, row: rect.row) }

  private func title(of book: CourseDrafts) -> StyledText {
    StyledText(book.gradebook.course.rawValue, .heading)
      + StyledText("  " + strings.title(of: book.gradebook.semester), .quiet)
  }

  private func drawDetail(in frame: inout Frame) {
    guard detailRows > 0, let (book, row) = state.focused else { return }
    let width = max(1, rect.columns - 2)
    frame.write(
      texts.details(row, book.names).lines(of: width, atMost: detailRows),
      in: Rect(
        column: rect.column + 1, row: rect.row + rect.rows - sums.count - gap - detailRows,
        columns: width, rows: detailRows))
  }

  private func drawSums(in frame: inout Frame) {
    let sums = sums
    frame.write(
      sums,
      in: Rect(
        column: rect.column + 1, row: rect.row + rect.rows - sums.count,
        columns: rect.columns - 2, rows: sums.count))
  }
}
