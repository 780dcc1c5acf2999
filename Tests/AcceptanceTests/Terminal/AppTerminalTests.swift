import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import Terminal
import TestSupport
import Testing

/// The app in a terminal as the system has it.
@Suite("The app in a terminal", .hangLimit, .inTurn)
struct AppTerminalTests {
  @Test("opens, moves, helps, and leaves the terminal as it was")
  func use() async throws {
    try await withStudent { student in
      let window = try TerminalWindow("", of: student, columns: 80, rows: 24)
      await window.shows { $0.isAlternate && $0.text.contains("▌ XI-BEZ.22") }
      await window.shows("XI-ZPT.23")
      window.type("\u{1B}[B")
      await window.shows("▌ XI-DAT.23")
      window.type("?")
      await window.shows("PgUp PgDn")
      window.type("\u{1B}OP")
      await window.shows { !$0.text.contains("PgUp") && $0.text.contains("▌ XI-DAT.23") }
      window.type("/logic")
      await window.shows { $0.text.contains("/ logic") && $0.text.contains("▌ XI-LOG.23") }
      window.type("\u{1B}")
      await window.shows("▌ XI-DAT.23")
      window.type("q")
      #expect(try await window.end() == 0)
      #expect(await window.isRestored)
      #expect(await window.shows { _ in true }.allSatisfy { $0 == "\n" })
    }
  }

  @Test("follows a storm of new sizes, down to nothing and up again")
  func resizes() async throws {
    try await withStudent { student in
      let window = try TerminalWindow("", of: student)
      await window.shows("XI-ZPT.23")
      var random = SeededNumbers(7)
      for _ in 0..<300 {
        window.resize(
          columns: .random(in: 1...150, using: &random), rows: .random(in: 1...50, using: &random))
      }
      window.resize(columns: 100, rows: 30)
      let rule = String(repeating: "─", count: 100)
      let shown = await window.shows {
        $0.lines[1] == rule && $0.lines[28] == rule && $0.text.contains("▌ XI-BEZ.22")
      }
      #expect(shown.contains("Basics of Programming Techniques"))
      window.resize(columns: 20, rows: 5)
      await window.shows { $0.lines[0] == "Window too small:" }
      window.type("q")
      #expect(try await window.end() == 0)
      #expect(await window.isRestored)
    }
  }

  @Test("gives the terminal back when a signal ends it", arguments: [SIGTERM, SIGHUP, SIGINT])
  func signals(signal: Int32) async throws {
    try await withStudent { student in
      let window = try TerminalWindow("", of: student)
      await window.shows("XI-ZPT.23")
      window.send(signal)
      #expect(try await window.end() == 130)
      #expect(await window.isRestored)
    }
  }

  @Test(
    "ends the user's editor, removes its file and gives the terminal back when a signal ends it",
    arguments: [SIGTERM, SIGHUP], [1, 2])
  func signalsWhileEditing(signal: Int32, editor number: Int) async throws {
    let folder = try TemporaryFolder()
    let editor = folder.file("editor.sh")
    // Like an editor it changes the terminal, and waits for keys; the ones before it end at once.
    let script = """
      echo >> "$COUNTED"
      [ $(wc -l < "$COUNTED") -eq \(number) ] || exit 0
      printf '%s\\n%s\\n' "$1" $$ > "$EDITED"
      stty raw -echo
      echo "editing a file"
      exec cat
      """
    try Data(script.utf8).write(to: editor)
    let environment = [
      "VISUAL": "/bin/sh \(editor.path)", "EDITED": folder.file("edited").path,
      "COUNTED": folder.file("counted").path,
      "TMPDIR": folder.url.path,
    ]
    let service = try await TestService.opened()
    let teacher = try await Program.signedIn(
      to: service, as: DemoAccounts.teacher.username, environment: environment, now: { Date() })
    let window = try TerminalWindow("app --open group XI-ZPT.23 ALL", of: teacher)
    await window.shows("bartada1")
    window.type("\u{0B}m")
    await window.shows("Note")
    window.type("secret" + String(repeating: "\u{05}", count: number))
    await window.shows { !$0.isAlternate && $0.text.contains("editing a file") }
    let lines = try String(contentsOf: folder.file("edited"), encoding: .utf8).split(
      separator: "\n")
    let file = String(lines[0])
    let process = try #require(pid_t(lines[1]))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "secret")
    window.send(signal)
    #expect(try await window.end() == 130)
    #expect(await window.isRestored)
    let ownFolder = URL(filePath: file).deletingLastPathComponent().path
    #expect(!FileManager.default.fileExists(atPath: ownFolder))
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test("goes to the background and comes back, also after its window has changed")
  func background() async throws {
    try await withStudent { student in
      let shell = try TerminalWindow("-i", of: student, executable: "/bin/sh")
      await shell.shows("ready>")
      shell.type("\(try GradesProcess.executable.path)\r")
      await shell.shows { $0.isAlternate && $0.text.contains("XI-ZPT.23") }
      shell.type("\u{1A}")
      await shell.shows { !$0.isAlternate && $0.hasPrompt }
      shell.type("echo still here\r")
      await shell.shows("\nstill here\n")
      shell.type("fg\r")
      await shell.shows { $0.isAlternate && $0.text.contains("▌ XI-BEZ.22") }
      shell.type("\u{1B}[B")
      await shell.shows("▌ XI-DAT.23")
      shell.type("q")
      await shell.shows { !$0.isAlternate && $0.hasPrompt }
      shell.type("exit\r")
      #expect(try await shell.end() == 0)
    }
  }

  @Test("survives 20,000 bytes of anything", arguments: [UInt64(1), 2])
  func anything(seed: UInt64) async throws {
    try await withStudent { student in
      var random = SeededNumbers(seed)
      var window = try TerminalWindow("", of: student)
      await window.shows("──")
      var typed: [UInt8] = []
      for round in 0..<20 {
        let size = Size(columns: 60 + round, rows: 10 + round)
        let bytes = (0..<500).map { _ in Self.byte(&random) }
        window.type(bytes)
        typed += bytes
        window.resize(columns: size.columns, rows: size.rows)
        let rule = String(repeating: "─", count: size.columns)
        await window.shows { [window] in window.hasEnded || $0.lines[1] == rule }
        guard window.hasEnded else { continue }
        // One of the keys was to quit; behind Ctrl-Z, the terminal itself may have made a signal of one.
        let status = try await window.end()
        let shown = await window.shows { _ in true }
        // The second of two keys for it may come before the first has ended the program.
        let mayBeKilled = typed.count { $0 == 3 } > 1 || typed.contains(26)
        #expect(
          [0, 130].contains(status) || mayBeKilled && status == -SIGINT,
          "status \(status), seed \(seed), round \(round): \(shown)")
        #expect(await window.isRestored)
        window = try TerminalWindow("", of: student)
        typed = []
        await window.shows("──")
      }
      // The first one may end a sequence that has begun; the second may come when the terminal has been
      // given back and makes a signal of it.
      window.type("\u{3}\u{3}")
      #expect([0, 130, -SIGINT].contains(try await window.end()))
      #expect(await window.isRestored)
    }
  }

