import Foundation
import GradesClient

/// What a change is, compared with what the service has, and what became of it when it was published.
package enum Verdict: Hashable, Sendable {
  /// It can be sent.
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
  /// - Parameters:
  ///   - recorded: what the cell holds at the service.
  ///   - item: the cell's item; nil if the course has no such item.
  ///   - hasStudent: whether the course has the cell's student.
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

  /// The bounds that the new value violates; nil if the edit leaves the value as it is.
  package func boundsViolation(of item: Classification) -> BoundsViolation? {
    value == base.value ? nil : BoundsViolation(value, of: item)
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

/// A number outside its item's bounds.
package struct BoundsViolation: Hashable, Sendable {
  package let number: Double
  /// The item's lowest value.
  package let minimum: Double?
  /// The item's highest value.
  package let maximum: Double?

  /// Compares a value with an item's bounds; nil inside of them, and for everything but numbers.
  package init?(_ value: GradeValue?, of item: Classification) {
    guard case .number(let number)? = value,
      number < item.minimumValue ?? -.infinity || number > item.maximumValue ?? .infinity
    else { return nil }
    self.number = number
    minimum = item.minimumValue
    maximum = item.maximumValue
  }
}
