import GradesClient

/// How far a publishing is.
public enum PublishProgress: Hashable, Sendable {
  /// Another process publishes; it is waited for.
  case waiting
  /// The touched cells are read.
  case reading
  /// So many of the cells have been sent.
  case sending(Int, of: Int)
  /// The cells are read once more.
  case verifying
}

/// The outcome of drafts.
public struct PublishReport: Hashable, Sendable {
  /// A draft that is still a draft.
  public struct Unpublished: Hashable, Sendable {
    /// The cell.
    public var cell: GradeCell
    /// The reason; ``DraftReason/Code/unknownOutcome`` means that it may be stored at the service
    /// or not.
    public var reason: DraftReason

    /// Makes an entry.
    public init(cell: GradeCell, reason: DraftReason) {
      self.cell = cell
      self.reason = reason
    }
  }

  /// The batch for `undo`; nil when nothing was sent.
  public var batch: Int64?
  /// Changes that were seen at the service, also those of an earlier run that ended early.
  public var published: [PublishedBatch.Change] = []
  /// Drafts that the service already had; they were removed.
  public var alreadyThere: [GradeCell] = []
  /// Drafts that were dropped for another user's value; they were removed.
  public var gaveWay: [GradeCell] = []
  /// Cells that another user changed; their drafts wait.
  public var conflicts: [Conflict] = []
  /// What is still a draft for other reasons.
  public var unpublished: [Unpublished] = []
  /// Whether students were to be notified.
  public var notified = false
  /// The students about whom it was asked so; what an earlier run sent is not counted.
  public var notifiedStudents: Set<Username> = []

  /// Makes an empty report.
  public init() {}

  /// Whether nothing waits any longer.
  public var isFinished: Bool { conflicts.isEmpty && unpublished.isEmpty }

  /// The students whose values were changed.
  public var students: Set<Username> { Set(published.map(\.cell.username)) }
}

extension DraftReason {
  /// The reason that a failure of the service gives.
  init(_ error: any Error) {
    switch error as? GradesError {
    case .badRequest(let detail): self.init(.refused, detail: detail)
    case .conflict, .unexpectedStatus: self.init(.refused)
    case .notPermitted: self.init(.notPermitted)
    case .notSignedIn, .login: self.init(.notSignedIn)
    case .unreachable: self.init(.unreachable)
    // It is sent again at once; reported only if the program ends before.
    case .tokenReplaced: self.init(.interrupted)
    default: self.init(.serviceFailed)
    }
  }
}

extension GradesError {
  /// Whether the failure of a request proves that the service did nothing: there was no connection
  /// or no permission.
  var provesNothingHappened: Bool {
    switch self {
    case .notSignedIn, .notPermitted: true
    case .unreachable(let reason):
      switch reason {
      case .refused, .nameNotFound, .curlMissing, .insecureAddress: true
      case .timedOut, .tls, .connectionLost, .other: false
      }
    default: false
    }
  }

  /// Whether the service rejected the contents of the request, so that a part of it may succeed.
  var refusesContent: Bool {
    switch self {
    case .badRequest, .unexpectedStatus(413): true
    default: false
    }
  }
}
