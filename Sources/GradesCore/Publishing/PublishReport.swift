import Foundation
import GradesClient

/// How far a publishing, or the application of a plan of a structure, is.
package enum PublishProgress: Hashable, Sendable {
  /// Another process publishes, or applies a plan; it is waited for.
  case waiting
  /// The touched cells, or the course, are read.
  case reading
  /// So many of the cells, or items, have been sent.
  case sending(Int, of: Int)
  /// What was sent is read once more.
  case verifying
}

/// What became of the rows of a publishing.
package struct PublishReport: Hashable, Sendable {
  /// The rows with their drafts as they were sent, also those of an earlier run that ended early.
  package var rows: [Review.Row] = []
  /// The batch for `undo`; nil when nothing was sent.
  package var batch: Int64?
  /// Whether students were to be notified.
  package var notified = false
  /// The students about whom it was asked so; what an earlier run sent is not counted.
  package var notifiedStudents: Set<Username> = []
  /// The students whose notifying request was accepted or may still be, seen or not: a publishing that continues this
  /// one notifies none of them.
  package var toldStudents: Set<Username> = []

  package init(_ rows: [Review.Row] = []) { self.rows = rows }

  /// Changes that were seen at the service, with what was read after them.
  package var published: [DraftEdit] {
    rows.filter { $0.verdict == .published }.map(\.draft.edit)
  }
  /// Rows whose cells another user changed; they wait.
  package var conflicts: [Review.Row] { rows.filter { $0.theirs != nil } }
  /// What is still a draft for other reasons; the service may have what is unconfirmed, and a reading after
  /// its moment shows it.
  package var unpublished: [(row: Review.Row, reason: DraftReason)] {
    rows.compactMap { row in row.reason.map { (row, $0) } }
  }

  package var isFinished: Bool { !rows.contains(where: \.isOpen) }

  /// When all that is unconfirmed can be settled; nil if nothing is.
  package var confirmAfter: Date? { rows.compactMap(\.confirmAfter).max() }

  package func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

  /// Adds what a later reading settled; only the later one has what is still unconfirmed.
  package mutating func add(_ later: PublishReport) {
    rows.removeAll { $0.confirmAfter != nil }
    rows += later.rows
  }

  /// Appends what became of changes that were published after these.
  package mutating func append(_ later: PublishReport) {
    // What these left may be settled since.
    forget(later.rows.map(\.cell))
    rows += later.rows
    batch = later.batch ?? batch
    notified = notified || later.notified
    notifiedStudents.formUnion(later.notifiedStudents)
    toldStudents.formUnion(later.toldStudents)
  }

  /// Forgets what still waits in cells.
  package mutating func forget(_ cells: some Sequence<GradeCell>) {
    let cells = Set(cells)
    rows.removeAll { $0.isOpen && cells.contains($0.cell) }
  }

  /// The report without what is unconfirmed in other cells.
  func about(_ cells: Set<GradeCell>) -> PublishReport {
    // Without any cells it is about all of them.
    guard !cells.isEmpty else { return self }
    var report = self
    report.rows.removeAll { $0.confirmAfter != nil && !cells.contains($0.cell) }
    return report
  }
}

extension Review.Row {
  /// The end of its quiet period; nil unless it is unconfirmed.
  package var confirmAfter: Date? {
    if case .unconfirmed(let end) = verdict { end } else { nil }
  }

  /// Why it is still a draft for other reasons than a conflict.
  package var reason: DraftReason? {
    switch verdict {
    case .unconfirmed: DraftReason(.unconfirmed)
    case .waiting(let reason): reason
    default: nil
    }
  }

  /// Whether it still waits.
  fileprivate var isOpen: Bool { theirs != nil || reason != nil }
}

extension DraftReason {
  /// The reason that a failure of the service gives.
  init(_ error: any Error) {
    switch (error as? GradesError)?.reason {
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
    switch reason {
    case .badRequest, .unexpectedStatus(413): true
    default: false
    }
  }
}
