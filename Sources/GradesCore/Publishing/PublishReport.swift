import Foundation
import GradesClient

/// How far a publishing, or the application of a plan of a structure, is.
public enum PublishProgress: Hashable, Sendable {
  /// Another process publishes, or applies a plan; it is waited for.
  case waiting
  /// The touched cells, or the course, are read.
  case reading
  /// So many of the cells, or items, have been sent.
  case sending(Int, of: Int)
  /// What was sent is read once more.
  case verifying
}

/// The outcome of drafts.
public struct PublishReport: Hashable, Sendable {
  /// A draft that is still a draft.
  public struct Unpublished: Hashable, Sendable {
    /// The cell.
    public var cell: GradeCell
    /// The reason; ``DraftReason/Code/unconfirmed`` means that the service may have it or may still
    /// carry it out.
    public var reason: DraftReason
    /// When a reading will show what became of it; nil unless it is unconfirmed.
    public var confirmAfter: Date?

    /// Makes an entry.
    public init(cell: GradeCell, reason: DraftReason, confirmAfter: Date? = nil) {
      self.cell = cell
      self.reason = reason
      self.confirmAfter = confirmAfter
    }
  }

  /// The batch for `undo`; nil when nothing was sent.
  public var batch: Int64?
  /// Changes that were seen at the service, also those of an earlier run that ended early.
  public var published: [DraftEdit] = []
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
  /// The students whose notifying request was accepted or may still be, seen or not: a publishing that continues this
  /// one notifies none of them.
  public var toldStudents: Set<Username> = []

  /// Makes an empty report.
  public init() {}

  /// Makes a report of drafts that are neither changed nor sent because they are unconfirmed.
  public init(unconfirmed drafts: [Draft]) {
    for draft in drafts { leaveUnconfirmed(draft) }
  }

  /// Whether nothing waits any longer.
  public var isFinished: Bool { conflicts.isEmpty && unpublished.isEmpty }

  /// When all that is unconfirmed can be settled; nil if nothing is.
  public var confirmAfter: Date? { unpublished.compactMap(\.confirmAfter).max() }

  /// Adds what a later reading settled; only the later one has what is still unconfirmed.
  public mutating func add(_ later: PublishReport) {
    published += later.published
    conflicts += later.conflicts
    unpublished.removeAll { $0.confirmAfter != nil }
    unpublished += later.unpublished
  }

  /// Appends what became of changes that were published after these.
  public mutating func append(_ later: PublishReport) {
    // What these left unconfirmed may be settled since.
    let settled = Set(later.published.map(\.cell) + later.unpublished.map(\.cell))
    unpublished.removeAll { settled.contains($0.cell) }
    batch = later.batch ?? batch
    published += later.published
    alreadyThere += later.alreadyThere
    gaveWay += later.gaveWay
    conflicts += later.conflicts
    unpublished += later.unpublished
    notified = notified || later.notified
    notifiedStudents.formUnion(later.notifiedStudents)
    toldStudents.formUnion(later.toldStudents)
  }

  /// The report without what is unconfirmed in other cells.
  func about(_ cells: Set<GradeCell>) -> PublishReport {
    // Without any cells it is about all of them.
    guard !cells.isEmpty else { return self }
    var report = self
    report.unpublished.removeAll { $0.confirmAfter != nil && !cells.contains($0.cell) }
    return report
  }

  /// Reports that a draft is unconfirmed.
  mutating func leaveUnconfirmed(_ draft: Draft) {
    unpublished.append(
      .init(
        cell: draft.cell, reason: DraftReason(.unconfirmed),
        confirmAfter: draft.confirmAfter ?? draft.createdAt))
  }
}

extension DraftReason {
  /// The reason that a failure of the service gives.
  init(_ error: any Error) {
    switch error as? GradesError {
    case .badRequest(let detail): self.init(.refused, detail: detail)
    case .unexpectedStatus(300..<400): self.init(.redirected)
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
  /// Whether the service rejected the contents of the request, so that a part of it may succeed.
  var refusesContent: Bool {
    switch self {
    case .badRequest, .unexpectedStatus(413): true
    default: false
    }
  }
}
