import Foundation
import GradesClient

/// What a change is, compared with what the service has, and what became of it when it was published.
package enum Verdict: Hashable, Sendable {
  case ready
  /// The service has the wanted value already. A note that the change leaves as it is may be any.
  case alreadyThere
  /// It was sent, read again and seen.
  case published
  /// Its draft was dropped for another user's value.
  case gaveWay
  /// The service has neither the wanted value nor the one that the change is based on.
  case conflict(theirs: RecordedValue)
  /// It was sent; a reading that begins after this moment shows what became of it.
  case unconfirmed(until: Date)
  /// It is not sent, and stays a draft where it is one.
  case waiting(DraftReason)
}

extension DraftEdit {
  /// What it is, compared with what the service has: the one rule behind the review, the cells of the app,
  /// previews, publishing, conflicts and undo.
  ///
  /// - Parameter item: nil if the course has no such item.
  package func verdict(
    over recorded: RecordedValue, of item: Classification?, hasStudent: Bool = true
  ) -> Verdict {
    let verdict = verdict(over: recorded)
    if let code = DraftReason.Code(of: item, hasStudent: hasStudent) {
      return .waiting(DraftReason(code))
    }
    guard verdict != .alreadyThere, let item, let value, !value.fits(item.valueType) else {
      return verdict
    }
    return .waiting(DraftReason(.wrongType))
  }

  /// What it is where it was sent, and so was not rejected.
  func verdict(over recorded: RecordedValue) -> Verdict {
    if recorded.value == value, recorded.note == note || !changesNote { return .alreadyThere }
    // Times do not count: writing the same value again takes nothing away.
    return recorded.hasContent(of: base) ? .ready : .conflict(theirs: recorded)
  }

  /// The warning about a new value outside its item's bounds; nil if the edit leaves the value as it is.
  package func boundsViolation(of item: Classification) -> EditProblem? {
    value == base.value ? nil : EditProblem(value, outside: item, of: cell.username)
  }
}

extension DraftReason.Code {
  /// Why a cell cannot be edited at all; nil if it can.
  init?(of item: Classification?, hasStudent: Bool) {
    switch item {
    case _ where !hasStudent: self = .unknownStudent
    case nil: self = .unknownItem
    case let item? where item.isEditable: return nil
    default: self = .computed
    }
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
