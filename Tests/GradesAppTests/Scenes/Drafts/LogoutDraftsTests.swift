import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Logging out never loses drafts without a word.
@Suite("Logging out with drafts", .inTurn)
struct LogoutDraftsTests {
  private func drafting() async throws -> Teacher {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du2=3 --yes --no-notify").status == 0)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
    return teacher
  }

  private func signedIn(_ teacher: Teacher) async -> Bool {
    await teacher("status --json").out.contains("\"signedIn\": true")
  }

  @Test("Without a terminal the flags are named, and nothing happens")
  func unasked() async throws {
    let teacher = try await drafting()
    let run = await teacher("logout")
    #expect(run.status == 64)
    #expect(
      run.err == """
        You will lose 1 unpublished draft.
        Error: Cannot ask: standard input is not a terminal. Add --yes or --keep-drafts.

        """)
    #expect(await signedIn(teacher))
    #expect(await teacher.drafts().count == 1)
  }

  @Test("No: nothing changes")
  func no() async throws {
    let teacher = try await drafting()
    let run = await teacher("logout", input: ["n"])
    #expect(run.status == 130)
    #expect(run.err.hasSuffix("Cancelled; nothing was changed.\n"))
    #expect(await signedIn(teacher))
    #expect(await teacher.drafts().count == 1)
  }

  @Test(
    "Drafts and history survive only when the user says so",
    arguments: [
      ("logout", ["k"], true), ("logout --keep-drafts", nil, true), ("logout", ["y"], false),
      ("logout --yes", nil, false), ("logout -y", nil, false),
    ] as [(String, [String]?, Bool)])
  func chosen(command: String, input: [String]?, survives: Bool) async throws {
    let teacher = try await drafting()
    #expect(await teacher(command, input: input).status == 0)
    #expect(await !signedIn(teacher))
    try await teacher.program.signIn(to: teacher.service, as: "ucitezk1")
    #expect(await teacher.drafts().isEmpty != survives)
    #expect(await teacher.history().isEmpty != survives)
  }

  @Test("Without drafts nobody is asked")
  func withoutDrafts() async throws {
    let teacher = try await Teacher.working()
    let run = await teacher("logout")
    #expect(run.status == 0)
    #expect(run.err == "Logged out. Credentials and stored data were deleted.\n")
  }

  @Test("Contradicting flags")
  func contradiction() async throws {
    let teacher = try await drafting()
    #expect(await teacher("logout --yes --keep-drafts").status == 64)
    #expect(await signedIn(teacher))
  }

  private static let remaining =
    "Logged out and deleted your credentials. The drafts and history could not be deleted; "
    + "they stay for your next login."

  @Test("Drafts that cannot be read remain, and keep nobody from logging out")
  func damaged() async throws {
    let teacher = try await drafting()
    let file = try teacher.program.paths.draftsFile
    try teacher.program.write(Data(), to: file)
    let run = await teacher("logout --yes")
    #expect(run.status == 78)
    #expect(
      teacher.program.plain(run.err) == """
        \(Self.remaining)
        Error: Cannot read the drafts in HOME/.local/state/grades/drafts.sqlite. Nothing was \
        deleted; move the file away to start over.

        """)
    #expect(await !signedIn(teacher))
    #expect(try Data(contentsOf: file) == Data())
  }
}
