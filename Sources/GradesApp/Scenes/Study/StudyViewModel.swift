import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// All semesters of the user, with planned grades over the real ones. Nothing is stored or sent.
@MainActor @Observable
final class StudyViewModel: SceneModel {
  /// The actions of keys.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a row.
    case focus(Int)
    /// Asks for the grade of the focused course.
    case choose
    /// Plans a grade of the focused course.
    case plan(String)
    /// Takes a planned grade back.
    case clear
    /// Takes all planned grades back.
    case forget
  }

  /// The grades that can be planned.
  nonisolated static let grades = GradeLetter.bands.map(\.letter) + ["Z"]

  var state = StudyState()

  private let study: StudyRepository

  /// Makes the scene.
  init(study: StudyRepository) { self.study = study }

  /// Loads all semesters, the stored ones first.
  func appear() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    if state.record == nil { state.record = await study.stored() }
    state.record = try await study.record()
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.scroll.take(movement)
    case .focus(let row): state.scroll.focus = row
    case .choose: return ask(state.focused)
    case .plan(let grade): if let entry = state.focused { state.planned[entry] = grade }
    case .clear: if let entry = state.focused { state.planned[entry] = nil }
    case .forget: state.planned = [:]
    }
    return .done
  }

  private func ask(_ entry: StudyState.Entry?) -> Response {
    guard let entry else { return .done }
    let grades = Self.grades.map { PickerState<String>.Option(id: $0, label: StyledText($0)) }
    return .present(
      PickerOverlay(
        Sentence(.studyAsk, [.course: .text(entry.course.rawValue)]), options: grades,
        chosen: state.planned[entry].map { [$0] } ?? []
      ) { [self] chosen in
        state.planned[entry] = chosen.first ?? state.planned[entry]
        return .done
      })
  }
}
