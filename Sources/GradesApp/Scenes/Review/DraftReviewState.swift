import GradesClient
import GradesCore
import Foundation

/// A draft in a review: what would become of it.
struct DraftRow: Equatable, Sendable, Identifiable {
  /// How a draft stands against what the service has.
  enum Status: Equatable, Sendable {
    /// It was not held against the service yet.
    case unread
    /// It would be sent.
    case ready
    /// The service has the value already; publishing takes the draft away.
    case alreadyThere
    /// Somebody else changed the cell; publishing asks.
    case conflict(Conflict)
    /// It cannot be sent.
    case refused(EditProblem)
    /// It was sent, and nobody knows yet whether it arrived.
    case sending
  }

  let draft: Draft
  var status: Status
  /// What people should know of a draft that would be sent.
  var warning: EditProblem?
  /// Whether the user leaves it out of the next publishing.
  var isLeftOut = false

  var id: Int64 { draft.id }

  /// Whether it would change something at the service.
  var isChange: Bool {
    switch status {
    case .ready, .conflict: !isLeftOut
    case .unread, .alreadyThere, .refused, .sending: false
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
  var sending = 0
  var unread = 0
  /// The students whom publishing would notify.
  var students: Set<Username> = []

  init(_ books: [CourseDrafts] = []) {
    for row in books.lazy.flatMap(\.rows) {
      if row.isChange {
        changes += 1
        students.insert(row.draft.cell.username)
        if row.warning != nil { warnings += 1 }
      }
      if row.isLeftOut { leftOut += 1 }
      switch row.status {
      case .unread: unread += 1
      case .ready: break
      case .alreadyThere: if !row.isLeftOut { alreadyThere += 1 }
      case .conflict: if !row.isLeftOut { conflicts += 1 }
      case .refused: refused += 1
      case .sending: sending += 1
      }
    }
  }

  /// Whether there is anything to publish.
  var isPublishable: Bool { changes + alreadyThere > 0 }
  /// Whether there are drafts that may be thrown away.
  func canDiscard(of books: [CourseDrafts]) -> Bool {
    books.contains { $0.rows.contains { $0.status != .sending } }
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
  /// How many changes were sent without an answer.
  var unknown = 0
  /// How many others are still drafts.
  var waiting = 0
  var lines = TextScroll()
}
