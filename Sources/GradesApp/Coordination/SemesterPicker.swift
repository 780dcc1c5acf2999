import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Asks for a semester: the current one, one of the past ones, newest first, or any other by its code.
enum SemesterPicker {
  private enum Option: Hashable, Sendable {
    case choice(SemesterChoice)
    /// Any other one, with what was typed so far.
    case other(String)
  }

  /// - Parameter current: what "current" means; nil when it is not known.
  @MainActor static func question(
    chosen: SemesterChoice, current: SemesterCode?, _ strings: Strings,
    choosing: @escaping @MainActor (SemesterChoice) -> Response
  ) -> Response {
    var choices: [SemesterChoice] = [.current]
    if case .word(let word) = chosen, word != .current { choices.append(chosen) }
    var code: SemesterCode?
    if case .code(let chosen) = chosen { code = chosen }
    if let current {
      choices += current.withPast(including: code).map(SemesterChoice.code)
    } else if let code {
      choices.append(.code(code))
    }
    func option(_ id: Option, of choice: SemesterChoice) -> PickerState<Option>.Option {
      .init(
        id: id, label: StyledText(strings.title(of: choice)),
        detail: detail(of: choice, current, strings), isKept: id != .choice(choice))
    }
    let picker = PickerOverlay(
      Sentence(.settingsSemester), options: choices.map { option(.choice($0), of: $0) },
      chosen: [.choice(chosen)],
      last: { typed in
        // A typed code that is not in the list becomes its last option.
        if let choice = choice(typed), !choices.contains(choice) {
          return option(.other(typed), of: choice)
        }
        return .init(
          id: .other(typed), label: StyledText(strings(.semesterOther)), isKept: true)
      }
    ) { ids in
      switch ids.first {
      case .choice(let choice): choosing(choice)
      case .other(let typed): choice(typed).map(choosing) ?? .present(prompt(typed, choosing))
      case nil: .done
      }
    }
    return .present(picker)
  }

  private static func detail(
    of choice: SemesterChoice, _ current: SemesterCode?, _ strings: Strings
  ) -> String {
    switch choice {
    case .code(let code): code.rawValue
    case .word(.current): current.map(strings.title(of:)) ?? ""
    case .word: ""
    }
  }

  @MainActor private static func prompt(
    _ typed: String, _ choosing: @escaping @MainActor (SemesterChoice) -> Response
  ) -> any Overlay {
    PromptOverlay(
      Sentence(.settingsSemester), explanation: [Sentence(.semesterPrompt)], text: typed,
      complains: !typed.isEmpty,
      problem: { text in
        choice(text) == nil ? Sentence(.errorInvalidSemester, [.value: text]) : nil
      },
      accepting: { text in choice(text).map(choosing) ?? .done })
  }

  private static func choice(_ typed: String) -> SemesterChoice? {
    SemesterChoice(typed.trimmingCharacters(in: .whitespaces))
  }
}

extension Strings {
  /// A semester as it was chosen, at the beginning of a line.
  func title(of choice: SemesterChoice) -> String {
    switch choice {
    case .code(let code): title(of: code)
    case .word(.current): self(.semesterCurrent)
    case .word(.previous): self(.semesterPrevious)
    case .word(.next): self(.semesterNext)
    }
  }
}
