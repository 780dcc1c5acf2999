import GradesClient

/// What an edit of a cell is, compared with what the service has: the one rule behind the review, the
/// cells of the app, previews, publishing, conflicts and undo.
public struct EditStatus: Hashable, Sendable {
  /// What becomes of the edit.
  public enum Kind: Hashable, Sendable {
    /// It can be sent.
    case ready
    /// The service has the wanted value already. A note that the edit does not change may be any.
    case alreadyThere
    /// The service has neither the wanted value nor the one that the edit was based on.
    case conflict(Conflict)
    /// It must not be sent.
    case rejected(Rejection)
    /// It was sent, and no later reading has shown yet whether it arrived.
    case unconfirmed
  }

  /// Why an edit must not be sent.
  public enum Rejection: Hashable, Sendable, CaseIterable {
    /// The course has no such student.
    case unknownStudent
    /// The course has no such item.
    case unknownItem
    /// The service computes the item.
    case computed
    /// The value is not of the item's type.
    case wrongType

    /// Checks whether the cell can be edited at all; nil if it can.
    public init?(of item: Classification?, hasStudent: Bool) {
      guard hasStudent else {
        self = .unknownStudent
        return
      }
      guard let item else {
        self = .unknownItem
        return
      }
      guard !item.isEditable else { return nil }
      self = .computed
    }
  }

  /// What becomes of the edit.
  public var kind: Kind
  /// The new value is outside its item's bounds. The edit can be sent all the same.
  public var warning: BoundsViolation?

  /// Compares an edit with what the service has.
  ///
  /// - Parameters:
  ///   - recorded: what the cell holds at the service.
  ///   - item: the cell's item; nil if the course has no such item.
  ///   - hasStudent: whether the course has the cell's student.
  public init(
    _ edit: DraftEdit, over recorded: RecordedValue, of item: Classification?,
    hasStudent: Bool = true
  ) {
    self.init(edit, over: recorded)
    if let rejection = Rejection(of: item, hasStudent: hasStudent) {
      kind = .rejected(rejection)
    } else if let item {
      warning = edit.boundsViolation(of: item)
      if kind != .alreadyThere, let value = edit.value, !value.fits(item.valueType) {
        kind = .rejected(.wrongType)
      }
    }
  }

  /// Compares an edit that was sent, and so was not rejected, with what the service has.
  init(_ edit: DraftEdit, over recorded: RecordedValue) {
    if recorded.value == edit.value, recorded.note == edit.note || !edit.changesNote {
      kind = .alreadyThere
    } else if edit.isBased(on: recorded) {
      kind = .ready
    } else {
      kind = .conflict(Conflict(edit: edit, theirs: recorded))
    }
  }
}

extension DraftEdit {
  /// Whether what the service has is still what the edit was based on. Times do not count: writing the
  /// same value again takes nothing away.
  func isBased(on recorded: RecordedValue) -> Bool {
    recorded.value == base.value && recorded.note == base.note
  }

  /// The bounds that the new value violates; nil if the edit leaves the value as it is.
  public func boundsViolation(of item: Classification) -> BoundsViolation? {
    value == base.value ? nil : BoundsViolation(value, of: item)
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
public struct BoundsViolation: Hashable, Sendable {
  /// The number.
  public let number: Double
  /// The item's lowest value.
  public let minimum: Double?
  /// The item's highest value.
  public let maximum: Double?

  /// Compares a value with an item's bounds; nil inside of them, and for everything but numbers.
  public init?(_ value: GradeValue?, of item: Classification) {
    guard case .number(let number)? = value,
      number < item.minimumValue ?? -.infinity || number > item.maximumValue ?? .infinity
    else { return nil }
    self.number = number
    minimum = item.minimumValue
    maximum = item.maximumValue
  }
}
