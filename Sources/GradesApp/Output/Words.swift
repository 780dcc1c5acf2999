import ArgumentParser
import GradesLocalization

/// The language of the run, where the argument parser can see it: it makes command types itself and
/// reads their help from static properties.
enum Words {
  /// The run's sentences; nil outside a run.
  @TaskLocal static var ofRun: Strings?

  /// The run's sentences; English outside a run.
  static var current: Strings { ofRun ?? .load(.english) }
}

extension ArgumentHelp {
  /// Help in the language of the run.
  static func words(_ message: Message, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(stringLiteral: Words.current(message))
      .named(valueName.map { ValueName.translated($0, Words.current) })
  }

  private func named(_ valueName: String?) -> ArgumentHelp {
    var help = self
    help.valueName = valueName
    return help
  }
}
