import ArgumentParser
import Foundation
import GradesConfiguration
import GradesCore
import GradesLocalization

/// `grades manual`: the manual pages in the language of roff, for `make install` and `man -l -`.
struct ManualCommand: AppCommand {
  static var configuration: CommandConfiguration { help("manual", .helpManual) }

  @ArgumentParser.Argument(
    help: .words(.argumentManualCommand, valueName: "name"),
    completion: .list(CommandTopic.allCases.flatMap(\.names) + Guide.allCases.map(\.rawValue)))
  var command: String?

  @Option(help: .words(.optionManualPages, valueName: "path"), completion: .directory)
  var pages: String?

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .none }
  var outlivesReader: Bool { pages != nil }
  var optionRules: [OptionRule] {
    [.oneOf(["COMMAND": command != nil, "--pages": pages != nil])]
  }

  func run(in context: Context) async throws -> ExitStatus {
    let all = try ManualPage.all(context.strings)
    guard let pages else {
      guard let page = all.first(where: { $0.command == command }) else {
        throw Failure.invalidOption(
          "COMMAND", typed: command ?? "", allowed: all.compactMap(\.command))
      }
      context.printer.print(page.text)
      return .done
    }
    for page in all {
      let file = URL(filePath: pages).appending(path: page.name + ".1")
      do { try Data((page.text + "\n").utf8).write(to: file) } catch {
        throw Failure.unwritable(file.path, isDiskFull: false)
      }
    }
    return .done
  }
}

/// A page of the manual: the overview, that of a command with those below it, or a guide. Made of the same texts that
/// help, the app and the errors show.
struct ManualPage {
  /// The command's or the guide's name; nil for the overview.
  let command: String?
  private let strings: Strings
  private let program: CommandHelp
  private var page = Roff()

  /// Makes all pages, the overview first. Throws where the argument parser cannot describe the commands.
  static func all(_ strings: Strings) throws -> [ManualPage] {
    let program = try CommandHelp.program()
    let commands = CommandTopic.allCases.flatMap(\.names).compactMap(program.subcommand)
    let guides = Guide.allCases.map { guide in
      var page = ManualPage(command: guide.rawValue, strings: strings, program: program)
      page.describe(guide)
      return page
    }
    return ([CommandHelp?.none] + commands.map { $0 }).map { command in
      var page = ManualPage(command: command?.name, strings: strings, program: program)
      if let command { page.describe(command) } else { page.describeProgram() }
      return page
    } + guides
  }

  var name: String { command.map { "grades-\($0)" } ?? "grades" }

  var text: String { page.lines.joined(separator: "\n") }

  private mutating func begin(_ abstract: String) {
    page.title(name.uppercased(), section: 1, source: "grades \(Version.current)")
    page.section(strings(.nameName))
    page.paragraph(Roff.escaped(name) + " \\- " + Roff.escaped(withoutStop(abstract)))
  }

  private mutating func describe(_ guide: Guide) {
    var lines = guide.text(in: strings.language).split(separator: "\n")[...]
    begin(Self.abstract(of: guide, strings))
    lines.removeFirst()
    while let line = lines.popFirst() {
      if line.hasPrefix("## ") {
        page.section(String(line.dropFirst(3)))
      } else if line.hasPrefix("```") {
        let block = lines.prefix { !$0.hasPrefix("```") }
        page.literal(block.map(String.init))
        lines = lines.dropFirst(block.count + 1)
      } else {
        page.paragraph(Roff.marked(line))
      }
    }
    page.section(strings(.manualSeeAlso))
    page.paragraph(Roff.bold("grades") + "(1)")
  }

  /// What a guide is about, the second part of its title.
  private static func abstract(of guide: Guide, _ strings: Strings) -> String {
    let title = guide.text(in: strings.language).prefix { $0 != "\n" }
    return title.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? guide.rawValue
  }

