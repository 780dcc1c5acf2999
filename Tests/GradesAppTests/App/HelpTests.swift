import AppTestSupport
import TestSupport
import Testing

/// The help of every command in English, as it stands in a window of 80 columns.
@Suite("Help in English", .inTurn)
struct HelpTests {
  /// The options that all commands have.
  private static let shared = """
      --host <host>           The Grades service to use.
      --lang <language>       The language of the texts.
      --timeout <seconds>     How many seconds an answer may take.
      --no-color              Print without colours.
      -v, --verbose           Show the requests on standard error, without secrets.
      --version               Show the version.
      -h, --help              Show this help.

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
        Your grades at FIT CTU in the terminal.

        Examples:
          grades demo
          grades login
          grades courses
          grades course XI-AAA.23 --lang cs

        Without a command, the app opens in the terminal; into a pipe it lists your
        courses.

        Usage: grades <subcommand>

        Options:
          --version               Show the version.
          -h, --help              Show this help.

        Commands:

        """))
    for line in [
      "  app (default)           Open the terminal app.",
      "  courses                 List your courses with points and grades.",
      "  course                  Show your results in one course.",
      "  settings                Show the settings or change one.",
      "  login                   Log in at the faculty.",
      "  status                  Show who is logged in and what is stored.",
      "  logout                  Log out and erase the stored data.",
      "  demo                    Try the program without an account or network.",
      "  serve                   Run the embedded Grades service alone.",
    ] {
      #expect(text.contains("\n\(line)\n"))
    }
    #expect(text.hasSuffix("\n\n  “grades help COMMAND” says more about a command.\n"))
    #expect(try await help("-h") == text)
    #expect(try await help("help") == text)
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

        Shows the courses that you study and those that you teach in a semester.

        Usage: grades courses [--semester <semester>] [--offline] [--json] [--csv]
               [--host <host>] [--lang <language>] [--timeout <seconds>] [--no-color]
               [--verbose]

        Options:
          --semester <semester>   The semester: a code such as B232, or current,
                                  previous, next.
          --offline               Answer from the stored data; never use the network.
          --json                  Print one JSON document.
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

        Shows the evaluation items of a course as a tree, with your values, the bounds,
        the notes and the time of the last change.

        Usage: grades course <code> [--semester <semester>] [--offline] [--json] [--csv]
               [--host <host>] [--lang <language>] [--timeout <seconds>] [--no-color]
               [--verbose]

        Arguments:
          <code>                  The course’s full code, such as XI-AAA.23.

        Options:
          --semester <semester>   The semester: a code such as B232, or current,
                                  previous, next.
          --offline               Answer from the stored data; never use the network.
          --json                  Print one JSON document.
          --csv                   Print CSV.

        """ + Self.shared)
    #expect(try await help("help course") == help("course -h"))
  }

  @Test("grades settings")
  func settings() async throws {
    let shown = try await help("settings --help")
    #expect(
      shown == """
        Show the settings or change one.

        Examples:
          grades settings
          grades settings set semester previous
          grades settings set language cs
          grades settings set hidden-courses XI-AAA.23,XI-BBB

        The settings are semester, language, notify, hide-ungraded and hidden-courses.

        Usage: grades settings [--offline] [--json] [--host <host>] [--lang <language>]
               [--timeout <seconds>] [--no-color] [--verbose] <subcommand>

        Options:
          --offline               Answer from the stored data; never use the network.
          --json                  Print one JSON document.

        """ + Self.shared + """

          Commands:
            set                     Change a setting.
            service                 Show or change what you have chosen at the service
                                    itself.

            “grades help settings COMMAND” says more about a command.

          """)
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

        The names of settings and their values are the same in all languages. A yes/no
        setting takes true/false, on/off or yes/no; hidden-courses takes codes
        separated by commas, and nothing shows all courses again.

        Usage: grades settings set <key> <value> ... [--host <host>] [--lang <language>]
               [--timeout <seconds>] [--no-color] [--verbose]

        Arguments:
          <key>                   The setting’s name.
          <value>                 The new value.

        Options:

        """ + Self.shared)
    #expect(try await help("help settings set") == help("settings set -h"))
  }

  @Test("grades login")
  func login() async throws {
    #expect(
      try await help("login --help") == """
        Log in at the faculty.

        Examples:
          grades login
          grades login --no-browser
          grades login --service-account
          grades login --token-stdin < token.txt
          grades login --demo --as teacher

        Opens the faculty’s login page in the browser and waits until you finish there.
        The credentials are kept in a file that only you can read.

        Usage: grades login [--no-browser] [--service-account] [--token-stdin] [--demo]
               [--as <user>] [--host <host>] [--lang <language>] [--timeout <seconds>]
               [--no-color] [--verbose]

        Options:
          --no-browser            Print the login address and read the answer’s address.
          --service-account       Log in as a course’s own script.
          --token-stdin           Read an access token from standard input, check it
                                  and store it.
          --demo                  Log in to the embedded service.
          --as <user>             The demo user. (values: student, teacher, both)

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

        Says the host, the user, how long the login lasts, how old the stored data are
        and how many drafts wait.

        Usage: grades status [--json] [--host <host>] [--lang <language>]
               [--timeout <seconds>] [--no-color] [--verbose]

        Options:
          --json                  Print one JSON document.

        """ + Self.shared)
    #expect(try await help("help status") == help("status -h"))
  }

  @Test("grades logout")
  func logout() async throws {
    #expect(
      try await help("logout --help") == """
        Log out and erase the stored data.

        Examples:
          grades logout
          grades logout --keep-drafts
          grades logout --host production --yes

        Erases the credentials and everything stored about you on this computer, the
        history of what you published as well. Drafts that are not published would be
        lost; the program says how many and asks.

        Usage: grades logout [--yes] [--keep-drafts] [--host <host>] [--lang <language>]
               [--timeout <seconds>] [--no-color] [--verbose]

        Options:
          -y, --yes               Log out without asking, even if drafts are lost.
          --keep-drafts           Keep the drafts and the history for the next login.

        """ + Self.shared)
    #expect(try await help("help logout") == help("logout -h"))
  }

  @Test("grades demo")
  func demo() async throws {
    let shown = try await help("demo --help")
    #expect(
      shown == """
        Try the program without an account or network.

        Examples:
          grades demo
          grades demo --as teacher --lang cs

        Starts a Grades service with made-up courses on this computer, logs in to it
        and opens the app; without a terminal it lists the courses.

        Usage: grades demo [--as <user>] [--open <scene> ...] [--plain] [--host <host>]
               [--lang <language>] [--timeout <seconds>] [--no-color] [--verbose]

        Options:
          --as <user>             The demo user. (values: student, teacher, both;
                                  default: student)
          --open <scene>          Begin with this scene, such as: course XI-AAA.23.
          --plain                 Ask and answer line by line, without drawing on the
                                  screen.

        """ + Self.shared)
    #expect(try await help("help demo") == help("demo -h"))
  }

  @Test("grades serve")
  func serve() async throws {
    #expect(
      try await help("serve --help") == """
        Run the embedded Grades service alone.

        Examples:
          grades serve
          grades serve --port 8080 --data grades.sqlite --students 1000

        For tests and for trying out scripts. It listens on this computer only and ends
        with Ctrl-C.

        Usage: grades serve [--port <port>] [--data <file>] [--seed <number>]
               [--students <number>] [--host <host>] [--lang <language>]
               [--timeout <seconds>] [--no-color] [--verbose]

        Options:
          --port <port>           The port to listen on; 0 chooses a free one.
                                  (default: 0)
          --data <file>           The file with the service’s data.
          --seed <number>         The number from which the sample data are made.
                                  (default: 1)
          --students <number>     How many students the sample data have. (default: 150)

        """ + Self.shared)
    #expect(try await help("help serve") == help("serve -h"))
  }
}
