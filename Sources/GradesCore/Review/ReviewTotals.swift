import GradesClient

/// The numbers of a review.
public struct ReviewTotals: Equatable, Sendable {
  /// What would be sent.
  public private(set) var changes = 0
  /// Those that give a cell its first value, take the place of one, or leave the cell without it.
  public private(set) var (new, replacing, clearing) = (0, 0, 0)
  /// Those of items that students do not see.
  public private(set) var hidden = 0
  /// Cells that have the wanted value already.
  public private(set) var unchanged = 0
  /// Drafts that are skipped.
  public private(set) var skipped = 0
  /// Changes whose values are outside their items' bounds.
  public private(set) var outOfBounds = 0
  /// Changes of cells that someone else changed.
  public private(set) var conflicts = 0
  /// Drafts that must not be sent.
  public private(set) var rejected = 0
  /// Cells that are not touched because they are unconfirmed.
  public private(set) var unconfirmed = 0
  /// Drafts that were not compared with the service yet.
  public private(set) var unread = 0
  /// The students of all changes.
  public private(set) var affected: Set<Username> = []
  /// The students whom publishing would notify.
  public private(set) var students: Set<Username> = []
  /// The students with values of a backup, of which they are notified only on request.
  public private(set) var restoredStudents: Set<Username> = []

  /// Counts what courses' reviews show.
  public init(_ courses: some Sequence<CourseReview>) {
    for course in courses { add(course) }
  }

  private mutating func add(_ course: CourseReview) {
    let proposal = course.proposal
    changes += proposal.changes.count
    unchanged += proposal.unchanged
    outOfBounds += proposal.outOfBounds.count
    conflicts += proposal.problems.count { if case .conflict = $0 { true } else { false } }
    rejected += proposal.rejected.count
    unconfirmed += proposal.unconfirmed.count
    skipped += course.drafts.count(where: \.isSkipped)
    unread += course.drafts.count { $0.status == nil }
    let silent = Set(course.drafts.filter(\.draft.isSilent).map(\.draft.cell))
    let hiddenItems = proposal.definitions.hiddenItems
    for (edit, shown) in proposal.reviewed {
      let cell = edit.cell
      affected.insert(cell.username)
      if edit.value != shown.value {
        new += shown.value == nil ? 1 : 0
        clearing += edit.value == nil ? 1 : 0
        replacing += shown.value != nil && edit.value != nil ? 1 : 0
      }
      if hiddenItems.contains(cell.identifier) {
        hidden += 1
      } else if silent.contains(cell) {
        restoredStudents.insert(cell.username)
      } else {
        students.insert(cell.username)
      }
    }
  }

  /// Whether there is anything to publish or to settle.
  public var isPublishable: Bool { changes + unchanged > 0 }
}