  @Test("killed while a value is typed loses that value alone")
  func killedWhileEditing() async throws {
    try await withStudent(DemoAccounts.teacher.username) { teacher in
      let window = try TerminalWindow("app --open group XI-ZPT.23 ALL", of: teacher)
      await window.shows("bartada1")
      window.type("7,25\r")
      // Until its cell has this mark, the value is on its way to the disk.
      await window.shows("●")
      window.type("8,5")
      await window.shows("8,5")
      window.send(SIGKILL)
      #expect(try await window.end() == -SIGKILL)
      let drafts = await teacher("drafts --json")
      #expect(drafts.status == 0)
      #expect(drafts.out.ranges(of: "\"draft\"").count == 1)
      #expect(drafts.out.contains("7.25"))
      let again = try TerminalWindow("app --open group XI-ZPT.23 ALL", of: teacher)
      await again.shows("1 change")
      again.type("\u{3}")
      let status = try await again.end()
      let shown = await again.shows { _ in true }
      #expect(status == 0, "\(shown)")
      #expect(await again.isRestored)
    }
  }

  @Test(
    "explains itself in the narrowest windows",
    arguments: [("courses --help", 0), ("--help --lang cs", 0), ("courses --hlp", 64)])
  func narrow(arguments: String, status: Int32) async throws {
    let newcomer = try Program()
    for columns in [1, 9, 20, 26, 39] {
      let window = try TerminalWindow(arguments, of: newcomer, columns: columns, rows: 24)
      #expect(try await window.end() == status, "\(columns)")
    }
  }

  @Test("writes what it was to say only when the terminal is as it was")
  func verbose() async throws {
    try await withStudent { student in
      let window = try TerminalWindow("app --verbose", of: student, columns: 120, rows: 40)
      let shown = await window.shows("XI-ZPT.23")
      #expect(!shown.contains("> GET"))
      window.type("r")
      window.type("q")
      #expect([0, 130].contains(try await window.end()))
      await window.shows { !$0.isAlternate && $0.text.contains("> GET") }
    }
  }

  /// A user of a service of their own.
  private func withStudent(
    _ username: String = DemoAccounts.student.username, _ body: (Program) async throws -> Void
  ) async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, as: username, now: { Date() })
    try await body(user)
  }

  /// A byte of which keys are often made, or any other.
  private static func byte(_ random: inout SeededNumbers) -> UInt8 {
    let usual = Array("\u{1B}[[[OABCDHF~;125<Mm?/ ,.rnhdjkgio\r\t\u{7F}Ččř日".utf8)
    return Bool.random(using: &random)
      ? usual[Int.random(in: 0..<usual.count, using: &random)]
      : UInt8.random(in: 0...255, using: &random)
  }
}

extension EmulatedScreen {
  /// Whether a shell waits for a command.
  fileprivate var hasPrompt: Bool { lines.last { !$0.isEmpty }?.hasSuffix("ready>") == true }
}
