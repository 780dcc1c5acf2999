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
          id: language, label: StyledText(name(of: language, words.strings)))
      }
      return PickerOverlay(Sentence(.settingsLanguage), options: options, chosen: [chosen]) { ids in
        ids.first.map(choosing) ?? .done
      }
    }
  }

  /// What a language is called.
  static func name(of language: ServiceLanguage?, _ strings: Strings) -> String {
    switch language {
    case nil: strings(.languageSystem)
    case .czech: "Čeština"
    case .english: "English"
    }
  }
}
