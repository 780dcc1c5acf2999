import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// The app line by line: what is typed into its questions.
@Suite("The app line by line", .inTurn)
struct PlainAppTests {
  private func run(_ input: [String], language: String = "en") async throws -> String {
    let program = try await Program.signedIn(to: .shared())
    return await program("--plain --lang \(language)", input: input).out
      .replacing("\u{A0}", with: " ")
  }

  @Test("A mistake repeats the question alone, and Enter prints the page again")
  func mistakes() async throws {
    let seen = try await run(["99", "courses", "", "q"])
    let question = "Number: "
    #expect(
      seen.contains(
        question + "“99” is not one of the choices. Type a number, or ? for help.\n" + question
          + "“courses” is not one of the choices. Type a number, or ? for help.\n" + question))
    #expect(seen.ranges(of: "grades · Courses").count == 2)
  }

  @Test("A question mark explains what can be typed", arguments: ["en", "cs"])
  func help(language: String) async throws {
    let seen = try await run(["?", "q"], language: language)
    let sentence = ["en": "Enter alone prints the page again.", "cs": "Samotný Enter stránku"]
    #expect(seen.contains(sentence[language] ?? "?"))
    #expect(seen.ranges(of: "grades · ").count == 1)
  }

  @Test("The letters of both languages work in each", arguments: ["en", "cs"])
  func letters(language: String) async throws {
    for (settings, back, quit) in [("s", "b", "q"), ("S", "z", "k"), ("s", "0", "Q")] {
      let seen = try await run([settings, back, quit], language: language)
      let pages = seen.split(separator: "\n").filter { $0.hasPrefix("grades · ") }
      #expect(pages.count == 3)
      #expect(pages.first == pages.last)
    }
  }

  @Test("The scene to open is named by words, or by one text")
  func scene() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let words = await program("--plain --open group XI-ZPT.23 ALL", input: ["q"])
    #expect(words.out.contains("XI-ZPT.23 · all students"))
    let text = await program.run(["--plain", "--open", "group XI-ZPT.23 ALL"], input: ["q"])
    #expect(text.out == words.out)
  }

  @Test("A question with choices asks for a number again, without its choices")
  func choices() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let page = await program(
      "--plain --open group XI-ZPT.23 ALL", input: ["q"]
    ).out
    let groups = try #require(
      page.split(separator: "\n").first { $0.hasSuffix(". group") }?.prefix { $0 != "." })
    let seen = await program(
      "--plain --open group XI-ZPT.23 ALL", input: [String(groups), "?", "99", "0", "q"]
    ).out
    #expect(seen.contains("Type the number of a choice and press Enter."))
    #expect(seen.contains("“99” is not one of the choices."))
    #expect(seen.ranges(of: "Number: Group\n").count == 1)
  }

  @Test("A wrong condition is reported")
  func condition() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let open = "--plain --open group XI-ZPT.23 ALL"
    let page = await program(open, input: ["q"]).out
    let filter = try #require(
      page.split(separator: "\n").first { $0.hasSuffix(". filter") }?.prefix { $0 != "." })
    let wrong = await program(open, input: [String(filter), "=dx1 < 5", "q"]).out
    #expect(wrong.contains("did you mean “du1”?"))
    let right = await program(open, input: [String(filter), "=du1 < 5", "q"]).out
    #expect(right.contains(" of 30"))
  }

  @Test("Zero is a value, and a hyphen clears one")
  func values() async throws {
    let service = try await TestService.started()
    let program = try await Program.signedIn(to: service, as: DemoAccounts.teacher.username)
    let run = await program(
      "--plain --open student XI-ZPT.23 dvorato1", input: ["2", "0", "3", "-", "q", "q"])
    #expect(run.out.contains("Type “-” for none."))
    let drafts = try #require(
      try JSONSerialization.jsonObject(
        with: Data(await program("drafts XI-ZPT.23 --json").out.utf8)) as? [String: Any])
    let values = try #require(drafts["drafts"] as? [[String: Any]]).map {
      "\($0["identifier"] ?? "")=\($0["value"] ?? "")"
    }
    #expect(values.sorted() == ["du1=0", "du2=<null>"])
    await service.stop()
  }
}
