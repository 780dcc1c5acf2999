import ArgumentParser
import GradesLocalization

/// `grades`: without a subcommand it shows the courses.
struct RootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "grades", abstract: Words.current(.helpGrades), version: Version.current,
      groupedSubcommands: CommandTopic.allCases.map(\.group),
      defaultSubcommand: TerminalCommand.self)
  }
}

/// What a group of commands is for; help and the manual page list them in this order, and `grades help teaching` one
/// of them.
enum CommandTopic: String, CaseIterable {
  case students = "studying"
  case teachers = "teaching"
  case account, scripts

  var title: Message {
    switch self {
    case .students: .helpTopicStudents
    case .teachers: .helpTopicTeachers
    case .account: .helpTopicAccount
    case .scripts: .helpTopicScripts
    }
  }

  fileprivate var group: CommandGroup { CommandGroup(name: rawValue, subcommands: commands) }

  /// The commands of the group, the most used ones first.
  var commands: [any ParsableCommand.Type] {
    switch self {
    case .students:
      [
        TerminalCommand.self, CoursesCommand.self, CourseCommand.self, PlanCommand.self,
        StudyCommand.self, NotificationsCommand.self, ChangesCommand.self, WatchCommand.self,
        SyncCommand.self,
      ]
    case .teachers:
      [
        GroupsCommand.self, ItemsCommand.self, StudentsCommand.self, StudentCommand.self,
        GroupCommand.self, StatisticsCommand.self, SetCommand.self, EnterCommand.self,
        ImportCommand.self, ExportCommand.self, DraftsCommand.self, PublishCommand.self,
        DiscardCommand.self, HistoryCommand.self, UndoCommand.self, RedoCommand.self,
        LogCommand.self, StructureCommand.self, EditorsCommand.self,
      ]
    case .account:
      [
        LoginCommand.self, StatusCommand.self, LogoutCommand.self, SettingsCommand.self,
        TokenCommand.self, DoctorCommand.self,
      ]
    case .scripts:
      [
        APICommand.self, DemoCommand.self, ServeCommand.self, CompletionCommand.self,
        ManualCommand.self, OptionsCommand.self,
      ]
    }
  }
}

enum Version {
  static let current = "0.1.0"

  static let facts: [(title: Message, value: String?)] = [
    (.settingsVersion, current), (.settingsLicence, "Apache-2.0"),
  ]
}

extension ParsableCommand {
  /// The configuration of a subcommand in the language of the run.
  ///
  /// - Parameters:
  ///   - text: What it does on its first line, then examples as they are typed, then after an empty line
  ///     the explanation.
  ///   - explanation: The explanation, where several commands have the same.
  static func help(
    _ name: String, _ text: Message, _ explanation: Message? = nil,
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) -> CommandConfiguration {
    let text = Words.current(text)
    let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
    return CommandConfiguration(
      commandName: name, abstract: String(text[..<end]),
      discussion: text[end...].dropFirst() + (explanation.map { "\n\n" + Words.current($0) } ?? ""),
      subcommands: subcommands, defaultSubcommand: defaultSubcommand)
  }
}

extension RootCommand {
  /// The command that words name as far as they do, with its path and the words after it.
  static func find(
    _ words: some Sequence<String>
  ) -> (command: any ParsableCommand.Type, path: [String], rest: ArraySlice<String>) {
    var found: any ParsableCommand.Type = RootCommand.self
    var (path, rest) = (["grades"], ArraySlice(words))
    while let word = rest.first,
      let next = found.configuration.subcommands.first(where: {
        $0.configuration.commandName == word
      })
    {
      found = next
      path.append(rest.removeFirst())
    }
    return (found, path, rest)
  }
}

/// `grades help options`: the options of all commands, which their own help names in one line only.
struct OptionsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "options", abstract: Words.current(.helpGlobalOptions),
      usage: "grades <subcommand> [<options>]",
      discussion: "\n\n" + Words.current(.helpGlobalOptionsDiscussion), shouldDisplay: false)
  }

  @OptionGroup var shared: SharedOptions

  func run() throws { throw CleanExit.helpRequest(Self.self) }
}
