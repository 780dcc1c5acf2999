import GradesCore

/// The drafts of one course in one semester, in the order of the students' names.
struct CourseDrafts: Equatable, Sendable {
  let review: CourseReview
  let names: CellNames

  var gradebook: Gradebook { review.gradebook }
  var rows: [ReviewedDraft] { review.drafts }
}

/// Conflicts of a course that wait for decisions.
struct ConflictList: Equatable, Sendable {
  let gradebook: Gradebook
  let names: CellNames
  private(set) var decisions: ConflictDecisions
  var scroll = SectionedScroll()

  init(_ conflicts: [Conflict], in gradebook: Gradebook, _ names: CellNames) {
    self.gradebook = gradebook
    self.names = names
    decisions = ConflictDecisions(conflicts)
  }

  var conflicts: [Conflict] { decisions.conflicts }

  /// The conflict that is shown.
  var focused: Conflict? { conflicts[safe: scroll.focus] }

  /// Decides about the focused conflict and goes to the next that is open.
  mutating func choose(_ choice: ConflictPolicy.Choice) {
    guard let focused else { return }
    decisions.choose(choice, for: focused)
    if !decisions.isComplete { next() }
  }

  /// Goes to the next conflict that is open, or just to the next one.
  mutating func next() { scroll.focus = decisions.next(after: scroll.focus) }
}

/// The outcome of a publishing, as it is shown.
struct DraftOutcome: Equatable, Sendable {
  let outcome: ReviewOutcome
  let names: [Gradebook: CellNames]
  var lines = TextScroll()
}
