import AppTestSupport
import TestSupport
import Testing

/// What is asked on a terminal before anything is published, and what the answers do.
@Suite("Asking before publishing", .inTurn)
struct ConversationTests {
  private static let command = "set XI-ZPT.23 zkusade1:du1=1 druhyst2:du1=2"

  @Test("Yes publishes and says what was seen at the service")
  func yes() async throws {
    let teacher = try await Teacher.working()
    let run = await teacher(Self.command, width: 80, input: ["y"])
    #expect(run.status == 0)
    #expect(
      run.err
        == "Publish? [y]es and notify 2 students, [w]ithout notifying, save as [d]raft, [n]o › ")
    #expect(
      run.out.hasSuffix(
        """
        2 students will be notified.
        Published 2 changes.
        2 students were notified.

        """))
    #expect(teacher.sent == ["druhyst2 du1 2 notify", "zkusade1 du1 1 notify"])
  }

  @Test("Of an item that does not exist the nearest identifier is named, as for commands")
  func nearItem() async throws {
    let teacher = try await Teacher.working()
    for (item, end) in [
      ("dx1", "no such evaluation item. Did you mean du1?"),
      ("nothing", "no such evaluation item"),
    ] {
      let run = await teacher("set XI-ZPT.23 zkusade1:\(item)=1 --dry-run")
      #expect(run.status == 65)
      #expect(run.out.contains("\(item)"))
      #expect(run.out.split(separator: "\n").contains { $0.hasSuffix(end) }, "\(run.out)")
    }
    let stats = await teacher("stats XI-ZPT.23 dx1")
    #expect(stats.said.contains("Did you mean du1"))
  }

  @Test("A draft is kept, durably, and nothing is sent")
  func draft() async throws {
    let teacher = try await Teacher.working()
    let run = await teacher(Self.command, width: 80, input: ["D"])
    #expect(run.status == 0)
    #expect(run.err.hasSuffix("Saved 2 drafts. Publish them with “grades publish”.\n"))
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.drafts() == ["druhyst2 du1 9.75 2 draft", "zkusade1 du1 8.75 1 draft"])
  }

  @Test("The letter of the other language is accepted too", arguments: [("cs", "y"), ("en", "A")])
  func otherLanguage(language: String, letter: String) async throws {
    let teacher = try await Teacher.working()
    let run = await teacher("\(Self.command) --lang \(language)", width: 80, input: [letter])
    #expect(run.status == 0)
    #expect(teacher.sent == ["druhyst2 du1 2 notify", "zkusade1 du1 1 notify"])
  }

  @Test(
    "No, or the end of the input: nothing is sent and nothing is kept", arguments: [true, false])
  func no(isTyped: Bool) async throws {
    let teacher = try await Teacher.working()
    let run = await teacher(Self.command, width: 80, input: isTyped ? ["no"] : [])
    #expect(run.status == 130)
    #expect(run.err.hasSuffix("Cancelled; nothing was published or saved.\n"))
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.drafts() == [])
  }

  @Test("Other answers are asked again, in the language of the run; a question mark explains them")
  func other() async throws {
    let teacher = try await Teacher.working()
    let run = await teacher("\(Self.command) --lang cs", width: 80, input: ["x", "", "?", "ano"])
    #expect(run.status == 0)
    let question =
      "Zveřejnit? [a]no a upozornit 2 studenty, [b]ez upozornění, uložit jako [k]oncept, [n]e › "
    let again = "Napište jedno z písmen v závorkách, nebo ? pro nápovědu.\n"
    let help = """
        a  zveřejnit a upozornit
        b  zveřejnit bez upozornění
        k  nic nezveřejnit a změny uložit jako koncepty
        n  nic nezveřejnit a změny zahodit

      """
    #expect(
      run.said.replacing("\u{A0}", with: " ") == question + again + question + again + question
        + help + question)
    #expect(run.said.contains("Zveřejnit"))
    #expect(run.lines.suffix(2) == ["Zveřejněny 2 změny.", "Upozorněni 2 studenti."])
  }

  @Test("With --json the review is on standard error, the outcome alone on standard output")
  func document() async throws {
    let teacher = try await Teacher.working()
    let run = await teacher("set XI-ZPT.23 zkusade1:du1=1 --json", width: 80, input: ["y"])
    #expect(run.status == 0)
    #expect(
      run.out == """
        {
          "published": 1,
          "conflicts": [],
          "unpublished": []
        }

        """)
    #expect(run.err.contains("Zkušební Adéla  zkusade1  Task 1  8.75  →    1\n"))
  }

  @Test("Ctrl-C at the question ends at once; nothing was sent and nothing is kept")
  func cancelled() async throws {
    let teacher = try await Teacher.working()
    let asked = Occurrences<Void>()
    let answered = Occurrences<Void>()
    let running = Task { [program = teacher.program] in
      await program.run(
        Self.command.split(separator: " ").map(String.init), width: 80, input: [],
        answering: { _ in
          asked.record(())
          _ = await answered.has(1)
          return "y"
        })
    }
    _ = try await asked.first(1)
    running.cancel()
    let run = await running.value
    // An answer now is too late.
    answered.record(())
    #expect(run.status == 130)
    #expect(run.err.hasSuffix("\nCancelled.\n"))
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.drafts() == [])
  }
}
