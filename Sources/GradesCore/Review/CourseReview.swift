import Foundation
import GradesClient

/// The changes of one gradebook under review: what each is now, what is skipped, and what publishing them
/// would change. Commands and the app review with it, and publish it through ``ReviewedChanges``.
public struct CourseReview: Equatable, Sendable {
  /// What would be published, and what is wrong with the rest.
  public private(set) var proposal: Proposal
  /// The drafts under review, in the order in which they were given; none where the changes are new.
  public private(set) var drafts: [ReviewedDraft] = []
  /// When the drafts were compared with the service; nil: not yet.
  public let readAt: Date?
  /// Whether the changes are not stored as drafts yet.
  let areNew: Bool
  /// What new changes come from, for the history.
  let origin: ChangeOrigin?
  /// Whether publishing leaves drafts alone that are in conflict, because a person decides about them here.
  private let leavesConflicts: Bool

  /// Reviews new changes.
  ///
  /// - Parameter origin: what they come from, for the history.
  public init(_ proposal: Proposal, from origin: ChangeOrigin? = nil) {
    self.proposal = proposal
    self.origin = origin
    leavesConflicts = false
    areNew = true
    readAt = nil
  }

  /// Reviews drafts that were compared with what the service has.
  ///
  /// - Parameters:
  ///   - grid: what the service has, with the definitions of all items.
  ///   - read: the students that were read; nil: all of the drafts. Other drafts are shown and not published.
  ///   - skipped: the numbers of drafts that are not to be published.
  ///   - leavesConflicts: whether those in conflict are not either.
  public init(
    _ drafts: [Draft], in gradebook: Gradebook, over grid: CellGrid, readAt: Date,
    of read: Set<Username>? = nil, skipping skipped: Set<Int64> = [],
    leavingConflicts leavesConflicts: Bool = false
  ) {
    let checker = EditChecker(grid)
    self.drafts = drafts.map { draft in
      guard read?.contains(draft.cell.username) ?? true else { return ReviewedDraft(unread: draft) }
      var reviewed = ReviewedDraft(draft, over: checker)
      reviewed.isSkipped = reviewed.canBeSkipped && skipped.contains(draft.id)
      return reviewed
    }
    self.readAt = readAt
    areNew = false
    origin = nil
    self.leavesConflicts = leavesConflicts
    proposal = Proposal(
      self.drafts, in: gradebook, definitions: grid.definitions, students: checker.students,
      leavingConflicts: leavesConflicts)
  }

  /// Shows drafts that were not compared with the service; none of them can be published.
  public init(unread drafts: [Draft], in gradebook: Gradebook) {
    self.drafts = drafts.map(ReviewedDraft.init(unread:))
    proposal = Proposal(self.drafts, in: gradebook, definitions: [], students: [:])
    readAt = nil
    areNew = false
    origin = nil
    leavesConflicts = false
  }

  /// Whose course it is.
  public var gradebook: Gradebook { proposal.gradebook }

  /// Whether publishing would send or settle anything.
  public var isPublishable: Bool { !proposal.changes.isEmpty || proposal.unchanged > 0 }

  /// Puts the drafts in an order, by their indices.
  public mutating func reorder(_ indices: [Int]) { drafts = indices.map { drafts[$0] } }

  /// Skips a draft, or no longer skips it.
  mutating func toggleSkipped(_ id: Int64) {
    guard let index = drafts.firstIndex(where: { $0.id == id }), drafts[index].canBeSkipped else {
      return
    }
    drafts[index].isSkipped.toggle()
    proposal = Proposal(
      drafts, in: gradebook, definitions: proposal.definitions, students: proposal.students,
      leavingConflicts: leavesConflicts)
  }

  /// The drafts that a publishing is about.
  var wanted: [Draft] {
    drafts.filter {
      $0.status != nil && !$0.isSkipped && !(leavesConflicts && $0.conflict != nil)
    }.map(\.draft)
  }
}

extension Sequence<CourseReview> {
  /// Whether all that would be sent is among some drafts. Values of a backup or of hidden items do not count:
  /// students are not notified of them anyway.
  public func sendOnly(_ drafts: Set<Draft.ID>) -> Bool {
    let sent = flatMap(\.notifiable)
    return !sent.isEmpty && sent.allSatisfy { drafts.contains($0.id) }
  }
}

extension CourseReview {
  fileprivate var notifiable: [Draft] {
    let cells = Set(proposal.changes.map(\.cell))
    let hidden = proposal.definitions.hiddenItems
    return drafts.map(\.draft).filter {
      cells.contains($0.cell) && !$0.isSilent && !hidden.contains($0.cell.identifier)
    }
  }
}
