import AppTestSupport
import GradesServer
import GradesTesting
import Testing

/// Somebody else logs in in another window while the app is open: the results and the drafts of two
/// people are never mixed, and the app says whose it shows.
@Suite("Another login while the app is open")
struct OtherUserScreenTests {
  private static let other = DemoAccounts.colleague.username

  /// A teacher with a draft, and the app on their drafts.
  private func drafting(
    _ test: (Teacher, RunningApp) async throws -> Void
  ) async throws {
    try await Teacher.working { teacher in
      try await teacher.program.signIn(
        to: teacher.service, as: DemoAccounts.teacher.username, isNamed: true)
      #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
      let app = teacher.program.open("--open drafts XI-ZPT.23", columns: 80, rows: 16)
      #expect(await app.text.contains("Zkušební Adéla"))
      try await test(teacher, app)
      // Whoever drafted it still has it.
      #expect(await teacher.drafts() == [])
      try await teacher.program.signIn(to: teacher.service, as: DemoAccounts.teacher.username)
      #expect(await teacher.drafts().count == 1)
      #expect(teacher.saves.isEmpty)
    }
  }

  @Test("It is noticed at the next scene, in both languages", arguments: ["en", "cs"])
  func noticed(language: String) async throws {
    try await drafting { teacher, app in
      _ = await app.hangUp()
      let app = teacher.program.open(
        "--open drafts XI-ZPT.23 --lang \(language)", columns: 80, rows: 12)
      _ = await app.text
      try await teacher.program.signIn(to: teacher.service, as: Self.other, isNamed: true)
      let seen = await app.pressing(",")
      #expect(seen == Self.courses[language])
      _ = await app.hangUp()
    }
  }

  private static let courses = [
    "en": """
      grades · Courses                                as of 13:00 · Winter 2026/27
    ────────────────────────────────────────────────────────────────────────────────
     Teaching
    ▌ XI-BEZ.22  Health and Safety
      XI-DAT.23  Database Systems
      XI-EKO.21  Ekonomika podnikání
      XI-LOG.23  Logic and Sets
      XI-PRJ.22  Software Team Project
      XI-SIT.21  Computer Networks
     You are logged in as kolegjo1 now; that was done in another window.
    ────────────────────────────────────────────────────────────────────────────────
     ↑↓ move  ⏎ open  ? keys  / find  e semester  (d drafts)  n notifications
    """,
    "cs": """
      grades · Předměty                                stav k 13:00 · Zima 2026/27
    ────────────────────────────────────────────────────────────────────────────────
     Vyučuji
    ▌ XI-BEZ.22  Bezpečnost a ochrana zdraví
      XI-DAT.23  Databázové systémy
      XI-EKO.21  Ekonomika podnikání
      XI-LOG.23  Logika a množiny
      XI-PRJ.22  Softwarový týmový projekt
      XI-SIT.21  Počítačové sítě
     Nyní jste přihlášeni jako kolegjo1; přihlášení proběhlo v jiném okně.
    ────────────────────────────────────────────────────────────────────────────────
     ↑↓ pohyb  ⏎ otevřít  ? klávesy  / hledat  e semestr  (d koncepty)  n oznámení
    """,
  ]

  @Test("It is noticed when the token of the user before has ended, and nothing is published")
  func tokenEnds() async throws {
    try await drafting { teacher, app in
      try await teacher.control.expireTokens()
      // The moment in which the other login has not said yet whose it is.
      try await teacher.program.signIn(to: teacher.service, as: Self.other)
      let seen = await app.type("ps")
      #expect(seen.contains("You are logged in as"), "\(seen)")
      #expect(seen.contains("grades · Courses"))
      #expect(!seen.contains("1 draft"))
      _ = await app.hangUp()
    }
  }

  @Test("Without drawing it is said, too")
  func withoutDrawing() async throws {
    try await Teacher.working { teacher in
      let program = teacher.program
      try await program.signIn(
        to: teacher.service, as: DemoAccounts.teacher.username, isNamed: true)
      teacher.control.add(
        Fault(
          "GET", "/group/",
          .run {
            try await program.signIn(to: teacher.service, as: Self.other, isNamed: true)
          }))
      let run = await program.run(["--plain", "--open", "group", "XI-ZPT.23"], input: ["r", "q"])
      #expect(run.status == 0)
      #expect(run.out.contains("You are logged in as"), "\(run.out)")
    }
  }
}
