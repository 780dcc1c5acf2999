import ArgumentParser
import GradesConfiguration
import GradesLocalization

/// `grades manual`: the manual page in the language of roff, for `make install` and `man -l -`.
struct ManualCommand: AppCommand {
  static var configuration: CommandConfiguration { help("manual", .helpManual) }

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .none }

  func run(in context: Context) async throws -> ExitStatus {
    context.printer.print(try ManualPage(strings: context.strings).text)
    return .done
  }
}

/// The manual page of the program, made of the same texts that help, the app and the errors show.
struct ManualPage {
  private let strings: Strings
  private let program: CommandHelp
  private var page = Roff()

  /// Makes the page. Throws where the argument parser cannot describe the commands.
  init(strings: Strings) throws {
    self.strings = strings
    program = try .program()
    write()
  }

  /// The page in the language of roff.
  var text: String { page.lines.joined(separator: "\n") }

  /// Writes the sections one after the other.
  private mutating func write() {
    page.title("GRADES", section: 1, source: "grades \(Version.current)")
    introduction()
    page.section(strings(.helpCommands))
    for topic in CommandTopic.allCases {
      page.subsection(strings(topic.title))
      for command in topic.commands {
        guard let name = command.configuration.commandName, let help = program.subcommand(name)
        else { continue }
        entry(help, path: "grades")
      }
    }
    globalOptions()
    changes()
    keys()
    settings()
    configuration()
    environment()
    section(.manualData, .manualDataText)
    page.section(strings(.settingsPaths))
    for file in ManualPage.files {
      page.item(Roff.italic(file.path), strings(file.meaning))
    }
    page.section(strings(.manualStatuses))
    for status in ExitStatus.allCases {
      page.item(Roff.bold("\(status.code)"), strings(status.meaning))
    }
    examples()
    extensions()
    section(.manualSeeAlso, .manualSeeAlsoText)
  }

  private mutating func introduction() {
    page.section(strings(.nameName))
    page.paragraph("grades \\- " + Roff.escaped(withoutStop(program.abstract)))
    page.section(strings(.manualSynopsis))
    let command = Roff.italic(strings(.nameSubcommand))
    page.paragraph("\(Roff.bold("grades")) \(options)")
    page.paragraph(
      "\(Roff.bold("grades")) \(command) \(options) [\(Roff.italic(strings(.manualArguments)))]")
    page.paragraph("\(Roff.bold("grades help")) [\(command)]")
    section(.manualDescription, .manualDescriptionText)
  }

  /// A command and, after it, those below it.
  private mutating func entry(_ command: CommandHelp, path: String) {
    guard command.isShown else { return }
    let path = "\(path) \(command.name)"
    let options = command.arguments.filter { !$0.isPositional && !$0.isGlobal }
    let positional = command.arguments.filter(\.isPositional)
    let synopsis =
      [Roff.bold(path)] + (options.isEmpty ? [] : [self.options])
      + positional.map(\.synopsis)
    page.paragraph(synopsis.joined(separator: " "))
    let items = (positional + options).map { (term: $0.term, text: $0.explanation(strings)) }
    page.indented { page in
      page.text([command.abstract, command.explanation].joined(separator: "\n"))
      for item in items { page.item(item.term, item.text) }
      if !command.examples.isEmpty { page.literal(command.examples) }
    }
    for subcommand in command.subcommands { entry(subcommand, path: path) }
  }

  private var options: String { "[" + Roff.italic(strings(.nameOptions)) + "]" }

  private mutating func globalOptions() {
    section(.manualGlobalOptions, .helpGlobalOptionsDiscussion)
    for option in program.subcommand("courses")?.arguments.filter(\.isGlobal) ?? [] {
      page.item(option.term, globalExplanation(of: option))
    }
  }

  private mutating func section(_ title: Message, _ text: Message) {
    page.section(strings(title))
    page.text(strings(text))
  }

  /// The parser explains its own options in English.
  private func globalExplanation(of option: ArgumentHelpEntry) -> String {
    switch option.names.last {
    case "--help": strings(.optionHelp)
    case "--version": strings(.optionVersion)
    default: option.abstract
    }
  }

  private mutating func changes() {
    section(.manualChanges, .manualChangesText)
    section(.manualPlanning, .manualPlanningText)
    section(.manualWatching, .manualWatchingText)
    section(.manualScreenReaders, .manualScreenReadersText)
  }

  /// The keys of the terminal app, by scene.
  private mutating func keys() {
    let table = KeyTable(strings: strings)
    section(.manualKeys, .manualKeysText)
    for section in KeyTable.sections {
      page.subsection(strings(section.title))
      for row in table.rows(section) { page.item(Roff.bold(row.keys), row.text) }
    }
  }

  private mutating func settings() {
    section(.settingsTitle, .manualSettingsText)
    for setting in Setting.all { page.item(Roff.bold(setting.key), strings(setting.meaning)) }
    page.item(Roff.bold(DefaultHost.key), strings(.meaningDefaultHost))
  }

  private mutating func configuration() {
    section(.settingsPathConfiguration, .manualConfigurationText)
    page.literal(ManualPage.configurationExample)
    for key in ConfigurationKey.allCases {
      page.item(Roff.bold(key.rawValue), strings(key.meaning))
    }
  }

  private mutating func environment() {
    page.section(strings(.manualEnvironment))
    for key in ConfigurationKey.allCases {
      guard let variable = key.variable else { continue }
      page.item(Roff.bold(variable), strings(key.meaning))
    }
    for variable in ManualPage.variables {
      page.item(variable.names.map(Roff.bold).joined(separator: ", "), strings(variable.meaning))
    }
  }

  private mutating func examples() {
    page.section(strings(.helpExamples))
    for example in ManualPage.examples {
      page.text(strings(example.meaning))
      page.indented { $0.literal([example.line]) }
    }
  }

  private mutating func extensions() {
    section(.manualExtensions, .manualExtensionsText)
    page.text(strings(.manualExtensionExample))
    page.indented { $0.literal(ManualPage.extensionExample) }
  }

  private func withoutStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}
