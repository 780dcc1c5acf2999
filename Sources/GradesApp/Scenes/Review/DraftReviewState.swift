import GradesClient
import GradesCore
import Foundation

/// A draft in a review: what would become of it.
struct DraftRow: Equatable, Sendable, Identifiable {
  let draft: Draft
  /// What the draft is now; nil: it was not compared with the service yet.
  var status: EditStatus.Kind?
  /// Why it is rejected, or what should be checked before it is sent.
  var problem: EditProblem?
  /// Whether the user leaves it out of the next publishing.
  var isLeftOut = false

  var id: Int64 { draft.id }

  /// Whether it would change something at the service.
  var isChange: Bool {
    switch status {
    case .ready, .conflict: !isLeftOut
    case nil, .alreadyThere, .rejected, .unconfirmed: false
    }
  }

  /// Whether publishing takes care of it.
  var isPublished: Bool { isChange || (status == .alreadyThere && !isLeftOut) }
}

/// The drafts of one course in one semester, in the order of the students' names.
struct CourseDrafts: Equatable, Sendable {
  let gradebook: Gradebook
  var names: CellNames
  var rows: [DraftRow]
  /// When it was held against the service; nil: not yet.
  var readAt: Date?
}

/// How many drafts of a review are what.
struct DraftTotals: Equatable, Sendable {
  var changes = 0
  var leftOut = 0
  var alreadyThere = 0
  var warnings = 0
  var conflicts = 0
  var refused = 0
  var unconfirmed = 0
  var unread = 0
  /// The students whom publishing would notify.
  var students: Set<Username> = []

  init(_ books: [CourseDrafts] = []) {
    for row in books.lazy.flatMap(\.rows) {
      if row.isChange {
        changes += 1
        students.insert(row.draft.cell.username)
        if row.problem != nil { warnings += 1 }
      }
      if row.isLeftOut { leftOut += 1 }
      switch row.status {
      case nil: unread += 1
      case .ready: break
      case .alreadyThere: if !row.isLeftOut { alreadyThere += 1 }
      case .conflict: if !row.isLeftOut { conflicts += 1 }
      case .rejected: refused += 1
      case .unconfirmed: unconfirmed += 1
      }
    }
  }

  /// Whether there is anything to publish.
  var isPublishable: Bool { changes + alreadyThere > 0 }
  /// Whether there are drafts that may be thrown away.
  func canDiscard(of books: [CourseDrafts]) -> Bool {
    books.contains { $0.rows.contains { $0.status != .unconfirmed } }
  }
}

/// Cells that somebody else changed, and what the user has decided about them so far.
struct ConflictDecisions: Equatable, Sendable {
  let gradebook: Gradebook
  let names: CellNames
  let conflicts: [Conflict]
  var choices: [GradeCell: ConflictPolicy.Choice] = [:]
  var scroll = SectionedScroll()

  /// The conflict that is shown.
  var focused: Conflict? { conflicts[safe: scroll.focus] }
  /// Whether nothing is left to decide.
  var isComplete: Bool { conflicts.allSatisfy { choices[$0.cell] != nil } }

  /// Decides about the focused conflict and goes to the next that is open.
  mutating func choose(_ choice: ConflictPolicy.Choice) {
    guard let focused else { return }
    choices[focused.cell] = choice
    if !isComplete { next() }
  }

  /// Goes to the next conflict that is open, or just to the next one.
  mutating func next() {
    let order =
      Array(conflicts.indices[(scroll.focus + 1)...]) + conflicts.indices.prefix(scroll.focus)
    let open = order.first { choices[conflicts[$0].cell] == nil }
    scroll.focus = open ?? order.first ?? scroll.focus
  }
}

/// What became of a publishing.
struct DraftOutcome: Equatable, Sendable {
  /// What became of one course's drafts.
  struct Book: Equatable, Sendable {
    let gradebook: Gradebook
    let names: CellNames
    let report: PublishReport
  }

  /// How it ended.
  enum Ending: Equatable, Sendable {
    case complete
    /// The user stopped it.
    case stopped
    /// The service or the disk failed it.
    case failed
  }

  var books: [Book] = []
  var ending = Ending.complete
  /// How many changes are unconfirmed.
  var unconfirmed = 0
  /// How many others are still drafts.
  var waiting = 0
  var lines = TextScroll()
}
