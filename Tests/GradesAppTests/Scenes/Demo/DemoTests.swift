import AppTestSupport
import Foundation
import GradesServer
import TestSupport
import Testing

/// `grades demo` and `grades serve`.
@Suite("The demo", .inTurn)
struct DemoTests {
  @Test("Welcomes, signs in over the real pages, shows the courses, says how to go on")
  func student() async throws {
    let program = try Program(now: { .usual })
    let run = await program("demo", width: 80)
    #expect(run.status == 0)
    #expect(
      run.out == """
        Winter 2026/27 (B261)                                  Adéla Zkušební

        Studying     Course                            Points   Grade  Unread
          XI-BEZ.22  Health and Safety                  20          Z
          XI-DAT.23  Database Systems                   70.75       C  ● 1
          XI-EKO.21  Ekonomika podnikání                 –     passed
          XI-LOG.23  Logic and Sets                     93          A
          XI-PRJ.22  Software Team Project              87          B
          XI-SIT.21  Computer Networks                  79          C  ● 1
          XI-TEO.24  Game Theory                         –          –
          XI-TVA     Physical Education                  –          –
          XI-ZPT.23  Basics of Programming Techniques   80.25       B  ● 1

        """)
    #expect(
      run.err == """
        This is a demo: the service, its courses and its people are made up and exist only on this computer.
        You are Adéla Zkušební (student).


        Next, try: grades course XI-BEZ.22, grades --help

        """)
    // What it suggests works.
    #expect(await program("course XI-BEZ.22").status == 0)
  }

  @Test("A teacher in Czech")
  func teacher() async throws {
    let program = try Program(now: { .usual })
    let run = await program("demo --as teacher --lang cs")
    #expect(run.status == 0)
    #expect(run.out.hasPrefix("ZS 2026/27 (B261)             Zdeněk Učitel\n"))
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
    let file = try program.paths.demoDataFile
    #expect(FileManager.default.fileExists(atPath: file.path))
    #expect(await program("status").lines.first == "Host         demo")
    #expect(await program("courses").status == 0)
    #expect(await program("logout").status == 0)
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
    #expect(
      await program("demo").out.hasSuffix("1 hidden course; see “grades settings”.\n"))
  }

  @Test(
    "The service alone prints its address and how to use it, and ends on request",
    arguments: ["en", "cs"])
  func serve(language: String) async throws {
    let program = try Program()
    let (pieces, running) = serve(program, "--lang", language, "--port", "0")
    let said = try await pieces.all(until: "  grades login\n")
    let address = try #require(said.firstMatch(of: #/http:\/\/127\.0\.0\.1:(\d+)\/api\/v1/#))
    #expect(
      said.replacing("\u{A0}", with: " ").replacing(":\(address.1)", with: ":PORT")
        == (language == "en" ? Self.english : Self.czech))
    let page = try await LoginDesk.student.open(
      try #require(URL(string: "\(address.0)/public/semester-code?semester=current")))
    #expect(page == "")
    running.cancel()
    let run = await running.value
    #expect(run.status == 0)
    #expect(
      run.said == (language == "en" ? "Service stopped.\n" : "Služba byla ukončena.\n"))
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

  @Test("Its data in a file of the user's choice")
  func dataFile() async throws {
    let program = try Program()
    let file = program.home.file("faculty.sqlite")
    let (pieces, running) = serve(program, "--data", file.path, "--students", "20")
    let said = try await pieces.all(until: "  grades login\n")
    #expect(said.contains(file.path))
    running.cancel()
    #expect(await running.value.status == 0)
    #expect(FileManager.default.fileExists(atPath: file.path))
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

  private static let english = """
    Grades demo service running at http://127.0.0.1:PORT/api/v1. Press Ctrl-C to stop.
    Data: in memory only
    Accounts: zkusade1 (student-demo), ucitezk1 (teacher-demo), obojial1 (both-demo)
    To use it from another terminal:
      export GRADES_API_URL=http://127.0.0.1:PORT/api/v1
      export GRADES_AUTHORIZE_URL=http://127.0.0.1:PORT/oauth/authorize
      export GRADES_TOKEN_URL=http://127.0.0.1:PORT/oauth/token
      export GRADES_CLIENT_ID=grades-demo
      export GRADES_CLIENT_SECRET=grades-demo-secret
      grades login

    """

  private static let czech = """
    Ukázková služba Grades běží na adrese http://127.0.0.1:PORT/api/v1. Ukončíte ji klávesami Ctrl-C.
    Data: jen v paměti
    Účty: zkusade1 (student-demo), ucitezk1 (teacher-demo), obojial1 (both-demo)
    Použití z jiného terminálu:
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
