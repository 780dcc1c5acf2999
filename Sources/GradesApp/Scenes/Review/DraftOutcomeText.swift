import GradesCore
import GradesLocalization
import Terminal

/// What became of a publishing, in the sentences of `grades publish`.
struct DraftOutcomeText {
  private let outcome: DraftOutcome
  private let words: SceneWords
  private var strings: Strings { words.strings }

  init(_ outcome: DraftOutcome, _ words: SceneWords) {
    self.outcome = outcome
    self.words = words
  }

  func lines(width: Int) -> [StyledText] {
    var blocks: [[StyledText]] = []
    for book in outcome.books {
      let report = OutcomeReport(
        book.report, names: book.names, command: "", strings: strings, dates: words.dates,
        saysSilence: true)
      var lines = report.lines(width: width)
      if outcome.books.count > 1 {
        let title =
          StyledText(book.gradebook.course.rawValue, .heading)
          + StyledText("  " + strings.title(of: book.gradebook.semester), .quiet)
        lines = title.wrapped(to: width) + lines
      }
      blocks.append(lines)
    }
    let ending = ending.flatMap { $0.wrapped(to: width) }
    if !ending.isEmpty { blocks.append(ending) }
    return Array(blocks.joined(separator: [StyledText()]))
  }

  private var ending: [StyledText] {
    var lines: [StyledText] = []
    if outcome.ending == .stopped { lines.append(StyledText(strings(.reviewingStopped), .warning)) }
    if outcome.unconfirmed > 0 {
      lines.append(
        StyledText(
          strings(.reviewingUnconfirmedEnd, [.count: .count(outcome.unconfirmed)]), .warning))
    }
    if outcome.waiting > 0 {
      lines.append(StyledText(strings(.reviewingKept, [.count: .count(outcome.waiting)])))
    }
    let waits = outcome.books.contains { book in
      !book.report.conflicts.isEmpty
        || book.report.unpublished.contains { $0.reason.code != .replaced }
    }
    if waits { lines.append(StyledText(strings(.reviewingWaits), .quiet)) }
    return lines
  }
}
