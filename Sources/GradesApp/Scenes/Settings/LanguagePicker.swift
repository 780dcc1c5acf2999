import GradesClient
import GradesLocalization
import Terminal

/// Asks for the language; each is called by its own name.
enum LanguagePicker {
  /// Makes the question; nil means the system's language.
  @MainActor static func overlay(
    chosen: ServiceLanguage?, choosing: @escaping @MainActor (ServiceLanguage?) -> Response
  ) -> any Overlay {
    WordedOverlay { words in
      let options = ([nil] + ServiceLanguage.allCases).map { language in
        PickerState<ServiceLanguage?>.Option(
          id: language, label: StyledText(words.strings(name(of: language))))
      }
      return PickerOverlay(Sentence(.settingsLanguage), options: options, chosen: [chosen]) { ids in
        ids.first.map(choosing) ?? .done
      }
    }
  }

  /// What a language is called.
  static func name(of language: ServiceLanguage?) -> Message {
    switch language {
    case nil: .languageSystem
    case .czech: .languageCzech
    case .english: .languageEnglish
    }
  }
}
