import ArgumentParser
import GradesLocalization

/// `grades`: without a subcommand it shows the courses.
struct RootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "grades", abstract: Words.current(.helpGrades),
      discussion: CommandConfiguration.discussion(
        .helpGradesDiscussion,
        examples: [
          "grades demo", "grades login", "grades courses", "grades course XI-AAA.23 --lang cs",
        ]), version: Version.current,
      subcommands: [
        TerminalCommand.self, CoursesCommand.self, CourseCommand.self,
        GroupsCommand.self, ItemsCommand.self, StudentsCommand.self, StudentCommand.self,
        GroupCommand.self,
        SetCommand.self, EnterCommand.self,
        ImportCommand.self, ExportCommand.self, DraftsCommand.self,
        PublishCommand.self, DiscardCommand.self,
        HistoryCommand.self, UndoCommand.self, RedoCommand.self,
        NotificationsCommand.self, ChangesCommand.self, WatchCommand.self,
        SettingsCommand.self, LoginCommand.self, StatusCommand.self, LogoutCommand.self,
        DemoCommand.self, ServeCommand.self, ManualCommand.self,
      ],
      defaultSubcommand: TerminalCommand.self)
  }
}

/// The program's version.
enum Version {
  static let current = "0.1.0"
}

extension CommandConfiguration {
  /// The configuration of a subcommand in the language of the run. The examples follow the
  /// explanation; they are the same in all languages.
  init(
    _ name: String, _ abstract: Message, _ discussion: Message, examples: [String],
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    self.init(
      commandName: name, abstract: Words.current(abstract),
      discussion: Self.discussion(discussion, examples: examples), subcommands: subcommands,
      defaultSubcommand: defaultSubcommand)
  }

  /// Examples first, then the explanation.
  fileprivate static func discussion(_ explanation: Message, examples: [String]) -> String {
    """
    \(Words.current(.helpExamples)):
    \(examples.map { "  " + $0 }.joined(separator: "\n"))

    \(Words.current(explanation))
    """
  }
}
