import AppTestSupport
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Another user logs in in another window while the app is open: the results and the drafts of two
/// people are never mixed, and the app says whose it shows.
@Suite("Another login while the app is open", .inTurn)
struct OtherUserScreenTests {
  private static let other = DemoAccounts.colleague.username

  /// A teacher with a draft, and the app on their drafts.
  private func drafting(
    _ test: (Teacher, RunningApp) async throws -> Void
  ) async throws {
    let teacher = try await Teacher.working()
    try await teacher.program.signIn(
      to: teacher.service, as: DemoAccounts.teacher.username, isNamed: true)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
    let app = teacher.program.open("--open drafts XI-ZPT.23", columns: 80, rows: 16)
    #expect(await app.text.contains("Zkušební Adéla"))
    try await test(teacher, app)
    // The user who drafted it still has it.
    #expect(await teacher.drafts() == [])
    try await teacher.program.signIn(to: teacher.service, as: DemoAccounts.teacher.username)
    #expect(await teacher.drafts().count == 1)
    #expect(teacher.saves.isEmpty)
  }

  @Test("It is noticed at the next scene")
  func noticed() async throws {
    try await drafting { teacher, app in
      await app.resize(columns: 80, rows: 12)
      try await teacher.program.signIn(to: teacher.service, as: Self.other, isNamed: true)
      await expectFrame("OtherUserScreen/noticed", app.pressing(","))
    }
  }

  @Test("It is noticed when the token of the user before has ended, and nothing is published")
  func tokenEnds() async throws {
    try await drafting { teacher, app in
      try await teacher.control.expireTokens()
      // The moment in which the other login has not said yet whose it is.
      try await teacher.program.signIn(to: teacher.service, as: Self.other)
      let seen = await app.type("pw")
      #expect(seen.contains("Now logged in as"), "\(seen)")
      #expect(seen.contains("grades · Courses"))
      #expect(!seen.contains("1 draft"))
    }
  }
}
