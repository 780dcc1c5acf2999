/// A language of the program's own texts.
package enum Language: String, Sendable, CaseIterable, Codable {
  case czech = "cs"
  case english = "en"

  /// Reads a code (`cs`) or a POSIX locale (`cs_CZ.UTF-8`); nil for every other language.
  package init?(locale: String) {
    let code = locale.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
    self.init(rawValue: code.lowercased())
  }

  /// Chooses the language: the flag, else the setting, else the first of `LC_ALL`, `LC_MESSAGES`
  /// and `LANG` that is set, else English (POSIX.1 8.2, Product rules, Configuration).
  package static func resolve(
    flag: Language?, setting: Language?, environment: [String: String]
  ) -> Language {
    if let chosen = flag ?? setting { return chosen }
    // The first one that is set counts, even with a language that the program does not have.
    return locale(in: environment).flatMap(Language.init(locale:)) ?? .english
  }

  /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set; nil without one.
  package static func locale(in environment: [String: String]) -> String? {
    ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
  }
}
