import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A review as a table and a document: old → new for every changed cell, what is wrong, and how many
/// students will be notified.
struct ReviewReport: Report {
  private let review: Review
  private let totals: ReviewTotals
  let notify: Bool
  /// Whether they will be notified of values of a backup, too.
  private let notifiesRestored: Bool
  /// Whether the changes may be sent next; otherwise the number of students to notify is left out.
  let canBeSent: Bool
  let strings: Strings
  private let names: CellNames
  private let problems: ProblemSentence

  init(
    _ review: Review, notify: Bool, notifyingRestored: Bool = false, canBeSent: Bool = true,
    strings: Strings
  ) {
    notifiesRestored = notifyingRestored
    self.review = review
    totals = ReviewTotals([review])
    self.canBeSent = canBeSent
    self.notify = notify
    self.strings = strings
    names = CellNames(review, strings.serviceLanguage)
    problems = ProblemSentence(
      strings: strings, names: names, isOfWorkbook: review.isOfWorkbook)
  }

  var table: Table {
    let cells = review.cells
    let remarks = Dictionary(
      grouping: review.problems.filter { $0.isRemark(on: cells) }, by: \.cell)
    let columns =
      CellChange.columns(strings) + [
        Column(least: 14, overflow: .wrap, narrowing: .folds(order: 1)) {
          $0.remarks.joined(separator: StyledText("; ", .warning))
        }
      ]
    let changes = review.changes.map { edit in
      var change = CellChange(edit, names)
      change.remarks = problems.lines(remarks[edit.cell] ?? []).map {
        StyledText($0.text, .warning)
      }
      return change
    }
    let empty = review.unconfirmed.isEmpty ? Message.reviewNothing : .reviewNothingYet
    return Table(
      title: strings.title(review.gradebook.course, nil, review.gradebook.semester), changes,
      columns, detail: { $0.below(strings) }, emptyText: StyledText(strings(empty)))
  }

  /// A line for each refusal with its place and cell, for standard error where the review goes to a program.
  var refusals: [String] {
    problems.lines(listed(.refused)).map { line in
      let place = [line.position, line.subject(":")].filter { !$0.isEmpty }.joined(separator: " ")
      return (place.isEmpty ? "" : place + ": ") + line.text
    }
  }

  func lines(width: Int?) -> [StyledText] {
    func wrapped(_ texts: [StyledText]) -> [StyledText] {
      texts.filter { !$0.isEmpty }.flatMap { $0.wrapped(to: width, indent: 0) }
    }
    func lines(_ listed: [EditProblem]) -> [StyledText] {
      problemTable(listed).lines(width: width)
    }
    let kept = review.problems.filter { $0.kind == .kept }
    let keptTitle = kept.isEmpty ? "" : StyledText(strings(.undoKept, [.count: kept.count]))
    let isSent = review.hasChanges && canBeSent
    let blocks = [
      table.lines(width: width), wrapped([counts]) + lines(listed(.refused)),
      wrapped([keptTitle]) + lines(kept),
      lines(listed(.warning) + listed(.notice))
        + wrapped(named(.missingFromFile, .reviewMissing) + named(.notGraded, .reviewNotGraded)),
      repeatedWarnings(width: width),
      isSent
        ? wrapped([totals.notified(notify, includingRestored: notifiesRestored, strings)]) : [],
    ]
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [StyledText()]))
  }

  /// So many changes and warnings fit on one screen.
  private static let fewChanges = 10
  private static let mostRepeated = 20

  /// The values out of bounds once more, after so many changes that the first ones are out of sight.
  private func repeatedWarnings(width: Int?) -> [StyledText] {
    guard totals.outOfBounds > 0, totals.changes > Self.fewChanges else { return [] }
    let title = strings(.reviewOutOfBounds, [.count: totals.outOfBounds])
    return StyledText(title, .warning).wrapped(to: width, indent: 0)
      + problems.outOfBounds(of: review, atMost: Self.mostRepeated).flatMap {
        StyledText($0.text(strings), .warning).wrapped(to: width, indent: 2)
      }
  }

  /// "3 changes (3 new), 24 unchanged. 1 value out of bounds. 2 refused:"
  private var counts: StyledText {
    var sentences = totals.sentences(strings)
    let refused = listed(.refused).count
    if refused > 0 {
      sentences.append(StyledText(strings(.reviewRefused, [.count: refused]), .bad))
    }
    return sentences.joined(separator: " ")
  }

  private func listed(_ severity: EditProblem.Severity) -> [EditProblem] {
    let cells = review.cells
    let listed = review.problems.filter {
      $0.severity == severity && !$0.kind.isListedElsewhere && !$0.isRemark(on: cells)
    }
    // As they stand in the file; what has no position keeps its order.
    return listed.enumerated().sorted { left, right in
      (left.element.row ?? 0, left.element.column ?? 0, left.offset)
        < (right.element.row ?? 0, right.element.column ?? 0, right.offset)
    }.map(\.element)
  }

  private func problemTable(_ listed: [EditProblem]) -> Table {
    Table(
      problems.lines(listed),
      [
        Column { $0.position.isEmpty ? nil : StyledText("  " + $0.position, .quiet) },
        Column(least: 16, overflow: .wrap) {
          ($0.position.isEmpty ? "  " : "") + $0.subject(" ")
        },
        Column(least: 16, overflow: .wrap, narrowing: .folds(order: 1)) {
          StyledText($0.text, $0.severity == .refused ? .bad : .plain)
        },
      ])
  }

  /// The students with a problem that many may have: how many, and the first of them.
  private func named(_ kind: EditProblem.Kind, _ message: Message) -> [StyledText] {
    let students = review.problems.filter { $0.kind == kind }.compactMap(\.username)
    guard !students.isEmpty else { return [] }
    let shown = students.prefix(5).joined(separator: ", ") + (students.count > 5 ? ", …" : "")
    let count: Argument = .count(students.count)
    return [StyledText(strings(message, [.count: count, .student: shown]), .quiet)]
  }

  func document(_ names: Strings) -> Document {
    let edits =
      GradeCell.fields.map { $0.of(\DraftEdit.cell) } + [
        Field("from") { $0.base.value }, Field("to") { $0.value },
        Field("noteFrom") { $0.base.note }, Field("noteTo") { $0.note },
      ]
    let problems: [Field<EditProblem>] = [
      Field("row") { $0.row }, Field("username") { $0.username },
      Field("identifier") { $0.identifier }, Field("kind") { $0.kind.rawValue },
      Field("message") { problem in
        let position = problem.column == nil ? "" : self.problems.position(problem) + ": "
        return position + self.problems.text(problem)
      },
    ]
    return [
      "course": review.gradebook.course, "semester": review.gradebook.semester,
      "notify": notify, "changes": Rows(review.changes, edits),
      "unchanged": review.unchanged, "problems": Rows(review.problems, problems),
    ]
  }
}

extension EditProblem.Kind {
  /// Whether it is said of all students or cells at once.
  fileprivate var isListedElsewhere: Bool {
    [.missingFromFile, .notGraded, .kept].contains(self)
  }
}
