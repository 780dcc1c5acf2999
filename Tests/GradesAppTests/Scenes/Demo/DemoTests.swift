import AppTestSupport
import Foundation
import TestSupport
import Testing

/// `grades demo` and `grades serve`.
@Suite("The demo", .inTurn)
struct DemoTests {
  @Test("Welcomes, signs in, shows the courses, says how to go on")
  func student() async throws {
    let program = try Program(now: { .usual })
    let run = await program("demo", width: 80)
    #expect(run.status == 0)
    #expect(run.out == "Demo: made-up data\n" + demoCourses)
    #expect(
      run.err == """
        This is a demo: the service, its courses and its people are made up and exist only on this computer.
        You are Adéla Zkušební (student).


        Next, try: grades course XI-BEZ.22 --host demo, grades --help

        """)
    // Where access is denied, the other users are named.
    let denied = await program("group XI-ZPT.23 ALL --host demo")
    #expect(denied.status == 77)
    #expect(denied.said.contains("“grades login --demo --as teacher” (or student"))
    let teacher = await program("demo --as teacher", width: 80)
    let suggestion = "grades groups XI-BEZ.22 --host demo"
    #expect(teacher.err.contains("Next, try: \(suggestion), grades --help\n"))
    #expect(await program("groups XI-BEZ.22 --host demo").status == 0)
    #expect(await program("demo").status == 0)
    let course = await program("course XI-BEZ.22 --host demo")
    #expect(course.status == 0)
    #expect(course.out.hasPrefix("Demo: made-up data\n"))
  }

  @Test("Is never the host in use by default, which a login or a setting chooses")
  func defaultHost() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("demo").status == 0)
    #expect(await program("status").lines.first?.hasSuffix(" production") == true)
    #expect(await program("settings get host").out == "production\n")
    #expect(await program("courses").status == 77)
    let app = program.open("demo")
    #expect(await app.text(with: "XI-TVA").contains("Demo · grades · Courses"))
    _ = await app.hangUp()
    #expect(await program("status").lines.first?.hasSuffix(" production") == true)

    let set = await program("settings set host demo")
    #expect(set.err == "host is now demo.\n")
    #expect(await program("settings get host").out == "demo\n")
    #expect(await program("courses").status == 0)
    #expect(await program("demo").err.contains("Next, try: grades course XI-BEZ.22, grades"))
    #expect(await program("settings set host production").status == 0)
    #expect(await program("status").lines.first?.hasSuffix(" production") == true)
    let unknown = await program("settings set host nowhere")
    #expect(unknown.status == 64)
    #expect(unknown.said.contains("Use production, development, demo."))
    // Logging in to it is choosing it.
    #expect(await program("login --demo").status == 0)
    #expect(await program("status").lines.first == "Host         demo")
  }

  @Test("Says above tables that its data are made up, once, and never in documents")
  func mark() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo --as teacher").status == 0)
    for command in ["courses", "groups XI-ZPT.23", "items XI-ZPT.23", "notifications"] {
      let run = await program(command)
      #expect(run.status == 0)
      #expect(run.out.hasPrefix("Demo: made-up data\n"))
      #expect(run.out.matches(of: #/made-up/#).count == 1)
      #expect(await program("\(command) --lang cs").out.hasPrefix("Ukázka: vymyšlená data\n"))
      #expect(!(await program("\(command) --json").out.contains("made-up")))
      #expect(!(await program("\(command) --csv").out.contains("made-up")))
    }
    for command in ["status", "settings"] {
      #expect(!(await program(command).out.contains("made-up")))
    }
    let app = program.open("--lang cs")
    #expect(await app.text.hasPrefix("  Ukázka · grades · Předměty"))
  }

  @Test("Starts afresh on request: a question on a terminal, --yes elsewhere")
  func reset() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo --as teacher").status == 0)
    let edit = "set XI-ZPT.23 zkusade1:du1=1 --yes"
    #expect(await program(edit).status == 0)
    #expect(await program("set XI-ZPT.23 zkusade1:du2=1 --draft").status == 0)
    #expect(await program("history --json").out.contains("du1"))

    let silent = await program("demo --reset")
    #expect(silent.status == 64)
    #expect(silent.said.contains("--yes"))
    let kept = await program("demo --reset", input: ["n"])
    #expect(kept.status == 130)
    #expect(kept.said.contains("nothing was changed"))
    #expect(await program("history --json").out.contains("du1"))
    #expect(await program("demo --yes").said == "Error: --yes requires --reset.\n")

    let run = await program("demo --reset --as teacher", input: ["y"])
    #expect(run.status == 0)
    #expect(run.said.hasPrefix("Reset the demo"))
    #expect(!(await program("history --json").out.contains("du1")))
    #expect(!(await program("drafts --json").out.contains("du2")))
    // The value is the sample's again, so that the same edit is a change.
    #expect(await program(edit).status == 0)
    #expect(await program("history --json").out.contains("du1"))
    #expect(await program("demo --reset --yes").status == 0)
  }

  @Test("A fresh start also erases what a profile left behind that has logged out")
  func resetOfProfiles() async throws {
    let program = try Program(now: { .usual })
    let login = "login --demo --as teacher --profile gone"
    #expect(await program(login).status == 0)
    let edit = "set XI-ZPT.23 zkusade1:du2=1 --draft --host demo --profile gone"
    #expect(await program(edit).status == 0)
    #expect(await program("logout --keep-drafts --host demo --profile gone").status == 0)
    #expect(await program("demo --reset --yes").status == 0)
    #expect(await program(login).status == 0)
    let drafts = await program("drafts --json --host demo --profile gone")
    #expect(drafts.status == 0 && !drafts.out.contains("du2"), "\(drafts.out)")
  }

  @Test("A data file of another version can be started afresh; that of another program stays")
  func resetOfOther() async throws {
    let program = try Program(now: { .usual })
    let file = program.paths.demoDataFile
    try program.write(Data("This is no database, and it is not short either.".utf8), to: file)
    #expect(await program("demo --reset --yes").status != 0)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("This is no database"))
  }

  @Test("A teacher in Czech")
  func teacher() async throws {
    let program = try Program(now: { .usual })
    let run = await program("demo --as teacher --lang cs")
    #expect(run.status == 0)
    #expect(
      run.out.hasPrefix(
        "Ukázka: vymyšlená data\nZS 2026/27 (B261)             Zdeněk Učitel\n"))
    #expect(
      program.plain(run.err).hasPrefix(
        """
        Toto je ukázka: služba, předměty i lidé jsou vymyšlení a vše běží jen na tomto počítači.
        Jste Zdeněk Učitel (vyučující).

        """))
  }

  @Test("Its data survive, and its login is forgotten by logout alone")
  func data() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("demo").status == 0)
    let file = program.paths.demoDataFile
    #expect(FileManager.default.fileExists(atPath: file.path))
    #expect(await program("status --host demo").lines.first == "Host         demo")
    #expect(await program("courses --host demo").status == 0)
    #expect(await program("logout --host demo").status == 0)
    #expect(await program("courses --host demo").status == 77)
    #expect(
      await program("courses --host demo").err
        == "Error: You are not logged in (demo). Log in with “grades login --demo”.\n")
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test("Settings of the user hold in the demo too")
  func settings() async throws {
    let program = try Program(now: { .usual })
    _ = await program("settings set hidden-courses XI-TVA")
    #expect(await program("demo").out.hasSuffix("1 course hidden. Use --all to show it.\n"))
  }

  @Test("The service alone prints its address and how to use it, and ends on request")
  func serve() async throws {
    let (pieces, running) = serve(try Program(), "--port", "0")
    let said = try await pieces.all(until: "  grades login\n")
    let address = try #require(said.firstMatch(of: #/http:\/\/127\.0\.0\.1:(\d+)\/api\/v1/#))
    #expect(
      said.replacing("\u{A0}", with: " ").replacing(":\(address.1)", with: ":PORT") == Self.address)
    let page = try await LoginDesk.student.open(
      try #require(URL(string: "\(address.0)/public/semester-code?semester=current")))
    #expect(page == "")
    running.cancel()
    let run = await running.value
    #expect(run.status == 0)
    #expect(run.said == "Service stopped.\n")
  }

  @Test("A port that another program has")
  func busyPort() async throws {
    let other = try PlainGreeter()
    let run = await (try Program())("serve --port \(other.port)")
    #expect(run.status == 69)
    #expect(
      run.err == """
        Error: Port \(other.port) is in use by another program. Choose another one with --port.

        """)
  }

  private func serve(
    _ program: Program, _ options: String...
  ) -> (Occurrences<String>, Task<Program.Run, Never>) {
    let pieces = Occurrences<String>()
    return (
      pieces,
      Task { await program.run(["serve"] + options, printing: { pieces.record($0) }) }
    )
  }

  private static let address = """
    Grades demo service running at http://127.0.0.1:PORT/api/v1. Press Ctrl-C to stop.
    Data: in memory only
    Accounts: zkusade1 (student-demo), ucitezk1 (teacher-demo), obojial1 (both-demo)
    Tokens for scripts (GRADES_TOKEN, no login needed): student-demo, teacher-demo, both-demo
    To use it from another terminal:
      export GRADES_API_URL=http://127.0.0.1:PORT/api/v1
      export GRADES_AUTHORIZE_URL=http://127.0.0.1:PORT/oauth/authorize
      export GRADES_TOKEN_URL=http://127.0.0.1:PORT/oauth/token
      export GRADES_CLIENT_ID=grades-demo
      export GRADES_CLIENT_SECRET=grades-demo-secret
      grades login

    """
}

extension Occurrences<String> {
  /// All pieces together, once the last of them is there.
  fileprivate func all(until last: String) async throws -> String {
    var count = 1
    while try await first(count).last != last { count += 1 }
    return all.joined()
  }
}
