import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What became of changes that were published, as text and as a document.
struct OutcomeReport: Report {
  let outcome: PublishReport
  /// What became of changes that were unconfirmed before.
  var confirmed = PublishReport()
  /// The problems of an undo, whose cells were never to be sent; only documents list them again.
  var notTouched: [EditProblem] = []
  let names: CellNames
  var command = ""
  let strings: Strings
  let dates: DateText
  /// The course that was asked about where there is nothing of it, as it was typed.
  var missingCourse: String?

  /// What still waits for other reasons than a conflict.
  var table: Table { table(of: outcome.unpublished) }

  private func table(of unpublished: [(row: Review.Row, reason: DraftReason)]) -> Table {
    Table(
      unpublished,
      [
        Column { "  " + names.student($0.row.cell.username) },
        Column { StyledText($0.row.cell.username.rawValue, .quiet) },
        Column(least: 8, overflow: .wrap) { names.item($0.row.cell.identifier) },
        Column(least: 16, overflow: .wrap, narrowing: .folds(order: 1)) {
          StyledText($0.reason.text(strings), .bad)
        },
      ])
  }

  func lines(width: Int?) -> [StyledText] {
    func titled(_ message: Message, _ count: Int, _ style: Style, _ table: Table) -> [StyledText] {
      count == 0
        ? []
        : StyledText(strings(message, [.count: count]), style).wrapped(to: width, indent: 0)
          + table.lines(width: width)
    }
    let conflicts = ConflictTable(names: names, strings: strings, dates: dates)
      .list(outcome.conflicts)
    let parts = Dictionary(grouping: outcome.unpublished) { $0.reason.code.title }
    let blocks =
      [
        done.flatMap { $0.wrapped(to: width, indent: 0) },
        titled(.publishConflicts, outcome.conflicts.count, .warning, conflicts),
      ]
      + [Message.publishUnfinished, .publishUnclear, .publishOvertaken].map { message in
        let unpublished = parts[message] ?? []
        return titled(message, unpublished.count, .bad, table(of: unpublished))
      }
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [StyledText()]))
  }

  private var done: [StyledText] {
    var lines: [StyledText] = []
    func add(_ message: Message, _ count: Int, _ style: Style = .plain) {
      if count > 0 { lines.append(StyledText(strings(message, [.count: count]), style)) }
    }
    add(.publishDone, outcome.count(.published), .good)
    add(.publishNotified, outcome.notifiedStudents.count)
    if outcome.batch != nil, !outcome.notified, !outcome.published.isEmpty {
      lines.append(StyledText(strings(.publishSilent)))
    }
    add(.publishAlreadyThere, outcome.count(.alreadyThere))
    add(.publishGaveWay, outcome.count(.gaveWay))
    if lines.isEmpty, outcome.isFinished, confirmed.confirmations.isEmpty {
      let nothing = missingCourse.map { strings(.publishNothingCourse, [.course: $0]) }
      lines.append(StyledText(nothing ?? strings(.publishNothing)))
    }
    return lines
  }

  /// What to do next, for standard error; nothing where all is done.
  var advice: [String] {
    var advice: [String] = []
    if let end = outcome.confirmAfter {
      let unconfirmed = outcome.rows.count { $0.confirmAfter != nil }
      advice.append(
        strings(
          .publishUnconfirmed,
          [
            .count: unconfirmed, .time: dates.timeWithSeconds(end),
            .command: .command(command + " --wait"),
          ]))
    }
    if !outcome.conflicts.isEmpty {
      advice.append(strings(.conflictHint, [.command: .command(command)]))
    }
    let waiting = outcome.unpublished.filter { $0.row.confirmAfter == nil }
    if waiting.contains(where: { $0.reason.code.isWorthAnotherTry }) {
      advice.append(strings(.publishAgain, [.command: .command(command)]))
    } else if !waiting.isEmpty {
      advice.append(strings(.publishDiscard))
    }
    return advice
  }

  func document(_ names: Strings) -> Document {
    let conflicts =
      GradeCell.fields.map { $0.of(\Review.Row.cell) } + [
        Field("base") { $0.draft.base.value }, Field("mine") { $0.draft.value },
        Field("theirs") { $0.theirs?.value },
      ]
    typealias Reason = (cell: GradeCell, word: String)
    let unpublished: [Reason] =
      outcome.unpublished.map { ($0.row.cell, $0.reason.code.rawValue) }
      + notTouched.filter { $0.kind == .kept || $0.reason != nil }.compactMap { problem in
        problem.cell.map { ($0, problem.kind.rawValue) }
      }
    let reasons = GradeCell.fields.map { $0.of(\Reason.cell) } + [Field("reason") { $0.word }]
    return [
      "published": outcome.published.count + confirmed.published.count,
      "conflicts": Rows(outcome.conflicts, conflicts), "unpublished": Rows(unpublished, reasons),
    ]
  }
}

extension PublishReport {
  /// What became of unconfirmed changes: a sentence for each outcome that there was.
  var confirmations: [Sentence] {
    // Whether the service saved a cell that has another value now, or cannot be read, is unknown.
    let expired = unpublished.count {
      $0.row.confirmAfter == nil && $0.reason.code != .unknownStudent
    }
    return [(.publishRecovered, published.count), (Message.publishExpired, expired)]
      .filter { $1 > 0 }.map { Sentence($0, [.count: $1]) }
  }

  /// The status for the shell: conflicts and what is worth another try are unfinished; what the
  /// service refuses for good is refused.
  var status: ExitStatus {
    if isFinished { return .done }
    var codes = Set(unpublished.map(\.reason.code))
    // What was not tried would meet what stopped the rest.
    if codes.contains(.notPermitted) { codes.remove(.notTried) }
    if codes.contains(.redirected), codes.isSubset(of: [.redirected, .notTried]),
      conflicts.isEmpty
    {
      return .unavailable
    }
    if codes.isEmpty || !conflicts.isEmpty || codes.contains(where: \.isWorthAnotherTry) {
      return .unfinished
    }
    return codes.isSubset(of: [.notPermitted]) ? .notPermitted : .refused
  }
}

extension DraftReason.Code {
  fileprivate var title: Message {
    switch self {
    case .unconfirmed: .publishUnclear
    // What was discarded since is no draft any longer.
    case .replaced: .publishOvertaken
    default: .publishUnfinished
    }
  }

  /// Whether publishing again may help without a change of the draft.
  var isWorthAnotherTry: Bool {
    switch self {
    case .conflict, .notThere, .notSignedIn, .unreachable, .serviceFailed, .interrupted,
      .unconfirmed, .notTried, .replaced, .redirected:
      true
    case .refused, .notPermitted, .unknownStudent, .unknownItem, .computed, .wrongType: false
    }
  }
}
