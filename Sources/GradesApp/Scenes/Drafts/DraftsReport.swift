import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// The drafts of a user as a table, a document and CSV.
struct DraftsReport: Report {
  /// The drafts of one gradebook.
  struct Section {
    let gradebook: Gradebook
    let drafts: [Draft]
    let names: CellNames
    /// The course's items as far as they are stored, for their bounds.
    var items: [ItemIdentifier: Classification] = [:]

    /// The bounds that a draft's value violates, as far as they are known.
    func warning(of draft: Draft) -> EditProblem? {
      items[draft.cell.identifier].flatMap { draft.edit.boundsViolation(of: $0) }
        .map { EditProblem($0, of: draft.cell) }
    }
  }

  let sections: [Section]
  /// The course that was asked about, as it was typed; nil: all.
  var course: String?
  /// Whether a process publishes now, so that what it has begun to send is not unconfirmed yet.
  var isPublishing = false
  let strings: Strings
  let dates: DateText

  private var emptyText: String {
    course.map { strings(.draftsEmptyCourse, [.course: .text($0)]) } ?? strings(.draftsEmpty)
  }

  /// The drafts with the word for their warning.
  private var drafts: [(draft: Draft, warning: String?)] {
    sections.flatMap { section in
      section.drafts.map { ($0, section.warning(of: $0)?.kind.rawValue) }
    }
  }

  var table: Table {
    Table(
      columns: [], sections: [.init(rows: [], emptyText: StyledText(emptyText))])
  }

  func lines(width: Int?) -> [StyledText] {
    guard !sections.isEmpty else { return table.lines(width: width) }
    return Array(
      sections.map { table(of: $0).lines(width: width) }.joined(separator: [StyledText()]))
  }

  private func table(of section: Section) -> Table {
    Table(
      title: strings.title(section.gradebook.course, nil, section.gradebook.semester),
      columns: [
        .init(
          title: strings(.studentsColumnStudent), leastWidth: 10, narrowing: .folds(order: 2)),
        .init(title: strings(.studentsColumnUsername)),
        .init(title: strings(.itemsColumnName), leastWidth: 8, overflow: .wrap),
      ] + ValueChangeCells.columns(strings) + [
        .init(
          title: strings(.draftsColumnState), leastWidth: 10, overflow: .wrap,
          narrowing: .folds(order: 1)),
        .init(title: strings(.draftsColumnCreated), narrowing: .leaves(order: 0)),
      ],
      sections: [
        .init(
          rows: section.names.sorted(section.drafts, by: \.cell).map { row(of: $0, in: section) })
      ])
  }

  private func row(of draft: Draft, in section: Section) -> Table.Row {
    let names = section.names
    let change = ValueChangeCells(draft.edit, strings: strings)
    return Table.Row(
      cells: [
        .text(names.student(draft.cell.username)),
        .text(draft.cell.username.rawValue, .quiet),
        .text(names.item(draft.cell.identifier)),
      ] + change.cells + [
        state(of: draft, in: section), .text(dates.dateTime(draft.createdAt), .quiet),
      ], detail: change.detail)
  }

  private func state(of draft: Draft, in section: Section) -> Table.Cell {
    switch draft.state {
    case .unconfirmed where isBeingSent(draft):
      return .text(strings(.draftsStateSending), .quiet)
    case .unconfirmed:
      let end = dates.timeWithSeconds(draft.confirmAfter ?? draft.createdAt)
      return .text(strings(.draftsStateUnconfirmed, [.time: .text(end)]), .warning)
    case .conflict: return .text(strings(.draftsStateConflict), .warning)
    case .draft:
      guard let reason = draft.reason else {
        if let warning = section.warning(of: draft) {
          let sentences = ProblemSentence(strings, names: section.names)
          return .text(sentences.text(.requested(warning)), .warning)
        }
        return .text(strings(.draftsStateReady), .quiet)
      }
      let text = ReasonSentence(strings).text(reason)
      return .text("\(strings(.draftsStateFailed)): \(text)", .bad)
    }
  }

  /// Whether the draft's request has not ended yet.
  private func isBeingSent(_ draft: Draft) -> Bool {
    isPublishing && draft.state == .unconfirmed && draft.reason == nil
  }

  /// The word for programs.
  private func word(for draft: Draft) -> String {
    if isBeingSent(draft) { return "sending" }
    let isRejected = draft.reason.map { !$0.code.isWorthAnotherTry } ?? false
    return draft.state == .draft && isRejected ? "rejected" : draft.state.rawValue
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.array("drafts", of: drafts) { writer, listed in
        let draft = listed.draft
        writer.object {
          $0.member("course", draft.gradebook.course.rawValue)
          $0.member("semester", draft.gradebook.semester.rawValue)
          $0.member("username", draft.cell.username.rawValue)
          $0.member("identifier", draft.cell.identifier.rawValue)
          $0.member("base", draft.base.value)
          $0.member("value", draft.value)
          $0.member("note", draft.note)
          $0.member("createdAt", draft.createdAt)
          $0.member("state", word(for: draft))
          $0.member("reason", draft.reason?.code.rawValue)
          $0.member("confirmAfter", draft.confirmAfter)
          $0.member("warning", listed.warning)
        }
      }
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: [
      "course", "semester", "username", "identifier", "base", "value", "note", "createdAt",
      "state", "reason", "confirmAfter", "warning",
    ])
    for (draft, warning) in drafts {
      csv.append([
        .text(draft.gradebook.course.rawValue), .text(draft.gradebook.semester.rawValue),
        .text(draft.cell.username.rawValue), .text(draft.cell.identifier.rawValue),
        .value(draft.base.value), .value(draft.value), .text(orNone: draft.note),
        .text(Timestamp.text(draft.createdAt)), .text(word(for: draft)),
        .text(orNone: draft.reason?.code.rawValue),
        .text(orNone: draft.confirmAfter.map(Timestamp.text)), .text(orNone: warning),
      ])
    }
    return csv
  }
}
