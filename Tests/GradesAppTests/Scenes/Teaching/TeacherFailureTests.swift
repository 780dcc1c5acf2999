import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// What is not there is said with what may have been meant, and exits with 65.
@Suite("Names that a teacher mistypes", .inTurn)
struct TeacherFailureTests {
  @Test(
    "With a suggestion",
    arguments: [
      (
        "group XI-ZPT.23 ALL du9",
        "No item du9 in XI-ZPT.23. To list items, run “grades items XI-ZPT.23”. "
          + "Did you mean du1, du2, du3?"
      ),
      (
        "group XI-ZPT.23 du1",
        "No group du1 in XI-ZPT.23. To list groups, run “grades groups XI-ZPT.23”. Did you mean ALL du1?"
      ),
      (
        "group XI-ZPT.23 TESTS",
        "No group TESTS in XI-ZPT.23. To list groups, run “grades groups XI-ZPT.23”. Did you mean TEST?"
      ),
      (
        "students XI-ZPT.23 --group parallel_555",
        "No group PARALLEL_555 in XI-ZPT.23. To list groups, run “grades groups XI-ZPT.23”."
      ),
      (
        "student XI-ZPT.23 zkusade2",
        "No student zkusade2 in XI-ZPT.23. To list students, run “grades students XI-ZPT.23”. "
          + "Did you mean zkusade1?"
      ),
      (
        "student XI-ZPT.23 zkusebni",
        "No student zkusebni in XI-ZPT.23. To list students, run “grades students XI-ZPT.23”. "
          + "Did you mean zkusade1 (Zkušební Adéla)?"
      ),
      (
        "student XI-ZPT.23 nobody",
        "No student nobody in XI-ZPT.23. To list students, run “grades students XI-ZPT.23”."
      ),
      (
        "items XI-ZPU.23",
        "No course XI-ZPU.23 in B261. Use a full code from “grades courses”, such as XI-AAA.23. "
          + "Did you mean XI-ZPT.23?"
      ),
      (
        "set XI-ZPT.23 --item du --group ALL 3 --yes",
        "No item du in XI-ZPT.23. To list items, run “grades items XI-ZPT.23”. "
          + "Did you mean du1, du2, du3?"
      ),
      (
        "set XI-ZPT.23 --item du1 --group NONE 3 --yes",
        "No group NONE in XI-ZPT.23. To list groups, run “grades groups XI-ZPT.23”."
      ),
      (
        "export XI-ZPT.23 --item projekty",
        "No item projekty in XI-ZPT.23. To list items, run “grades items XI-ZPT.23”. "
          + "Did you mean projekt?"
      ),
    ])
  func suggestion(command: String, sentence: String) async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    #expect(await program("courses").status == 0)
    let run = await program(command)
    #expect(run.status == 65)
    #expect(run.out == "")
    #expect(run.err == "Error: \(sentence)\n")
  }

  @Test("A student is not permitted to look", arguments: ["group XI-ZPT.23", "items XI-ZPT.23"])
  func student(command: String) async throws {
    let program = try await Program.signedIn(to: .shared())
    let run = await program(command)
    #expect(run.status == 77)
    #expect(run.out == "")
  }

  @Test("Details are about one item")
  func details() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let run = await program("group XI-ZPT.23 ALL du1 du2 --details")
    #expect(run.status == 64)
    #expect(run.err == "Error: --details requires exactly one evaluation item.\n")
    #expect(await program("group XI-ZPT.23 --details").err == run.err)
  }

  @Test("The orders of a table are named in the user's language")
  func order() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    for (language, sentence) in [
      ("en", "Error: Invalid value “foo” for --sort <order>. Use name, value."),
      ("cs", "Chyba: Neplatná hodnota „foo“ pro --sort <pořadí>. Povoleno: name, value."),
    ] {
      let run = await program("group XI-ZPT.23 --sort foo --lang \(language)")
      #expect(run.status == 64)
      #expect(run.said.hasPrefix("\(sentence)\n"))
    }
  }
}
