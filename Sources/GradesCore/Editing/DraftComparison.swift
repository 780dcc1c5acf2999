import GradesClient

/// Drafts held against what the service has now.
struct DraftComparison: Sendable {
  /// Can be sent, each over the value that was just read.
  var ready: [Draft] = []
  /// The service has them already.
  var fulfilled: [(draft: Draft, there: RecordedValue)] = []
  /// Somebody else changed the cells.
  var conflicts: [(draft: Draft, conflict: Conflict)] = []
  /// Must never be sent.
  var refused: [(draft: Draft, reason: DraftReason)] = []

  init(_ drafts: [Draft], reading: CellReading, definitions: [Classification]) {
    let items = Dictionary(
      definitions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    for var draft in drafts {
      let there = reading[draft.cell]
      if let reason = Self.refusal(of: draft, reading: reading, item: items[draft.cell.identifier])
      {
        refused.append((draft, reason))
      } else if draft.edit.isFulfilled(by: there) {
        fulfilled.append((draft, there))
      } else if draft.edit.isBased(on: there) {
        draft.edit.base = there
        ready.append(draft)
      } else {
        conflicts.append((draft, Conflict(edit: draft.edit, theirs: there)))
      }
    }
  }

  private static func refusal(of draft: Draft, reading: CellReading, item: Classification?)
    -> DraftReason?
  {
    guard let item else { return DraftReason(.unknownItem) }
    guard item.isEditable else { return DraftReason(.computed) }
    if let value = draft.value, !value.fits(item.valueType) { return DraftReason(.wrongType) }
    if reading.unknownStudents.contains(draft.cell.username) {
      return DraftReason(.unknownStudent)
    }
    return nil
  }
}

extension GradeValue {
  /// Whether an item of the type may hold the value; none of an unknown type may be written.
  func fits(_ type: ValueType) -> Bool {
    switch self {
    case .number: type == .number
    case .text: type == .string
    case .flag: type == .boolean
    }
  }
}
