import GradesClient
import GradesCore
import GradesLocalization

/// The problems of a review as sentences, in the user's language.
struct ProblemSentence {
  private let strings: Strings
  private let names: CellNames
  private let isOfWorkbook: Bool
  private var values: ValueText { ValueText(strings) }

  init(_ strings: Strings, names: CellNames? = nil, isOfWorkbook: Bool = false) {
    self.strings = strings
    self.isOfWorkbook = isOfWorkbook
    self.names = names ?? CellNames([], [:], strings.serviceLanguage)
  }

  /// What is wrong, without the position in a file.
  func text(_ problem: Proposal.Problem) -> String {
    switch problem {
    case .requested(let problem): requested(problem)
    case .conflict(let conflict):
      strings(.problemConflict, [.value: values.text(conflict.theirs.value)])
    case .unconfirmed: strings(.problemUnconfirmed)
    case .kept(_, let now): strings(.problemKept, [.value: values.text(now.value)])
    case .failed(_, let reason): reason.text(strings)
    }
  }

  /// The first values out of bounds that would be sent: whose, of what, and why; then how many more there are.
  func outOfBounds(
    of proposal: Proposal, atMost most: Int, namingCourse: Bool = false
  ) -> [Sentence] {
    let course = namingCourse ? proposal.gradebook.course : nil
    let problems = Dictionary(proposal.outOfBounds.map { ($0.cell, $0) }) { first, _ in first }
    let all = proposal.changes.compactMap { edit in
      problems[edit.cell].map { problem in
        Sentence(
          .reviewingOutside,
          names.arguments(edit.cell, in: course).merging([
            .value: values.text(edit.value), .reason: text(problem),
          ]))
      }
    }
    let rest = all.count - most
    return all.prefix(most) + (rest > 0 ? [Sentence(.reviewMore, [.count: rest])] : [])
  }

  /// Where it is in a file; nothing where there is none.
  func position(_ problem: Proposal.Problem) -> String { position([problem]) }

  /// Where equal problems are in a file.
  private func position(_ problems: [Proposal.Problem]) -> String {
    guard case .requested(let first)? = problems.first, let row = first.row else { return "" }
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
    isOfWorkbook ? Proposal.letters(ofColumn: column) : "\(column)"
  }

  private func requested(_ problem: EditProblem) -> String {
    let item = ItemIdentifier(problem.identifier ?? "")
    let value: Argument = .text(problem.text ?? "")
    // The header names a column but no student.
    let isColumn = problem.username == nil && problem.column != nil
    let column: Arguments = [
      .column: item.rawValue.asTitle,
      .other: .text(problem.first.map(name(ofColumn:)) ?? ""),
    ]
    return switch problem.kind {
    case .missingUsername: strings(.problemMissingUsername)
    case .unknownStudent: strings(.problemUnknownStudent)
    case .identifiersDisagree: strings(.problemIdentifiersDisagree)
    case .ambiguousName: strings(.problemAmbiguousName)
    case .noPersonalNumbers: strings(.problemNoPersonalNumbers)
    case .outsideGroup: strings(.problemOutsideGroup)
    case .notGraded: strings(.problemNotGraded)
    case .draftWaiting: strings(.problemDraftWaiting)
    case .unknownItem:
      strings.suggesting(
        problem.suggestion ?? "",
        isColumn ? .csvUnknownColumn : .problemUnknownItem, column)
    case .ambiguousItem:
      strings(
        .problemAmbiguousItem,
        [
          .item: item.rawValue.asTitle,
          .allowed: problem.candidates.map(\.rawValue).joined(separator: ", "),
        ])
    case .computed where isColumn: strings(.csvComputedColumn, column)
    case .computed: strings(.problemComputed, [.item: names.item(item)])
    case .wrongType: wrongType(problem.valueType, value)
    case .ambiguousNumber: strings(.problemAmbiguousNumber, [.value: value])
    case .ambiguousSign: Sentence(ambiguousSign: problem.text ?? "").text(strings)
    case .outOfBounds: outOfBounds(problem)
    case .duplicate where isColumn: strings(.csvRepeatedColumn, column)
    case .duplicate: duplicate(problem)
    case .clearNeedsFlag: strings(.problemClearNotAllowed)
    case .missingFromFile: strings(.problemMissingFromFile)
    case .malformedRow: strings(.csvMalformedRow)
    case .ignoredColumn: strings(.csvIgnoredColumn, column)
    case .untitledColumn: strings(.csvUntitledColumn)
    case .headingRows: strings(.csvHeadingRows)
    case .cellError: strings(.workbookErrorCell, [.value: value])
    case .dateCell: strings(.workbookDateCell)
    case .notComputed: strings(.workbookNotComputed)
    case .mergedCell: strings(.workbookMergedCell)
    case .formattedCell: strings(.workbookFormattedCell)
    }
  }

  private func wrongType(_ type: ValueType?, _ value: Argument) -> String {
    switch type {
    case .number?: strings(.problemNotANumber, [.value: value])
    case .boolean?: strings(.problemNotYesNo, [.value: value])
    default: strings(.problemWrongType, [.value: value])
    }
  }

  private func outOfBounds(_ problem: EditProblem) -> String {
    guard let maximum = problem.maximum, isAbove(maximum, problem) else {
      return strings(.problemBelowMinimum, [.minimum: .number(problem.minimum ?? 0)])
    }
    return strings(.problemAboveMaximum, [.maximum: maximum])
  }

  /// Compares the value that is out of bounds with them; with one bound, that one decides.
  private func isAbove(_ maximum: Double, _ problem: EditProblem) -> Bool {
    guard let minimum = problem.minimum else { return true }
    guard case .success(let value) = NumberReader().read(problem.text ?? "") else { return true }
    return value > maximum || value >= minimum
  }

  private func duplicate(_ problem: EditProblem) -> String {
    guard let first = problem.first else { return strings(.problemDuplicate) }
    let row: Argument = .text("\(first)")
    guard problem.identifier == nil else { return strings(.problemDuplicateOfRow, [.row: row]) }
    // It is about the student's rows as a whole.
    return strings(
      .problemContradictingRows, [.row: row, .detail: .text((problem.text ?? "").asTitle)])
  }
}

/// Equal problems as one line.
struct ProblemLine {
  /// Where they are in a file; nothing where they are in none.
  let position: String
  /// The students, or the first of them.
  let student: String?
  /// The item; nil for a header, which the text names.
  let identifier: String?
  /// What is wrong.
  let text: String
  let severity: EditProblem.Severity

  /// Student and item, as far as it has them.
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
  func lines(_ problems: [Proposal.Problem]) -> [ProblemLine] {
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
          atMost: Self.kindsOfStudents.map(\.rawValue).contains(first.kind) ? .max : Self.few),
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

extension Sentence {
  /// What a number with a plus may mean.
  init(ambiguousSign text: String) {
    let number = text.trimmingBlanks().trimmingPrefix("+")
    self.init(.problemAmbiguousSign, [.value: text, .to: String(number)])
  }
}

extension DraftReason {
  /// Why something was not published, in words.
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
