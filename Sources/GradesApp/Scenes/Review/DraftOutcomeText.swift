import GradesCore
import GradesLocalization
import Terminal

/// What became of a publishing, in the sentences of `grades publish`.
struct DraftOutcomeText {
  private let outcome: ReviewOutcome
  private let names: [Gradebook: CellNames]
  private let words: SceneWords
  private var strings: Strings { words.strings }

  init(_ outcome: DraftOutcome, _ words: SceneWords) {
    self.outcome = outcome.outcome
    names = outcome.names
    self.words = words
  }

  func lines(width: Int) -> [StyledText] {
    var blocks: [[StyledText]] = []
    for course in outcome.courses {
      let report = OutcomeReport(
        outcome: course.report,
        names: names[course.gradebook] ?? CellNames([], [:], strings.serviceLanguage), command: "",
        strings: strings, dates: words.dates)
      var lines = report.lines(width: width)
      if outcome.courses.count > 1 {
        let title =
          StyledText(course.gradebook.course.rawValue, .heading)
          + StyledText("  " + strings.title(of: course.gradebook.semester), .quiet)
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
    if !outcome.unconfirmed.isEmpty {
      lines.append(
        StyledText(
          strings(.reviewingUnconfirmedEnd, [.count: .count(outcome.unconfirmed.count)]), .warning))
    }
    if !outcome.waiting.isEmpty {
      lines.append(StyledText(strings(.reviewingKept, [.count: .count(outcome.waiting.count)])))
    }
    let waits = outcome.courses.contains { course in
      !course.report.conflicts.isEmpty
        || course.report.unpublished.contains { $0.reason.code != .replaced }
    }
    if waits { lines.append(StyledText(strings(.reviewingWaits), .quiet)) }
    return lines
  }
}
