import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Texts about published batches, their changes and their undo.
struct BatchText {
  private let words: SceneWords
  private var strings: Strings { words.strings }

  init(_ words: SceneWords) { self.words = words }

  /// What is known of a batch, in parts that belong together.
  func details(_ batch: PublishedBatch) -> [StyledText] {
    let students = batch.students.count
    let origin = OriginText(strings).text(batch)
    let facts = [
      strings(.historyBatch, [.batch: .text("\(batch.id)")]),
      batch.gradebook.course.rawValue, strings.title(of: batch.gradebook.semester),
      words.dates.dateTime(batch.publishedAt),
      strings(.reviewChanges, [.count: .count(batch.changes.count)]),
      batch.itemList,
      strings(.studentsCount, [.count: .count(students)]), origin,
      batch.notified
        ? strings(.historyNotified, [.count: .count(students)])
        : strings(.historyNobodyNotified),
      strings(.publishedBatchesByWhom, [.name: .text(batch.gradebook.owner.username.rawValue)]),
    ]
    return facts.filter { !$0.isEmpty }.map { StyledText($0) }
  }

  /// A change as a row.
  func line(_ row: OpenedBatch.Row, _ names: CellNames) -> ChangeLine {
    let student = names.student(row.cell.username)
    var remark = remark(row)
    if row.from.note != row.to.note {
      let note = StyledText(strings(.reviewingNoteChanged), .quiet)
      remark = remark.isEmpty ? note : remark + "; " + note
    }
    return ChangeLine(
      mark: mark(row), student: student.isEmpty ? row.cell.username.rawValue : student,
      username: row.cell.username, item: names.item(row.cell.identifier), old: row.from.value,
      new: row.to.value, remark: remark, isQuiet: row.status.isIdle)
  }

  private func mark(_ row: OpenedBatch.Row) -> StyledText {
    switch row.status {
    case .published: StyledText(" ")
    case .restored: StyledText("●", .mark)
    case .kept: StyledText("=", .quiet)
    case .failed: StyledText("✗", .bad)
    }
  }

  private func remark(_ row: OpenedBatch.Row) -> StyledText {
    switch row.status {
    case .published, .restored: ""
    case .kept(let now):
      StyledText(
        strings(.problemKept, [.value: .text(words.values.text(now.value))]), .warning)
    case .failed(let reason): StyledText(ReasonSentence(strings).text(reason), .bad)
    }
  }

  /// Everything about a change, in parts that belong together.
  func details(_ row: OpenedBatch.Row, _ names: CellNames) -> [StyledText] {
    let student = [names.student(row.cell.username), row.cell.username.rawValue]
      .filter { !$0.isEmpty }.joined(separator: " ")
    var parts = [StyledText("\(student) · \(names.item(row.cell.identifier))")]
    if row.from.value != row.to.value {
      parts.append(
        StyledText(words.values.text(row.from.value)) + StyledText(" → ", .quiet)
          + StyledText(words.values.text(row.to.value), row.status.isIdle ? .plain : .mark))
    }
    if row.from.note != row.to.note {
      let none = strings(.reviewNoNote)
      parts.append(
        StyledText(
          strings(
            .reviewNoteChange,
            [.from: .text(row.from.note ?? none), .to: .text(row.to.note ?? none)])))
    }
    let remark = remark(row)
    if !remark.isEmpty { parts.append(remark) }
    if case .kept(let now) = row.status {
      let trace = [now.author, now.updatedAt.map(words.dates.dateTime)].compactMap { $0 }
      if !trace.isEmpty { parts.append(StyledText(trace.joined(separator: ", "))) }
    }
    return parts
  }

  /// The sums below the changes.
  func sums(_ opened: OpenedBatch) -> [StyledText] {
    guard case .reversal(let reversal, let proposal, let replaced) = opened.purpose else {
      return [details(opened.batch).joined(separator: StyledText(" · ", .quiet))]
    }
    func text(_ message: Message, _ count: Int, _ style: Style = .plain) -> StyledText? {
      count > 0 ? StyledText(strings(message, [.count: .count(count)]), style) : nil
    }
    let kept = opened.rows.count { if case .kept = $0.status { true } else { false } }
    let failed = opened.rows.count { if case .failed = $0.status { true } else { false } }
    let sentences = [
      text(.publishedBatchesRestored, proposal.changes.count, .accent),
      text(.publishedBatchesBack, proposal.unchanged),
      text(.undoKept, kept, .warning),
      text(.publishedBatchesFailed, failed, .bad),
      text(.publishedBatchesReplaced, replaced, .warning),
    ].compactMap { $0 }
    let next =
      proposal.changes.isEmpty
      ? [] : [StyledText(strings(.publishedBatchesDraftsFirst), .quiet)]
    let untold =
      opened.batch.notified || proposal.changes.isEmpty || reversal == .redo
      ? [] : [StyledText(strings(.publishedBatchesUntold), .quiet)]
    return [sentences.joined(separator: " ")] + untold + next
  }
}

extension OpenedBatch.Row.Status {
  /// Whether nothing becomes of the change.
  fileprivate var isIdle: Bool {
    switch self {
    case .published, .restored: false
    case .kept, .failed: true
    }
  }
}
