import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What the Review scene shows: the drafts with the focused one in full and the sums below them, how far a
/// publishing is, and what became of it in the sentences of `grades publish`.
extension ReviewViewModel {
  func title(_ words: SceneWords) -> SceneTitle {
    var trailing: [StyledText] = []
    if let readAt = courses.compactMap(\.readAt).min() {
      trailing.append(StyledText(words.dates.asOf(readAt, at: words.now), .quiet))
    }
    if courses.count == 1 {
      trailing.append(StyledText(words.strings.title(of: courses[0].gradebook.semester)))
    }
    if !rows.isEmpty {
      trailing.append(
        StyledText(words.strings(.coursesDrafts, [.count: rows.count]), .mark))
    }
    return SceneTitle(
      leading: StyledText((course?.rawValue ?? "grades") + " · ", .quiet)
        + StyledText(words.strings(.sceneReview), .heading),
      trailing: trailing)
  }

  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    switch stage {
    case .list:
      fitList(in: rect, words)
      seen = focused.flatMap { $0.theirs == nil ? nil : $0 }
    case .publishing: break
    case .outcome(let outcome):
      var fitted = outcomeLines
      fitted.fit(lineCount: lines(of: outcome, rect, words).count, rows: rect.rows)
      if fitted != outcomeLines { outcomeLines = fitted }
    }
    return .done
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    switch stage {
    case .list:
      let sums = sums(rect, words.strings)
      frame.write(
        sums, in: rect.inset(left: 1, right: 1, top: max(0, rect.rows - sums.count)))
      // Last, because the cursor of what is looked for is the one that counts.
      drawList(in: rect, of: &frame, words)
    case .publishing(let course, let progress):
      frame.write(
        lines(about: course, progress, width: max(1, rect.columns - 2), words.strings),
        in: rect.inset(left: 1))
    case .outcome(let outcome):
      let lines = lines(of: outcome, rect, words)
      outcomeLines.draw(lines, in: rect.inset(left: 1, right: 1), of: &frame)
    }
  }

  // MARK: The drafts

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect {
    let count = sums(rect, words.strings).count
    return rect.inset(bottom: count == 0 ? 0 : count + (rect.rows >= 11 ? 1 : 0))
  }

  func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row> {
    var content = lines.content(rows, of: self.rows, width: width, words) { [self] row in
      change(row, words)
    }
    if courses.count > 1 {
      let parts = Dictionary(grouping: rows, by: \.gradebook)
      content.sections = courses.map { course in
        .init(
          title: title(of: course.gradebook, words.strings), rows: parts[course.gradebook] ?? [])
      }
    }
    let empty: Message? = isLoading ? .reviewingLoads : reviews.map { _ in .draftsEmpty }
    if self.rows.isEmpty, let empty {
      content.remarks = [StyledText(words.strings(empty), .quiet)]
    }
    content.detail = { [self] row in details(row, width: max(1, width - 1), words) }
    return content
  }

  /// Always as many for a draft, so that the list does not move with the focus; of a conflict, what is to be decided
  /// between must be seen.
  func detailRows(_ rect: Rect, _ words: SceneWords) -> Int? {
    guard let focused else { return 0 }
    if focused.theirs != nil {
      let needed = details(focused, width: max(1, rect.columns - 2), words).count + 1
      return max(0, min(needed, listRect(rect, words).rows - 2))
    }
    // A narrow window has no column for remarks, so they are below.
    let more = rect.columns < 60 && rect.rows >= 9 ? 1 : 0
    return (rect.rows >= 14 ? 4 : rect.rows >= 8 ? 3 : rect.rows >= 5 ? 1 : 0) + more
  }

  private func title(of gradebook: Gradebook, _ strings: Strings) -> StyledText {
    StyledText(gradebook.course.rawValue, .heading)
      + StyledText("  " + strings.title(of: gradebook.semester), .quiet)
  }

  /// The focused draft in full; of a conflict first its three values with their authors.
  private func details(_ row: Row, width: Int, _ words: SceneWords) -> [StyledText] {
    let edited = words.strings(.reviewingEdited, [.time: words.dates.dateTime(row.draft.createdAt)])
    let parts = change(row, words).details(words) + [StyledText(edited, .quiet)]
    guard let theirs = row.theirs else {
      return parts.belowList(width: width)
    }
    let sheet = ConflictTable(
      names: names(in: row.gradebook), strings: words.strings, dates: words.dates
    ).sheet(row.draft.edit, theirs, isTitled: false).lines(width: width)
    // A narrow window has room for nothing else.
    return sheet + (width < 58 ? [] : [parts[0], StyledText(edited, .quiet)].lines(of: width))
  }

  private func change(_ row: Row, _ words: SceneWords) -> CellChange {
    let strings = words.strings
    let sentences = ProblemSentence(strings: strings, names: names(in: row.gradebook))
    var change = CellChange(row.draft.edit, names(in: row.gradebook))
    change.isQuiet = row.isSkipped || row.verdict == .alreadyThere
    func add(_ text: String, _ style: Style) { change.remarks.append(StyledText(text, style)) }
    if row.isSkipped { add(strings(.reviewingLeftOut), .quiet) }
    var problemStyle = Style.warning
    switch row.verdict {
    case nil: change.mark = StyledText("●", .quiet)
    case .ready:
      change.mark = row.problem == nil ? StyledText("●", .mark) : StyledText("!", .warning)
    case .alreadyThere:
      change.mark = StyledText("=", .quiet)
      add(strings(.reviewingThere), .quiet)
    case .conflict(let theirs):
      change.mark = StyledText("≠", .warning)
      add(strings(.problemConflict, [.value: words.values.text(theirs.value)]), .warning)
    case .waiting, .published, .gaveWay:
      change.mark = StyledText("✗", .bad)
      problemStyle = .bad
    case .unconfirmed(let end):
      change.mark = StyledText("?", .warning)
      add(
        strings(.draftsStateUnconfirmed, [.time: words.dates.timeWithSeconds(end)]), .warning)
    }
    if row.isSkipped { change.mark = StyledText("○", .quiet) }
    if let problem = row.problem { add(sentences.text(problem), problemStyle) }
    // Why it was not published the last time; of the others the row says the same already.
    if row.verdict == nil || row.verdict == .ready, let reason = row.draft.reason {
      add("\(strings(.draftsStateFailed)): \(reason.text(strings))", .bad)
    }
    return change
  }

  /// What became of unconfirmed changes, the sums, and who will be notified. In a low window they give way to the
  /// values of a conflict.
  private func sums(_ rect: Rect, _ strings: Strings) -> [StyledText] {
    if rect.rows < 10, focused?.theirs != nil { return [] }
    var sentences = confirmed.confirmations.map {
      StyledText($0.text(strings), .mark)
    }
    if !courses.isEmpty {
      let counts = totals.sentences(strings).joined(separator: " ")
      if !counts.isEmpty { sentences.append(counts) }
      if totals.changes > 0 {
        sentences.append(totals.notified(notifies && !undoesSilently, strings))
      }
    }
    let width = max(1, rect.columns - 2)
    return sentences.flatMap { $0.wrapped(to: width) }
      .cut(to: max(1, min(4, rect.rows / 3)), width: width)
  }

  // MARK: Publishing

  private func lines(
    about course: CourseCode, _ progress: PublishProgress, width: Int, _ strings: Strings
  ) -> [StyledText] {
    let part: Double? =
      switch progress {
      case .waiting, .reading: nil
      case .sending(let done, let total): Double(done) / Double(max(1, total))
      case .verifying: 1
      }
    return ["", StyledText(course.rawValue, .heading), ""]
      + StyledText(progress.text(strings)).wrapped(to: width)
      + (part.map { [ProgressBar.text($0, width: min(40, width))] } ?? [])
  }

  private func lines(
    of outcome: ReviewOutcome, _ rect: Rect, _ words: SceneWords
  ) -> [StyledText] {
    let width = max(1, rect.columns - 2)
    let blocks = outcome.courses.map { course in
      (outcome.courses.count > 1
        ? title(of: course.gradebook, words.strings).wrapped(to: width) : [])
        + OutcomeReport(
          outcome: course.report, names: names(in: course.gradebook), strings: words.strings,
          dates: words.dates
        ).lines(width: width)
    }
    let ending = ending(of: outcome, words.strings).flatMap { $0.wrapped(to: width) }
    return [""]
      + (blocks + [ending]).filter { !$0.isEmpty }.joined(separator: [StyledText()])
  }

  private func ending(of outcome: ReviewOutcome, _ strings: Strings) -> [StyledText] {
    var lines: [StyledText] = []
    func add(_ message: Message, _ count: Int, _ style: Style) {
      if count > 0 { lines.append(StyledText(strings(message, [.count: count]), style)) }
    }
    if outcome.error?.isCancellation == true {
      lines.append(StyledText(strings(.reviewingStopped), .warning))
    }
    add(.reviewingUnconfirmedEnd, outcome.left.count(where: \.isUnconfirmed), .warning)
    add(.reviewingKept, outcome.left.count { !$0.isUnconfirmed }, .plain)
    let waits = outcome.courses.contains { course in
      !course.report.conflicts.isEmpty
        || course.report.unpublished.contains { $0.reason.code != .replaced }
    }
    if waits { lines.append(StyledText(strings(.reviewingWaits), .quiet)) }
    return lines
  }
}
