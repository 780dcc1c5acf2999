import AppTestSupport
import TestSupport
import Testing

/// Mistakes on the command line: what is wrong, how it is right, status 64, in both languages.
@Suite("Mistakes on the command line", .inTurn)
struct MistakeTests {
  private static let usage = """
    Usage: grades courses [<options>]
    See “grades courses --help”.

    """

  @Test(
    "Options of courses",
    arguments: [
      ("courses --jsn", "Unknown option “--jsn”. Did you mean “--json”?"),
      ("courses --frobnicate", "Unknown option “--frobnicate”."),
      ("courses -x", "Unknown option “-x”."),
      ("courses -vx", "Unknown option “-x”."),
      ("courses --json=1", "The option --json takes no value; got “1”."),
      ("courses more", "Unexpected argument “more”."),
      ("courses even more", "Unexpected arguments: “even, more”."),
      ("courses --offlin", "Unknown option “--offlin”. Did you mean “--offline”?"),
    ])
  func options(command: String, problem: String) async throws {
    let run = await (try Program())(command)
    #expect(run.status == 64)
    #expect(run.out == "")
    #expect(run.err == "Error: \(problem)\n\(Self.usage)")
  }

  @Test(
    "Values of options, with what the option means",
    arguments: [
      (
        "courses --semester", "The option --semester <semester> needs a value.",
        "  -s, --semester <semester>  Semester: a code such as B232, or current, previous, next."
      ),
      (
        "courses --timeout soon", "Invalid value “soon” for --timeout <seconds>.",
        "  --timeout <seconds>  Time limit of the whole command in seconds."
      ),
    ])
  func values(command: String, problem: String, explanation: String) async throws {
    let run = await (try Program())(command)
    #expect(run.status == 64)
    #expect(run.err == "Error: \(problem)\n\(explanation)\n\(Self.usage)")
  }

  @Test(
    "Commands that do not exist",
    arguments: [
      ("bogus", "Unknown command “bogus”.", "Neznámý příkaz „bogus“.", "grades"),
      (
        "cuorses --json", "Unknown command “cuorses”. Did you mean “courses”?",
        "Neznámý příkaz „cuorses“. Neměli jste na mysli „courses“?", "grades"
      ),
      (
        "help setings", "Unknown command “setings”. Did you mean “settings”?",
        "Neznámý příkaz „setings“. Neměli jste na mysli „settings“?", "grades"
      ),
      (
        "help settings sett", "Unknown command “sett”. Did you mean “set”?",
        "Neznámý příkaz „sett“. Neměli jste na mysli „set“?", "grades settings"
      ),
    ])
  func commands(command: String, english: String, czech: String, path: String) async throws {
    var program = try Program()
    let run = await program(command)
    #expect(run.status == 64)
    #expect(run.err == "Error: \(english)\nSee “\(path) --help”.\n")
    program.environment["LC_ALL"] = "cs_CZ.UTF-8"
    let other = await program(command)
    #expect(other.status == 64)
    #expect(other.said == "Chyba: \(czech)\nViz „\(path) --help“.\n")
  }

