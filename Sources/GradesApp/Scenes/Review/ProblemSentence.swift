import GradesClient
import GradesCore
import GradesLocalization

/// The problems of a review as sentences, in the user's language.
struct ProblemSentence {
  let strings: Strings
  var names = CellNames()
  var isOfWorkbook = false

  /// What is wrong, without the position in a file.
  func text(_ problem: EditProblem) -> String {
    problem.reason.map { DraftReason($0).text(strings) }
      ?? strings.suggesting(problem.suggestion ?? "", after: sentence(problem).text(strings))
  }

  func sentence(_ problem: EditProblem) -> Sentence {
    let item = ItemIdentifier(problem.identifier ?? "")
    let text = problem.theirs.map { ValueText(strings).text($0.value) } ?? problem.text ?? ""
    return Sentence(
      problem.message,
      [
        .item: names.item(item).asTitle, .column: item.rawValue.asTitle,
        .other: .text(problem.first.map(name(ofColumn:)) ?? ""),
        .allowed: problem.candidates.map(\.rawValue).joined(separator: ", "), .value: text,
        .to: String(text.trimmingBlanks().trimmingPrefix("+")), .detail: text.asTitle,
        .row: .text(problem.first.map { "\($0)" } ?? ""),
        .minimum: .number(problem.minimum ?? 0), .maximum: .number(problem.maximum ?? 0),
      ])
  }

  /// The first values out of bounds that would be sent: whose, of what, and why; then how many more there are.
  func outOfBounds(
    of review: Review, atMost most: Int, namingCourse: Bool = false
  ) -> [Sentence] {
    let course = namingCourse ? review.gradebook.course : nil
    let problems = review.outOfBounds.keyed(by: \.cell)
    let all = review.changes.compactMap { edit in
      problems[edit.cell].map { problem in
        Sentence(
          .reviewingOutside,
          names.arguments(edit.cell, in: course).merging([
            .value: ValueText(strings).text(edit.value), .reason: text(problem),
          ]))
      }
    }
    let rest = all.count - most
    return all.prefix(most) + (rest > 0 ? [Sentence(.reviewMore, [.count: rest])] : [])
  }

  func position(_ problem: EditProblem) -> String { position([problem]) }

  private func position(_ problems: [EditProblem]) -> String {
    guard let first = problems.first, let row = first.row else { return "" }
    let column = first.column.map(name(ofColumn:))
    if problems.count == 1, isOfWorkbook, let column { return "\(column)\(row)" }
    let rows = problems.compactMap(\.row).sorted()
    let listed = rows.map { "\($0)" }
    let place =
      problems.count == 1
      ? strings(.reviewRow, [.row: "\(row)"])
      : strings(
        .reviewRows,
        [
          .count: problems.count,
          .row: .text(
            rows.count > Self.few
              ? "\(rows[0])–\(rows[rows.count - 1])" : listed.joined(separator: ", ")),
        ])
    guard let column else { return place }
    return place + ", " + strings(.reviewColumn, [.column: column])
  }

  /// A column as people name it: letters in a workbook, else a number.
  private func name(ofColumn column: Int) -> String {
    isOfWorkbook ? EditProblem.letters(ofColumn: column) : "\(column)"
  }
}

extension EditProblem {
  /// The sentences of kinds that have one each.
  private static let messages: [Kind: Message] = [
    .missingUsername: .problemMissingUsername, .unknownStudent: .problemUnknownStudent,
    .identifiersDisagree: .problemIdentifiersDisagree, .ambiguousName: .problemAmbiguousName,
    .noPersonalNumbers: .problemNoPersonalNumbers, .outsideGroup: .problemOutsideGroup,
    .notGraded: .problemNotGraded, .draftWaiting: .problemDraftWaiting,
    .unknownItem: .problemUnknownItem, .ambiguousItem: .problemAmbiguousItem,
    .computed: .problemComputed, .ambiguousNumber: .problemAmbiguousNumber,
    .ambiguousSign: .problemAmbiguousSign, .clearNeedsFlag: .problemClearNotAllowed,
    .missingFromFile: .problemMissingFromFile, .malformedRow: .csvMalformedRow,
    .ignoredColumn: .csvIgnoredColumn, .untitledColumn: .csvUntitledColumn,
    .headingRows: .csvHeadingRows, .cellError: .workbookErrorCell, .dateCell: .workbookDateCell,
    .notComputed: .workbookNotComputed, .mergedCell: .workbookMergedCell,
    .formattedCell: .workbookFormattedCell, .conflict: .problemConflict,
    .unconfirmed: .problemUnconfirmed, .kept: .problemKept,
  ]

