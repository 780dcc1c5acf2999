import AppTestSupport
import GradesServer
import TestSupport
import Testing

/// Mistakes on the command line: what is wrong, how it is right, status 64, in both languages.
@Suite("Mistakes on the command line", .inTurn)
struct MistakeTests {
  private static let usage = """
    Usage: grades courses [--semester <semester>] [--offline] [--json] [--csv]
           [--host <host>] [--lang <language>] [--timeout <seconds>] [--no-color]
           [--verbose]
    See “grades courses --help”.

    """
  private static let czechUsage = """
    Použití: grades courses [--semester <semester>] [--offline] [--json] [--csv]
             [--host <host>] [--lang <language>] [--timeout <seconds>] [--no-color]
             [--verbose]
    Podívejte se na „grades courses --help“.

    """

  @Test(
    "Options of courses",
    arguments: [
      (
        "courses --jsn", "There is no option “--jsn”. Did you mean “--json”?",
        "Přepínač „--jsn“ neexistuje. Mysleli jste „--json“?"
      ),
      (
        "courses --frobnicate", "There is no option “--frobnicate”.",
        "Přepínač „--frobnicate“ neexistuje."
      ),
      ("courses -x", "There is no option “-x”.", "Přepínač „-x“ neexistuje."),
      ("courses -vx", "There is no option “-x”.", "Přepínač „-x“ neexistuje."),
      (
        "courses --json=1", "The option --json takes no value, but “1” was given.",
        "Přepínač --json nemá hodnotu, byla však zadána „1“."
      ),
      ("courses more", "“more” is not expected here.", "„more“ tu program nečeká."),
      (
        "courses even more", "“even, more” are not expected here.",
        "„even, more“ tu program nečeká."
      ),
      (
        "courses --offlin", "There is no option “--offlin”. Did you mean “--offline”?",
        "Přepínač „--offlin“ neexistuje. Mysleli jste „--offline“?"
      ),
    ])
  func options(command: String, english: String, czech: String) async throws {
    let program = try Program()
    let run = await program(command)
    #expect(run.status == 64)
    #expect(run.out == "")
    #expect(run.err == "Error: \(english)\n\(Self.usage)")
    let other = await program("\(command) --lang cs")
    #expect(other.status == 64)
    #expect(other.said == "Chyba: \(czech)\n\(Self.czechUsage)")
  }

  @Test(
    "Values of options, with what the option means",
    arguments: [
      (
        "courses --semester", "The option --semester <semester> needs a value.",
        "  --semester <semester>  The semester: a code such as B232, or current, previous, next."
      ),
      (
        "courses --timeout soon", "“soon” is not a valid value of --timeout <seconds>.",
        "  --timeout <seconds>  How many seconds an answer may take."
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
      ("bogus", "There is no command “bogus”.", "Příkaz „bogus“ neexistuje.", "grades"),
      (
        "cuorses --json", "There is no command “cuorses”. Did you mean “courses”?",
        "Příkaz „cuorses“ neexistuje. Mysleli jste „courses“?", "grades"
      ),
      (
        "help setings", "There is no command “setings”. Did you mean “settings”?",
        "Příkaz „setings“ neexistuje. Mysleli jste „settings“?", "grades"
      ),
      (
        "help settings sett", "There is no command “sett”. Did you mean “set”?",
        "Příkaz „sett“ neexistuje. Mysleli jste „set“?", "grades settings"
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
    #expect(other.said == "Chyba: \(czech)\nPodívejte se na „\(path) --help“.\n")
  }

  @Test("A missing argument, with what it means")
  func missingArgument() async throws {
    let program = try Program()
    let run = await program("course")
    #expect(run.status == 64)
    #expect(
      run.err == """
        Error: The argument <code> is missing.
          <code>  The course’s full code, such as XI-AAA.23.
        Usage: grades course <code> [--semester <semester>] [--offline] [--json] [--csv]
               [--host <host>] [--lang <language>] [--timeout <seconds>] [--no-color]
               [--verbose]
        See “grades course --help”.

        """)
    let czech = await program("settings set semester --lang cs")
    #expect(czech.status == 64)
    #expect(
      czech.said == """
        Chyba: Chybí argument <value>.
          <value>  Nová hodnota.
        Použití: grades settings set <key> <value> ... [--host <host>]
                 [--lang <language>] [--timeout <seconds>] [--no-color] [--verbose]
        Podívejte se na „grades settings set --help“.

        """)
  }

  @Test("In a narrow window, usage is broken between its arguments")
  func narrow() async throws {
    let run = await (try Program())("login --as nobody --demo", width: 50)
    #expect(run.status == 64)
    #expect(
      run.err == """
        Error: “nobody” is not a valid value of --as <user>. Allowed: student, teacher, both.
          --as <user>  The demo user.
        Usage: grades login [--no-browser]
               [--service-account] [--token-stdin]
               [--demo] [--as <user>] [--host <host>]
               [--lang <language>] [--timeout <seconds>]
               [--no-color] [--verbose]
        See “grades login --help”.

        """)
  }

  @Test(
    "Contradictions, and values that only we know to be wrong",
    arguments: [
      (
        "courses --json --csv", "--json and --csv cannot be used together.",
        "--json a --csv nelze použít současně."
      ),
      (
        "course XI-AAA.23 --csv --json", "--json and --csv cannot be used together.",
        "--json a --csv nelze použít současně."
      ),
      (
        "login --demo --no-browser", "--no-browser and --demo cannot be used together.",
        "--no-browser a --demo nelze použít současně."
      ),
      (
        "login --service-account --no-browser",
        "--no-browser and --service-account cannot be used together.",
        "--no-browser a --service-account nelze použít současně."
      ),
      (
        "login --as teacher", "--as can be used only together with --demo.",
        "--as lze použít jen společně s --demo."
      ),
      (
        "serve --students 3", "“3” is not a valid value of --students. Allowed: 10–100000.",
        "„3“ není platná hodnota pro --students. Povoleno: 10–100000."
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
    "A language that the program does not speak is said in the system's",
    arguments: [
      ("en_GB", "Error: “de” is not a valid value of --lang. Allowed: cs, en.\n"),
      ("cs_CZ", "Chyba: „de“ není platná hodnota pro --lang. Povoleno: cs, en.\n"),
    ])
  func language(system: String, sentence: String) async throws {
    let program = try Program(environment: ["LANG": "\(system).UTF-8"])
    let run = await program("courses --lang de")
    #expect(run.status == 64)
    #expect(run.said == sentence)
  }

  @Test("A shell that has no completions here")
  func shell() async throws {
    let program = try Program()
    let run = await program("--generate-completion-script=tcsh")
    #expect(run.status == 64)
    #expect(
      run.err == """
        Error: “tcsh” is not a valid value of --generate-completion-script. Allowed: bash, zsh, fish.
        Usage: grades <subcommand>
        See “grades --help”.

        """)
  }
}