  @Test("A missing argument, with what it means")
  func missingArgument() async throws {
    let program = try Program()
    let run = await program("course")
    #expect(run.status == 64)
    #expect(
      run.err == """
        Error: Missing argument <code>.
          <code>  Full course code, such as XI-AAA.23.
        Usage: grades course [<options>] <code>
        See “grades course --help”.

        """)
    let czech = await program("settings set semester --lang cs")
    #expect(czech.status == 64)
    #expect(
      czech.said == """
        Chyba: Chybí argument <hodnota>.
          <hodnota>  Nová hodnota.
        Použití: grades settings set <klíč> <hodnota> ...
        Viz „grades settings set --help“.

        """)
  }

  @Test("An option that confirms is not suggested in place of a mistyped one")
  func confirming() async throws {
    for command in ["publish --ye", "structure apply XI-AAA.23 a.yaml --remove-al"] {
      let run = await (try Program())(command)
      #expect(run.status == 64)
      #expect(run.err.hasPrefix("Error: Unknown option"), "\(run.err)")
      #expect(!run.err.contains("Did you mean"), "\(run.err)")
    }
  }

  @Test("In a narrow window, usage is broken between its arguments")
  func narrow() async throws {
    let run = await (try Program())("logout --bogus", width: 40)
    #expect(run.status == 64)
    #expect(
      run.err == """
        Error: Unknown option “--bogus”.
        Usage: grades logout [<options>]
        See “grades logout --help”.

        """)
  }

  @Test(
    "Contradictions, and values that only we know to be wrong",
    arguments: [
      (
        "course XI-AAA.23 --csv --json", "--json and --csv cannot be used together.",
        "--json a --csv nelze použít současně."
      ),
      (
        "login --as teacher", "--as requires --demo.",
        "--as vyžaduje i --demo."
      ),
      (
        "serve --students 3", "Invalid value “3” for --students. Use 10–100000.",
        "Neplatná hodnota „3“ pro --students. Povoleno: 10–100000."
      ),
    ])
  func contradictions(command: String, english: String, czech: String) async throws {
    let program = try Program()
    let run = await program(command)
    #expect(run.status == 64)
    #expect(run.out == "")
    #expect(run.err == "Error: \(english)\n")
    let other = await program("\(command) --lang cs")
    #expect(other.status == 64)
    #expect(other.said == "Chyba: \(czech)\n")
  }

  @Test(
    "Options that cannot be meant together are refused before anything is done",
    arguments: [
      ("app --open courses --last", "--last", "--open"),
      ("app --plain --last", "--plain", "--last"),
      ("demo --plain --open courses", "--plain", "--open"),
      ("courses --plain --color always", "--color", "--plain"),
      ("app --csv --open courses", "--csv", "--open"),
      ("notifications --all --read 1", "--all", "--read"),
      ("notifications --read-all --unread 1", "--read-all", "--unread"),
      ("notifications --json --read-all", "--json", "--read-all"),
      ("notifications --csv --read 1", "--csv", "--read"),
      ("export XI-AAA.23 --excel-cs --xlsx a.xlsx", "--excel-cs", "--xlsx"),
      ("set XI-AAA.23 a:b=1 --yes --draft", "--yes", "--draft"),
      ("set XI-AAA.23 a:b=1 --draft --theirs", "--draft", "--theirs"),
      ("import XI-AAA.23 a.csv --draft --mine", "--draft", "--mine"),
      ("undo --draft --dry-run", "--draft", "--dry-run"),
      ("redo --mine --theirs", "--mine", "--theirs"),
      ("history 1 --course XI-AAA.23", "BATCH", "--course"),
      ("courses --json --csv", "--json", "--csv"),
      ("login --demo --no-browser", "--no-browser", "--demo"),
      ("login --service-account --no-browser", "--no-browser", "--service-account"),
      ("login --teach --service-account", "--teach", "--service-account"),
      ("logout --yes --keep-drafts", "--yes", "--keep-drafts"),
      ("drafts --json --csv", "--json", "--csv"),
      ("course XI-AAA.23 --web --json", "--web", "--json"),
      ("course XI-AAA.23 --web --offline", "--web", "--offline"),
    ])
  func exclusive(command: String, first: String, second: String) async throws {
    let run = await (try Program())(command)
    #expect(run.status == 64)
    #expect(run.out == "")
    #expect(run.err == "Error: \(first) and \(second) cannot be used together.\n")
  }

  @Test(
    "Options that need another one",
    arguments: [
      ("demo --yes", "--yes", "--reset"),
      ("export XI-AAA.23 --overwrite", "--overwrite", "--xlsx"),
      (
        "import XI-AAA.23 a.csv --allow-other-students", "--allow-other-students",
        "--group"
      ),
    ])
  func requiring(command: String, option: String, other: String) async throws {
    let run = await (try Program())(command)
    #expect(run.status == 64)
    #expect(run.err == "Error: \(option) requires \(other).\n")
  }

  @Test(
    "A language that the program does not speak is said in the system's",
    arguments: [
      ("en_GB", "Error: Invalid value “de” for --lang. Use cs, en.\n"),
      ("cs_CZ", "Chyba: Neplatná hodnota „de“ pro --lang. Povoleno: cs, en.\n"),
    ])
  func language(system: String, sentence: String) async throws {
    let program = try Program(environment: ["LANG": "\(system).UTF-8"])
    let run = await program("courses --lang de")
    #expect(run.status == 64)
    #expect(run.said == sentence)
  }

  @Test("A shell that has no completions here")
  func shell() async throws {
    let run = await (try Program())("completion tcsh")
    #expect(run.status == 64)
    #expect(run.err == "Error: Invalid value “tcsh” for SHELL. Use bash, fish, zsh.\n")
  }
}
