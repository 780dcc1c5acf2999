import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Asks for a semester: the current one, one of the past ones, newest first, or any other by its code.
enum SemesterPicker {
  private enum Option: Hashable, Sendable {
    case choice(SemesterChoice)
    case other
  }

  /// Makes the question.
  ///
  /// - Parameters:
  ///   - chosen: what holds now.
  ///   - current: what "current" means; nil when it is not known.
  ///   - choosing: what follows with the choice.
  @MainActor static func overlay(
    chosen: SemesterChoice, current: SemesterCode?,
    choosing: @escaping @MainActor (SemesterChoice) -> Response
  ) -> any Overlay {
    WordedOverlay { words in
      let strings = words.strings
      var choices: [SemesterChoice] = [.current]
      if case .word(let word) = chosen, word != .current { choices.append(chosen) }
      var code: SemesterCode?
      if case .code(let chosen) = chosen { code = chosen }
      if let current {
        choices += current.withPast(including: code).map(SemesterChoice.code)
      } else if let code {
        choices.append(.code(code))
      }
      var options = choices.map { choice in
        PickerState<Option>.Option(
          id: .choice(choice), label: StyledText(strings.title(of: choice)),
          detail: detail(of: choice, current, strings))
      }
      options.append(.init(id: .other, label: StyledText(strings(.semesterOther))))
      return PickerOverlay(
        Sentence(.settingsSemester), options: options, chosen: [.choice(chosen)]
      ) { ids in
        switch ids.first {
        case .choice(let choice): choosing(choice)
        case .other: .present(prompt(choosing))
        case nil: .done
        }
      }
    }
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

  /// Asks for a code, or a word that stands for one.
  @MainActor private static func prompt(
    _ choosing: @escaping @MainActor (SemesterChoice) -> Response
  ) -> any Overlay {
    PromptOverlay(
      Sentence(.settingsSemester), explanation: [Sentence(.semesterPrompt)],
      problem: { text in
        choice(text) == nil ? Sentence(.errorInvalidSemester, [.value: .text(text)]) : nil
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
