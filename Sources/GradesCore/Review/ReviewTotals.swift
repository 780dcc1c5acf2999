import GradesClient

/// The numbers of a review.
package struct ReviewTotals: Sendable {
  /// What would be sent, what is there already, and drafts that are skipped or were not compared yet.
  package private(set) var (changes, unchanged, skipped, unread) = (0, 0, 0, 0)
  /// Changes that give a cell its first value, take the place of one, or leave the cell without it.
  package private(set) var (new, replacing, clearing) = (0, 0, 0)
  /// Changes of items that students do not see.
  package private(set) var hidden = 0
  /// Changes outside their items' bounds or of cells that someone else changed, drafts that must not be sent, and
  /// cells that are not touched because they are unconfirmed.
  package private(set) var (outOfBounds, conflicts, rejected, unconfirmed) = (0, 0, 0, 0)
  /// The students of all changes.
  package private(set) var affected: Set<Username> = []
  /// The students whom publishing would notify.
  package private(set) var students: Set<Username> = []
  private var notifying: Set<Draft.ID> = []
  /// The students with values of a backup, of which they are notified only on request.
  package private(set) var restoredStudents: Set<Username> = []

  package init(_ reviews: some Sequence<Review>) {
    for review in reviews { add(review) }
  }

  private mutating func add(_ review: Review) {
    unchanged += review.unchanged
    outOfBounds += review.outOfBounds.count
    unconfirmed += review.unconfirmed.count
    let hiddenItems = review.definitions.hiddenItems
    for row in review.rows {
      skipped += row.isSkipped ? 1 : 0
      switch row.verdict {
      case nil: unread += 1
      case .waiting: rejected += 1
      case .conflict where !row.isSkipped: conflicts += 1
      default: break
      }
      if review.sends(row) { add(row, isHidden: hiddenItems.contains(row.cell.identifier)) }
    }
  }

  private mutating func add(_ row: Review.Row, isHidden: Bool) {
    let (old, value, student) = (row.shown.value, row.draft.value, row.cell.username)
    changes += 1
    affected.insert(student)
    if value != old {
      new += old == nil ? 1 : 0
      clearing += value == nil ? 1 : 0
      replacing += old != nil && value != nil ? 1 : 0
    }
    if isHidden {
      hidden += 1
    } else if row.draft.isSilent {
      restoredStudents.insert(student)
    } else {
      students.insert(student)
      notifying.insert(row.draft.id)
    }
  }

  /// Whether students would be notified of some of these drafts, and of nothing else.
  package func notify(onlyOf drafts: Set<Draft.ID>) -> Bool {
    !notifying.isEmpty && notifying.isSubset(of: drafts)
  }
}
