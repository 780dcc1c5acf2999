import GradesCore
import GradesLocalization
import Terminal

/// What the History scene shows: the batches, or the changes of one with the sums below them.
extension HistoryViewModel {
  func title(_ words: SceneWords) -> SceneTitle {
    guard let opened else {
      return SceneTitle(leading: words.title(.sceneHistory))
    }
    return SceneTitle(
      leading: StyledText(opened.batch.gradebook.course.rawValue + " · ", .quiet)
        + StyledText(words.strings(.historyBatch, [.batch: "\(opened.batch.id)"]), .heading),
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
      return CellChange(published: change, opened.names)
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
    return words.facts(of: opened.batch).lines(of: width, atMost: count)
  }
}

extension HistoryViewModel.Row {
  fileprivate var batch: PublishedBatch? {
    if case .batch(let batch) = self { batch } else { nil }
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
