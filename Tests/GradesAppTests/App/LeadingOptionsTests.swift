import AppTestSupport
import TestSupport
import Testing

/// Options that stand before the command mean the same as behind it.
@Suite("Options before the command", .inTurn)
struct LeadingOptionsTests {
  @Test(
    "They are those of the command",
    arguments: [
      ("--lang cs status", "status --lang cs"),
      ("--lang=cs --no-color -v status", "status --lang=cs --no-color -v"),
      ("--json status", "status --json"), ("--no-pager status", "status --no-pager"),
      ("--plain status", "status --plain"),
      ("--semester B252 --offline courses", "courses --semester B252 --offline"),
      ("--lang cs settings language", "settings language --lang cs"),
      ("--lang cs help courses", "help courses --lang cs"),
      ("--lang cs set XI-AAA.23 -- zkusade1:du1=-1", "set XI-AAA.23 --lang cs -- zkusade1:du1=-1"),
    ])
  func moved(before: String, behind: String) async throws {
    let program = try Program()
    let expected = await program(behind)
    let run = await program(before)
    #expect(run.status == expected.status)
    #expect(run.out == expected.out)
    #expect(run.err == expected.err)
    #expect(!run.out.isEmpty || !run.err.isEmpty)
  }

  @Test("A command that is not there is named, in the language that was asked for")
  func unknown() async throws {
    let run = await (try Program())("--lang cs cuorses")
    #expect(run.status == 64)
    #expect(
      run.err == """
        Chyba: Neznámý příkaz „cuorses“. Neměli jste na mysli „courses“?
        Viz „grades --help“.

        """)
  }

  @Test(
    "What no command shares stays where it is",
    arguments: [
      ("--last status", "Unexpected argument “status”."),
      ("--host", "The option --host <host> needs a value."),
      ("--frobnicate status", "Unknown option “--frobnicate”."),
      ("--json=1 status", "The option --json takes no value; got “1”."),
    ])
  func others(arguments: String, sentence: String) async throws {
    let run = await (try Program())(arguments)
    #expect(run.status == 64)
    #expect(run.err.hasPrefix("Error: \(sentence)\n"))
  }

  @Test(
    "A scene is not opened where there is no terminal",
    arguments: ["--open settings", "app --last", "demo --open course XI-AAA.23"])
  func noTerminal(command: String) async throws {
    let run = await (try Program())(command)
    #expect(run.status == 64)
    #expect(run.out == "")
    #expect(
      run.err
        == "Error: The app needs a terminal. To print a table instead, use a command such as “grades courses”.\n"
    )
  }
}