  private mutating func describeProgram() {
    begin(program.abstract)
    page.section(strings(.manualSynopsis))
    introduction()
    page.section(strings(.helpCommands))
    for topic in CommandTopic.allCases {
      page.subsection(strings(topic.title))
      for name in topic.names {
        guard let command = program.subcommand(name) else { continue }
        page.item(Roff.bold("grades-\(name)") + "(1)", command.abstract)
      }
    }
    page.subsection(strings(.manualGuides))
    for guide in Guide.allCases {
      page.item(
        Roff.bold("grades-\(guide.rawValue)") + "(1)", Self.abstract(of: guide, strings))
    }
    globalOptions()
    section(.manualChanges, .manualChangesText)
    section(.manualPlanning, .manualPlanningText)
    section(.manualWatching, .manualWatchingText)
    section(.manualScreenReaders, .manualScreenReadersText)
    keys()
    settings()
    configuration()
    environment()
    section(.manualData, .manualDataText)
    page.section(strings(.settingsPaths))
    for file in ManualPage.files {
      page.item(Roff.italic(file.path), strings.hint(file.meaning))
    }
    page.section(strings(.manualStatuses))
    for (status, meaning) in ExitStatus.all {
      page.item(Roff.bold("\(status.code)"), strings(meaning))
    }
    examples()
    extensions()
    section(.manualSeeAlso, .manualSeeAlsoText)
  }

  private mutating func describe(_ command: CommandHelp) {
    begin(command.abstract)
    page.section(strings(.manualSynopsis))
    for command in [command] + command.subcommands {
      page.paragraph(command.synopsis(strings, .roff).joined(separator: " "))
    }
    page.section(strings(.manualDescription))
    page.text([command.abstract, command.explanation].joined(separator: "\n"))
    items(command)
    for below in command.subcommands { entry(below) }
    if !command.examples.isEmpty {
      page.section(strings(.helpExamples))
      page.literal(command.examples)
    }
    page.section(strings(.manualSeeAlso))
    page.paragraph(Roff.bold("grades") + "(1)")
    page.text(strings(.helpGlobalOptionsMore))
  }

  private mutating func introduction() {
    let command = Roff.italic(strings(.nameSubcommand))
    page.paragraph("\(Roff.bold("grades")) \(options)")
    page.paragraph(
      "\(Roff.bold("grades")) \(command) \(options) "
        + "[\(Roff.italic(strings.hint(.helpArguments)))]")
    page.paragraph("\(Roff.bold("grades help")) [\(command)]")
    section(.manualDescription, .manualDescriptionText)
  }

  /// A command below another one and, after it, those below it.
  private mutating func entry(_ command: CommandHelp) {
    page.subsection(command.path.joined(separator: " "))
    page.text([command.abstract, command.explanation].joined(separator: "\n"))
    items(command)
    if !command.examples.isEmpty { page.literal(command.examples) }
    for below in command.subcommands { entry(below) }
  }

  private mutating func items(_ command: CommandHelp) {
    for item in command.positional + command.options {
      page.item(item.label(.roff), item.explanation(strings))
    }
  }

  private var options: String { "[" + Roff.italic(strings.hint(.helpOptions)) + "]" }

  private mutating func globalOptions() {
    section(.manualGlobalOptions, .helpGlobalOptionsDiscussion)
    for option in program.subcommand("courses")?.arguments.filter(\.isGlobal) ?? [] {
      page.item(option.label(.roff), option.abstract)
    }
  }

  private mutating func section(_ title: Message, _ text: Message) {
    page.section(strings(title))
    page.text(strings(text))
  }

  private mutating func keys() {
    section(.manualKeys, .manualKeysText)
    for section in KeyTable.sections {
      page.subsection(strings(section.title))
      for key in section.keys {
        page.item(Roff.bold(strings.names(of: key, inFull: true)), strings.hint(key.hint))
      }
    }
  }

  private mutating func settings() {
    section(.settingsTitle, .manualSettingsText)
    for setting in Setting.all { page.item(Roff.bold(setting.key), strings(setting.texts.meaning)) }
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
