import GradesCore
import GradesLocalization
import Terminal

/// What the History scene shows: the batches, or the changes of one with the sums below them.
extension HistoryViewModel {
  func title(_ words: SceneWords) -> SceneTitle {
    guard let opened else {
      return SceneTitle(leading: words.title(.sceneHistory))
    }
    let message: Message =
      switch opened.review?.origin {
      case nil: .historyBatch
      case .redo: .publishedBatchesRedo
      default: .publishedBatchesUndo
      }
    return SceneTitle(
      leading: StyledText(opened.batch.gradebook.course.rawValue + " · ", .quiet)
        + StyledText(words.strings(message, [.batch: "\(opened.batch.id)"]), .heading),
      trailing: [
        StyledText(words.strings.title(of: opened.batch.gradebook.semester), .quiet),
        StyledText(words.dates.dateTime(opened.batch.publishedAt)),
      ])
  }

  func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row> {
    var shown =
      opened.map { content(of: $0, rows, width: width, words) }
      ?? batchContent(rows, width: width, words)
    if self.rows.isEmpty { shown.header = nil }
    return shown
  }

  private func batchContent(
    _ rows: [Row], width: Int, _ words: SceneWords
  ) -> ListContent<Row> {
    var columns = HistoryReport.columns(words.strings, words.dates)
    // In a narrow window the number, which is for commands, and how many changes there are go at last.
    columns[0].form.narrowing = .leaves(order: 5)
    columns[6].form.narrowing = .leaves(order: 6)
    let lines = batchLines.lines(width: max(1, width - 2), words) {
      ColumnLines(
        self.rows.compactMap(\.batch), columns, width: max(1, width - 2), showsTitles: true)
    }
    let empty: Message? =
      words.isBusy ? .publishedBatchesLoads : batches == nil ? nil : .historyEmpty
    var content = ListContent(rows, empty: empty.map { words.strings($0) }) { row in
      " " + (row.batch.map(lines.line) ?? "")
    } detail: { [width = max(1, width - 1)] row in
      row.batch.map { words.facts(of: $0).lines(of: width) } ?? []
    }
    content.header = { " " + lines.header }
    return content
  }

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect {
    let count = sums(rect, words).count
    return rect.inset(bottom: count == 0 ? 0 : count + (rect.rows >= 11 ? 1 : 0))
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let sums = sums(rect, words)
    frame.write(sums, in: rect.inset(left: 1, right: 1, top: max(0, rect.rows - sums.count)))
    // Last, because the cursor of what is looked for is the one that counts.
    drawList(in: rect, of: &frame, words)
  }

  /// Always as many, so that the list does not move with the focus.
  func detailRows(_ rect: Rect, _ words: SceneWords) -> Int? {
    if rows.isEmpty { return 0 }
    if opened == nil {
      let narrow = rect.columns < 60 && rect.rows >= 9 ? rect.rows >= 14 ? 5 : 4 : nil as Int?
      return narrow ?? (rect.rows >= 9 ? 3 : rect.rows >= 5 ? 1 : 0)
    }
    // A narrow window has no column for remarks, so they are below.
    if rect.rows >= 12, rect.columns < 60 { return 4 }
    return rect.rows >= 9 ? 3 : rect.rows >= 5 ? 1 : 0
  }

  private func content(
    of opened: OpenedBatch, _ rows: [Row], width: Int, _ words: SceneWords
  ) -> ListContent<Row> {
    func change(_ row: Row) -> CellChange {
      guard case .change(let change) = row else { return CellChange(item: "") }
      return opened.shown(change, words)
    }
    var content = lines.content(rows, of: self.rows, width: width, words, change: change)
    content.detail = { change($0).details(words).belowList(width: width - 1) }
    return content
  }

  private func sums(_ rect: Rect, _ words: SceneWords) -> [StyledText] {
    guard let opened else { return [] }
    let width = max(1, rect.columns - 2)
    // Some rows of the list and what is said of the focused one stay in sight.
    let room = rect.rows - 4 - min(3, opened.changes.count)
    let count = max(1, min(6, room))
    guard let review = opened.review else {
      return words.facts(of: opened.batch).lines(of: width, atMost: count)
    }
    return opened.sums(of: review, words.strings).flatMap { $0.wrapped(to: width) }
      .cut(to: count, width: width)
  }
}

extension HistoryViewModel.Row {
  fileprivate var batch: PublishedBatch? {
    if case .batch(let batch) = self { batch } else { nil }
  }
}

extension OpenedBatch {
  fileprivate func shown(_ change: DraftEdit, _ words: SceneWords) -> CellChange {
    var shown = CellChange(published: change, names)
    if review != nil { shown.mark = StyledText("●", .mark) }
    guard let problem = problems[change.cell] else { return shown }
    shown.isQuiet = true
    shown.mark = problem.kind == .kept ? StyledText("=", .quiet) : StyledText("✗", .bad)
    shown.remarks = [
      StyledText(
        ProblemSentence(strings: words.strings).text(problem),
        problem.kind == .kept ? .warning : .bad)
    ]
    guard problem.kind == .kept, let now = problem.theirs else { return shown }
    let trace = [now.author, now.updatedAt.map(words.dates.dateTime)].compactMap(\.self)
    if !trace.isEmpty { shown.more = [StyledText(trace.joined(separator: ", "))] }
    return shown
  }

  /// How many changes an undo takes back, and what comes of the others.
  fileprivate func sums(of review: Review, _ strings: Strings) -> [StyledText] {
    func text(_ message: Message, _ count: Int, _ style: Style = .plain) -> StyledText? {
      count > 0 ? StyledText(strings(message, [.count: count]), style) : nil
    }
    let kept = problems.values.count { $0.kind == .kept }
    let sentences = [
      text(.publishedBatchesRestored, review.changes.count, .accent),
      text(.publishedBatchesBack, review.unchanged),
      text(.undoKept, kept, .warning),
      text(.publishedBatchesFailed, problems.count - kept, .bad),
      text(.publishedBatchesReplaced, replaced, .warning),
    ].compactMap(\.self)
    guard review.hasChanges else { return [sentences.joined(separator: " ")] }
    let isUntold = !batch.notified && review.origin == .undo(batch.id)
    return [sentences.joined(separator: " ")]
      + (isUntold ? [StyledText(strings(.publishedBatchesUntold), .quiet)] : [])
      + [StyledText(strings(.publishedBatchesDraftsFirst), .quiet)]
  }
}

extension SceneWords {
  fileprivate func facts(of batch: PublishedBatch) -> [StyledText] {
    let facts =
      [
        strings(.historyBatch, [.batch: "\(batch.id)"]),
        batch.gradebook.course.rawValue, strings.title(of: batch.gradebook.semester),
        dates.dateTime(batch.publishedAt),
        strings(.reviewChanges, [.count: batch.changes.count]),
        batch.itemList,
        strings(.studentsCount, [.count: batch.students.count]), batch.originText(strings),
      ] + batch.aftermath(strings)
    return facts.filter { !$0.isEmpty }.map { StyledText($0) }
  }
}
