import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// One student's results as a teacher sees them, hidden items as well, to be edited.
@MainActor @Observable
final class StudentViewModel {
  /// What the scene of the app needs beside the results.
  struct Opening: Sendable {
    let session: SessionRepository
    let drafts: DraftStore
    let missing: MissingNames
    /// The host whose drafts they are.
    let host: String
    let semester: SemesterChoice
    /// What items' names are written with.
    let strings: Strings
    let now: @Sendable () -> Date
    /// What the scenes of the course pass on to each other.
    var courses: CourseMemory?
  }

  private var shown: State

  var state: State {
    get {
      var state = shown
      state.edits = editing.cells
      return state
    }
    set { shown = newValue }
  }

  let editing: CellEditing
  /// Where the scene was drawn last, for clicks.
  @ObservationIgnored var drawn = Rect(column: 0, row: 0, columns: 0, rows: 0)

  private let teacher: CourseTeacherRepository
  let opening: Opening

  /// Makes the scene of a student.
  init(
    teacher: CourseTeacherRepository, course: CourseCode, student: Username, opening: Opening
  ) {
    self.teacher = teacher
    self.opening = opening
    shown = State(course: course, username: student)
    editing = CellEditing(drafts: opening.drafts, strings: opening.strings, now: opening.now)
  }

  /// What names are written with.
  var strings: Strings { opening.strings }

  // MARK: Loading

  /// Loads the results, the stored ones first. They can be edited once the service has answered which
  /// semester is meant.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    async let opened: Void = open()
    do {
      let records = teacher.record(
        of: state.username, in: state.course, semester: opening.semester)
      for try await snapshot in records {
        let isFirst = state.results == nil
        let focused = state.tree.focused(state.rows)?.id
        state.results = snapshot
        state.formulas = ComputedEstimates(snapshot.value.items.map(\.item.definition))
        if isFirst, let item = opening.courses?[focusedItem: state.course] {
          state.tree.focus(item, state.rows)
        } else if let focused {
          // Items may have been added or removed above it.
          state.tree.focus(focused, state.rows)
        }
        editing.endWriting(unlessInto: state.focused)
      }
    } catch {
      throw await opening.missing.failure(
        for: error, in: CourseContext(state.course, in: opening.semester))
    }
    try await opened
  }

  /// Finds out whose drafts there are, and in which semester.
  private func open() async throws {
    let (user, semester) = try await opening.session.begin(opening.semester)
    try await openDrafts(
      of:
        Gradebook(
          owner: DraftOwner(host: opening.host, username: user.username), course: state.course,
          semester: semester.value))
  }
}
