import AppTestSupport
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// The scene Structure without drawing, as a screen reader reads it.
@Suite("Structure in the app, without drawing", .inTurn)
struct StructurePlainTests {
  private static let opening = ["--plain", "--open", "structure", "XI-ZPT.23"]

  /// What is read after each line that is typed.
  private func transcript(
    _ input: [String], in language: String, then command: String? = nil, _ more: [String] = []
  ) async throws -> String {
    let environment = ["LANG": language == "cs" ? "cs_CZ.UTF-8" : "en_GB.UTF-8"]
    var out = ""
    try await Teacher.working(environment: environment) { teacher in
      out = await teacher.program.run(Self.opening, input: input).out
      guard let command else { return }
      let colleague = try await Program.signedIn(
        to: teacher.service, as: DemoAccounts.teacher.username)
      let run = await colleague(command)
      #expect(run.status == 0, "\(run.err)")
      out += await teacher.program.run(Self.opening, input: more).out
    }
    return out
  }

  @Test("The tree, a form, an expression with an error and the plan that it stops")
  func expression() async throws {
    for language in ["en", "cs"] {
      // The student's choice is the seventeenth, the expression the eleventh field of the sixth item.
      try await expectFrame(
        "StructurePlain/expression-\(language)",
        transcript(["6", "11", "test_a + tesy", "0", "20", "q"], in: language))
    }
  }

  @Test("Edits with signs, the plan, and the outcome")
  func applying() async throws {
    for language in ["en", "cs"] {
      try await expectFrame(
        "StructurePlain/applying-\(language)",
        transcript(["18", "du9", "0", "3", "10", "0", "21", "1", "q"], in: language))
    }
  }

  @Test("What colleagues have changed, and an item that is to be removed")
  func conflict() async throws {
    for language in ["en", "cs"] {
      try await expectFrame(
        "StructurePlain/conflict-\(language)",
        transcript(
          ["2", "14", "du1", "3", "14", "du2", "q"], in: language,
          then: "items hide XI-ZPT.23 du1 --yes", ["3", "1", "q"]))
    }
  }
}
