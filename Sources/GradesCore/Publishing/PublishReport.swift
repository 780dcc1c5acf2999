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

/// What became of a draft that was to be published: what is stored of it, and what is reported.
package struct Outcome: Hashable, Sendable {
  /// The draft as it was sent; of a published one, with what was read after it.
  package let draft: Draft
  /// What became of it.
  package let verdict: Verdict

  package var cell: GradeCell { draft.cell }
  /// What another user has written, where it is a conflict.
  package var theirs: RecordedValue? {
    if case .conflict(let theirs) = verdict { theirs } else { nil }
  }

  /// Makes an outcome.
  package init(_ draft: Draft, _ verdict: Verdict) {
    self.draft = draft
    self.verdict = verdict
  }
}

/// What became of the drafts of a publishing.
package struct PublishReport: Hashable, Sendable {
  /// A draft that is still one for other reasons than a conflict.
  package typealias Unpublished = (cell: GradeCell, reason: DraftReason, confirmAfter: Date?)

  /// What became of each draft, also of those of an earlier run that ended early.
  package var outcomes: [Outcome] = []
  /// The batch for `undo`; nil when nothing was sent.
  package var batch: Int64?
  /// Whether students were to be notified.
  package var notified = false
  /// The students about whom it was asked so; what an earlier run sent is not counted.
  package var notifiedStudents: Set<Username> = []
  /// The students whose notifying request was accepted or may still be, seen or not: a publishing that continues this
  /// one notifies none of them.
  package var toldStudents: Set<Username> = []

  /// Makes a report.
  package init(_ outcomes: [Outcome] = []) { self.outcomes = outcomes }

  /// The outcomes with a verdict.
  private func all(_ verdict: Verdict) -> [Draft] {
    outcomes.filter { $0.verdict == verdict }.map(\.draft)
  }

  /// Changes that were seen at the service.
  package var published: [DraftEdit] { all(.published).map(\.edit) }
  /// Drafts that the service already had; they were removed.
  package var alreadyThere: [GradeCell] { all(.alreadyThere).map(\.cell) }
  /// Drafts that were dropped for another user's value; they were removed.
  package var gaveWay: [GradeCell] { all(.gaveWay).map(\.cell) }
  /// Drafts whose cells another user changed; they wait.
  package var conflicts: [Outcome] { outcomes.filter { $0.theirs != nil } }

  /// What is still a draft for other reasons; the service may have what is unconfirmed, and a reading after
  /// its moment shows it.
  package var unpublished: [Unpublished] {
    outcomes.compactMap { outcome in
      switch outcome.verdict {
      case .unconfirmed(let end): (outcome.cell, DraftReason(.unconfirmed), end)
      case .waiting(let reason): (outcome.cell, reason, nil)
      default: nil
      }
    }
  }

  /// Whether nothing waits any longer.
  package var isFinished: Bool { !outcomes.contains(where: \.isOpen) }

  /// When all that is unconfirmed can be settled; nil if nothing is.
  package var confirmAfter: Date? { unpublished.compactMap(\.confirmAfter).max() }

  /// Adds what a later reading settled; only the later one has what is still unconfirmed.
  package mutating func add(_ later: PublishReport) {
    outcomes.removeAll(where: \.isUnconfirmed)
    outcomes += later.outcomes
  }

  /// Appends what became of changes that were published after these.
  package mutating func append(_ later: PublishReport) {
    // What these left may be settled since.
    forget(later.outcomes.map(\.cell))
    outcomes += later.outcomes
    batch = later.batch ?? batch
    notified = notified || later.notified
    notifiedStudents.formUnion(later.notifiedStudents)
    toldStudents.formUnion(later.toldStudents)
  }

  /// Forgets what still waits in cells.
  package mutating func forget(_ cells: some Sequence<GradeCell>) {
    let cells = Set(cells)
    outcomes.removeAll { $0.isOpen && cells.contains($0.cell) }
  }

  /// The report without what is unconfirmed in other cells.
  func about(_ cells: Set<GradeCell>) -> PublishReport {
    // Without any cells it is about all of them.
    guard !cells.isEmpty else { return self }
    var report = self
    report.outcomes.removeAll { $0.isUnconfirmed && !cells.contains($0.cell) }
    return report
  }
}

extension Outcome {
  /// Makes the outcome of a draft that is unconfirmed.
  package init(unconfirmed draft: Draft) {
    self.init(draft, .unconfirmed(until: draft.confirmAfter ?? draft.createdAt))
  }

  fileprivate var isUnconfirmed: Bool {
    if case .unconfirmed = verdict { true } else { false }
  }

  /// Whether it still waits.
  fileprivate var isOpen: Bool {
    switch verdict {
    case .published, .alreadyThere, .gaveWay: false
    default: true
    }
  }
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