  /// Those of a header, which names a column but no student.
  private static let columnMessages: [Kind: Message] = [
    .unknownItem: .csvUnknownColumn, .computed: .csvComputedColumn, .duplicate: .csvRepeatedColumn,
  ]

  fileprivate var message: Message {
    if username == nil, column != nil, let message = Self.columnMessages[kind] { return message }
    return switch kind {
    case .outOfBounds: isAboveMaximum ? .problemAboveMaximum : .problemBelowMinimum
    case .wrongType where valueType == .number: .problemNotANumber
    case .wrongType where valueType == .boolean: .problemNotYesNo
    case .duplicate where first == nil: .problemDuplicate
    // It is about the student's rows as a whole.
    case .duplicate where identifier == nil: .problemContradictingRows
    case .duplicate: .problemDuplicateOfRow
    default: Self.messages[kind] ?? .problemWrongType
    }
  }
}

struct ProblemLine {
  /// Where they are in a file; nothing where they are in none.
  let position: String
  let student: String?
  /// The item; nil for a header, which the text names.
  let identifier: String?
  let text: String
  let severity: EditProblem.Severity

  func subject(_ separator: String) -> String {
    [student, identifier].compactMap(\.self).joined(separator: separator)
  }
}

extension ProblemSentence {
  /// So many rows or students are listed in a line, unless nothing else says which students they are.
  private static let few = 5
  private static let kindsOfStudents: [EditProblem.Kind] = [
    .unknownStudent, .outsideGroup, .ambiguousName,
  ]

  /// The lines of problems: equal ones are one line, and so are those of many students. What is in no row of a
  /// file has a line of its own.
  func lines(_ problems: [EditProblem]) -> [ProblemLine] {
    let kinds = problems.map { [text($0), $0.column.map { "\($0)" }, $0.identifier] }
    let counts = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
    let groups = Dictionary(grouping: problems.indices) { index in
      let (problem, kind) = (problems[index], kinds[index])
      guard problem.row != nil else { return kind + ["\(index)"] }
      return counts[kind] ?? 0 > Self.few ? kind : kind + [problem.username]
    }
    return groups.values.sorted { $0[0] < $1[0] }.map { indices in
      let first = problems[indices[0]]
      return ProblemLine(
        position: position(indices.map { problems[$0] }),
        student: students(
          indices.compactMap { problems[$0].username },
          atMost: Self.kindsOfStudents.contains(first.kind) ? 500 : Self.few),
        identifier: first.username == nil ? nil : first.identifier, text: text(first),
        severity: first.severity)
    }
  }

  private func students(_ names: [String], atMost most: Int) -> String? {
    guard Set(names).count > 1 else { return names.first }
    return names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
  }
}

extension String {
  /// A title of a table as one short line.
  var asTitle: String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 60 ? line.prefix(59) + "…" : line
  }
}

extension DraftReason {
  func text(_ strings: Strings) -> String {
    switch code {
    case .conflict: strings(.publishReasonConflict)
    case .notThere: strings(.publishReasonNotThere)
    case .refused:
      detail.map { strings(.publishReasonRefusedDetail, [.detail: $0]) }
        ?? strings(.publishReasonRefused)
    case .notPermitted: strings(.publishReasonNotPermitted)
    case .notSignedIn: strings(.publishReasonNotSignedIn)
    case .unreachable: strings(.publishReasonUnreachable)
    case .serviceFailed: strings(.publishReasonServiceFailed)
    case .interrupted: strings(.publishReasonInterrupted)
    case .unconfirmed: strings(.publishReasonUnconfirmed)
    case .redirected: strings(.publishReasonRedirected)
    case .notTried: strings(.publishReasonNotTried)
    case .replaced: strings(.publishReasonReplaced)
    case .unknownStudent: strings(.publishReasonUnknownStudent)
    case .unknownItem: strings(.publishReasonUnknownItem)
    case .computed: strings(.publishReasonComputed)
    case .wrongType: strings(.publishReasonWrongType)
    }
  }
}
