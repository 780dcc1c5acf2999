import AppTestSupport
import TestSupport
import Testing

@testable import GradesApp

/// The help of every command in English, as it stands in a window of 80 columns.
@Suite("Help in English", .inTurn)
struct HelpTests {
  /// The options that all commands have.
  private static let shared = """

    Run “grades help options” for the options of all commands.

    """

  private func help(_ command: String) async throws -> String {
    let run = await (try Program())("\(command)", width: 80)
    #expect(run.status == 0)
    #expect(run.err == "")
    return run.out.replacing("\u{A0}", with: " ")
  }

  @Test("The whole program")
  func root() async throws {
    let text = try await help("--help")
    #expect(
      text.hasPrefix(
        """
        Your FIT CTU grades in the terminal.

        Examples:
          grades demo
          grades login
          grades courses
          grades course XI-AAA.23 --lang cs

        Without a command, opens the terminal app; when the output is piped, lists your
        courses.

        Usage: grades <subcommand>

        Options:
          --version               Show the version.
          -h, --help              Show this help.

        For students:

        """))
    for line in [
      "  app (default)           Open the terminal app.",
      "  courses                 List your courses with points and grades.",
      "  course                  Show your results in one course.",
      "  settings                Show or change settings.",
      "  login                   Log in with your faculty account.",
      "  status                  Show who is logged in and what is stored.",
      "  logout                  Log out and delete stored data.",
      "  demo                    Try the program without an account or a network.",
      "  serve                   Run just the embedded Grades service.",
    ] {
      #expect(text.contains("\n\(line)\n"))
    }
    #expect(
      text.hasSuffix(
        "\n\n  Run “grades help COMMAND” for more about a command.\n  Run “grades help options” for the options of all commands.\n"
      ))
    #expect(try await help("-h") == text)
    #expect(try await help("help") == text)
  }

  @Test("Its commands are grouped by what they are for")
  func groups() async throws {
    let text = try await help("--help")
    let titles = text.split(separator: "\n").filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
    #expect(
      titles == [
        "Examples:", "Options:", "For students:", "For teachers:", "Account and settings:",
        "Trying out and scripts:",
      ])
    let students = try #require(text.split(separator: "For students:").last)
      .split(separator: "For teachers:")[0]
    #expect(students.contains("  watch  ") && !students.contains("  publish  "))
  }

  @Test("The options of all commands are explained once")
  func options() async throws {
    let text = try await help("help options")
    #expect(
      text.hasPrefix(
        """
        Options that every command takes.

        They may stand before or after the command.

        Usage: grades <subcommand> [<options>]

        Options:
          --host <host>           Grades host to use.

        """))
    for option in ["--lang", "--timeout", "--verbose", "--version", "--help"] {
      #expect(text.contains(option), "\(option)")
    }
    #expect(try await help("options") == text)
    for topic in CommandTopic.allCases {
      for command in topic.commands where command != OptionsCommand.self {
        let name = try #require(command.configuration.commandName)
        let own = try await help("help \(name)")
        #expect(own.hasSuffix(Self.shared), "\(name)")
        #expect(!own.contains("--verbose"), "\(name)")
      }
    }
  }

  @Test("grades courses")
  func courses() async throws {
    #expect(
      try await help("courses --help") == """
        List your courses with points and grades.

        Examples:
          grades courses
          grades courses --semester previous
          grades courses --json --offline

        Lists the courses you study and the courses you teach in a semester.

        Usage: grades courses [--semester <semester>] [--offline] [--json] [--csv]

        Options:
          --semester <semester>   Semester: a code such as B232, or current, previous,
                                  next.
          --offline               Use stored data only, without the network.
          --json                  Print JSON.
          --csv                   Print CSV.

        """ + Self.shared)
    #expect(try await help("help courses") == help("courses -h"))
  }

  @Test("grades course")
  func course() async throws {
    #expect(
      try await help("course --help") == """
        Show your results in one course.

        Examples:
          grades course XI-AAA.23
          grades course XI-AAA.23 --semester B251
          grades course XI-AAA.23 --json --offline

        Shows the course’s evaluation items as a tree, with your values, limits, notes
        and the time of the last change.

        Usage: grades course <code> [--semester <semester>] [--offline] [--json] [--csv]

        Arguments:
          <code>                  Full course code, such as XI-AAA.23.

        Options:
          --semester <semester>   Semester: a code such as B232, or current, previous,
                                  next.
          --offline               Use stored data only, without the network.
          --json                  Print JSON.
          --csv                   Print CSV.

        """ + Self.shared)
    #expect(try await help("help course") == help("course -h"))
  }

  @Test("grades settings")
  func settings() async throws {
    let shown = try await help("settings --help")
    #expect(
      shown == """
        Show or change settings.

        Examples:
          grades settings
          grades settings set semester previous
          grades settings set language cs
          grades settings set hidden-courses XI-AAA.23,XI-BBB

        Settings: semester, language, notify, hide-ungraded, hidden-courses.

        Usage: grades settings [--offline] [--json] <subcommand>

        Options:
          --offline               Use stored data only, without the network.
          --json                  Print JSON.

        Commands:
          set                     Change a setting.
          service                 Show or change your settings in Grades itself.

          Run “grades help settings COMMAND” for more about a command.

        """ + Self.shared)
    #expect(try await help("help settings") == help("settings -h"))
  }

  @Test("grades settings set")
  func settingsSet() async throws {
    #expect(
      try await help("settings set --help") == """
        Change a setting.

        Examples:
          grades settings set semester B251
          grades settings set hide-ungraded yes
          grades settings set hidden-courses ""

        Names and values of settings are the same in every language. On/off settings
        take true/false, on/off or yes/no; hidden-courses takes codes separated by
        commas, or an empty value to show all courses again.

        Usage: grades settings set <key> <value> ...

        Arguments:
          <key>                   Name of the setting.
          <value>                 New value.

        """ + Self.shared)
    #expect(try await help("help settings set") == help("settings set -h"))
  }

  @Test("grades login")
  func login() async throws {
    #expect(
      try await help("login --help") == """
        Log in with your faculty account.

        Examples:
          grades login
          grades login --no-browser
          grades login --service-account
          grades login --token-stdin < token.txt
          grades login --demo --as teacher

        Opens the faculty’s login page in your browser and waits until you are done.
        Credentials are stored in a file that only you can read.

        Usage: grades login [--no-browser] [--service-account] [--token-stdin] [--demo]
               [--as <user>]

        Options:
          --no-browser            Print the login address, then read the address you
                                  paste back.
          --service-account       Log in with a service account (for a course’s
                                  scripts).
          --token-stdin           Read an access token from standard input, check it
                                  and store it.
          --demo                  Log in to the embedded service.
          --as <user>             Demo user. (values: student, teacher, both)

        """ + Self.shared)
    #expect(try await help("help login") == help("login -h"))
  }

  @Test("grades status")
  func status() async throws {
    #expect(
      try await help("status --help") == """
        Show who is logged in and what is stored.

        Examples:
          grades status
          grades status --json

        Shows the host, the user, when the login expires, how old the stored data is
        and how many drafts are unpublished.

        Usage: grades status [--json]

        Options:
          --json                  Print JSON.

        """ + Self.shared)
    #expect(try await help("help status") == help("status -h"))
  }

  @Test("grades logout")
  func logout() async throws {
    #expect(
      try await help("logout --help") == """
        Log out and delete stored data.

        Examples:
          grades logout
          grades logout --keep-drafts
          grades logout --host production --yes

        Deletes your credentials and everything stored about you on this computer,
        including the history of what you published. If there are unpublished drafts,
        asks first.

        Usage: grades logout [--yes] [--keep-drafts]

        Options:
          -y, --yes               Do not ask, even if drafts will be lost.
          --keep-drafts           Keep drafts and history for the next login.

        """ + Self.shared)
    #expect(try await help("help logout") == help("logout -h"))
  }

  @Test("grades demo")
  func demo() async throws {
    let shown = try await help("demo --help")
    #expect(
      shown == """
        Try the program without an account or a network.

        Examples:
          grades demo
          grades demo --as teacher --lang cs

        Starts a Grades service with made-up courses on this computer, logs in to it
        and opens the app. Without a terminal, lists the courses.

        Usage: grades demo [--as <user>] [--open <scene> ...] [--plain]

        Options:
          --as <user>             Demo user. (values: student, teacher, both; default:
                                  student)
          --open <scene>          Open this screen, such as: course XI-AAA.23.
          --plain                 Use plain questions and lines instead of a
                                  full-screen app.

        """ + Self.shared)
    #expect(try await help("help demo") == help("demo -h"))
  }

  @Test("grades serve")
  func serve() async throws {
    #expect(
      try await help("serve --help") == """
        Run just the embedded Grades service.

        Examples:
          grades serve
          grades serve --port 8080 --data grades.sqlite --students 1000

        For tests and for trying out scripts. Listens on this computer only; press
        Ctrl-C to stop.

        Usage: grades serve [--port <port>] [--data <file>] [--seed <number>]
               [--students <number>]

        Options:
          --port <port>           Port to listen on; 0 picks a free one. (default: 0)
          --data <file>           File for the service’s data.
          --seed <number>         Seed for the sample data. (default: 1)
          --students <number>     Number of students in the sample data. (default: 150)

        """ + Self.shared)
    #expect(try await help("help serve") == help("serve -h"))
  }
}
