/// A draft under review, with what it is now.
public struct ReviewedDraft: Equatable, Sendable, Identifiable {
  /// The draft.
  public let draft: Draft
  /// What the draft is now; nil: it was not compared with the service yet.
  public let status: EditStatus.Kind?
  /// Why it is rejected, or what should be checked before it is sent.
  public let problem: EditProblem?
  /// Whether the next publishing skips it.
  public internal(set) var isSkipped = false

  /// The draft's number.
  public var id: Int64 { draft.id }

  /// Whether there is anything to skip: other drafts are not sent in any case.
  var canBeSkipped: Bool {
    switch status {
    case .ready, .alreadyThere, .conflict: true
    case nil, .rejected, .unconfirmed: false
    }
  }

  /// Someone else's value that it would overwrite; nil without one.
  public var conflict: Conflict? {
    if case .conflict(let conflict) = status { conflict } else { nil }
  }

  /// How urgently a person should read it before it is sent: what a person must decide about most, then warnings, then what
  /// takes the place of a value.
  public var attention: Int {
    switch status {
    case .conflict: 4
    case .rejected: 3
    case .ready where problem != nil: 3
    case .ready: draft.base.value == nil ? 1 : 2
    case nil, .alreadyThere, .unconfirmed: 0
    }
  }

  /// Makes a draft that was not compared with the service.
  init(unread draft: Draft) {
    self.draft = draft
    status = draft.state == .unconfirmed ? .unconfirmed : nil
    problem = nil
  }

  /// Compares a draft with what the service has.
  init(_ draft: Draft, over checker: EditChecker) {
    let status = checker.status(of: draft)
    self.draft = draft
    self.status = status.kind
    problem = status.kind == .alreadyThere ? nil : checker.problem(of: draft.edit, status)
  }
}
