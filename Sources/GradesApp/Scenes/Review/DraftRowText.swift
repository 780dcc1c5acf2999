import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A draft in a list.
struct DraftRowText {
  private let words: SceneWords
  private var strings: Strings { words.strings }

  init(_ words: SceneWords) { self.words = words }

  /// The draft as a row.
  func line(_ row: ReviewedDraft, _ names: CellNames) -> ChangeLine {
    let cell = row.draft.cell
    let student = names.student(cell.username)
    var remarks = remarks(row, names)
    if row.draft.edit.changesNote {
      remarks.append(StyledText(strings(.reviewingNoteChanged), .quiet))
    }
    return ChangeLine(
      mark: mark(row), student: student.isEmpty ? cell.username.rawValue : student,
      username: cell.username, item: names.item(cell.identifier), old: row.draft.base.value,
      new: row.draft.value, remark: remarks.joined(separator: "; "),
      isQuiet: row.isSkipped || row.status == .alreadyThere)
  }

  private func mark(_ row: ReviewedDraft) -> StyledText {
    if row.isSkipped { return StyledText("○", .quiet) }
    switch row.status {
    case nil: return StyledText("●", .quiet)
    case .ready: return row.problem == nil ? StyledText("●", .mark) : StyledText("!", .warning)
    case .alreadyThere: return StyledText("=", .quiet)
    case .conflict: return StyledText("≠", .warning)
    case .rejected: return StyledText("✗", .bad)
    case .unconfirmed: return StyledText("?", .warning)
    }
  }

  private func remarks(_ row: ReviewedDraft, _ names: CellNames) -> [StyledText] {
    let sentences = ProblemSentence(strings, names: names)
    var remarks: [StyledText] = []
    if row.isSkipped { remarks.append(StyledText(strings(.reviewingLeftOut), .quiet)) }
    switch row.status {
    case nil, .ready, .rejected: break
    case .alreadyThere: remarks.append(StyledText(strings(.reviewingThere), .quiet))
    case .conflict(let conflict):
      remarks.append(StyledText(sentences.text(.conflict(conflict)), .warning))
    case .unconfirmed:
      let end = words.dates.timeWithSeconds(row.draft.confirmAfter ?? row.draft.createdAt)
      remarks.append(
        StyledText(strings(.draftsStateUnconfirmed, [.time: .text(end)]), .warning))
    }
    if let problem = row.problem {
      let style: Style = if case .rejected = row.status { .bad } else { .warning }
      remarks.append(StyledText(sentences.text(.requested(problem)), style))
    }
    if let reason = failure(of: row) {
      let text = ReasonSentence(strings).text(reason)
      remarks.append(StyledText("\(strings(.draftsStateFailed)): \(text)", .bad))
    }
    return remarks
  }

  /// Why the draft was not published the last time, unless the row says the same already.
  private func failure(of row: ReviewedDraft) -> DraftReason? {
    switch row.status {
    case nil, .ready: row.draft.reason
    case .alreadyThere, .conflict, .rejected, .unconfirmed: nil
    }
  }

  /// Everything about the draft, in parts that belong together.
  func details(_ row: ReviewedDraft, _ names: CellNames) -> [StyledText] {
    let draft = row.draft
    let student = [names.student(draft.cell.username), draft.cell.username.rawValue]
      .filter { !$0.isEmpty }.joined(separator: " ")
    var parts = [StyledText("\(student) · \(names.item(draft.cell.identifier))")]
    if draft.value != draft.base.value {
      parts.append(
        StyledText(words.values.text(draft.base.value)) + StyledText(" → ", .quiet)
          + StyledText(words.values.text(draft.value), .mark))
    }
    if draft.edit.changesNote {
      let none = strings(.reviewNoNote)
      parts.append(
        StyledText(
          strings(
            .reviewNoteChange,
            [.from: .text(draft.base.note ?? none), .to: .text(draft.note ?? none)])))
    } else if draft.value == nil, let note = draft.note {
      parts.append(StyledText(strings(.reviewNoteStays, [.from: .text(note)])))
    }
    parts += remarks(row, names)
    if case .conflict(let conflict) = row.status {
      let trace = [
        conflict.theirs.author, conflict.theirs.updatedAt.map(words.dates.dateTime),
      ].compactMap { $0 }
      if !trace.isEmpty { parts.append(StyledText(trace.joined(separator: ", "))) }
    }
    parts.append(
      StyledText(
        strings(.reviewingEdited, [.time: .text(words.dates.dateTime(draft.createdAt))]), .quiet))
    return parts
  }
}
