import GradesServer
import TestSupport
import Testing

@Suite("Changes on a screen", .timeLimit(.minutes(5)))
struct ChangesScreenTests {
  @Test func look() async throws {
    let service = try await EmbeddedService.standing()
    let program = try await Program.signedIn(to: service)
    let first = program.open("", columns: 80, rows: 16)
    print(await first.text)
    print(await first.type("c"))
    _ = await first.type("<c-c>")
    _ = await first.end()
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: .number(9), note: "late")
    try await service.control.changeAsColleague(
      course: "XI-LOG.23", username: "zkusade1", item: "test", value: nil)
    for (columns, lang) in [(40, "en"), (80, "cs"), (120, "en")] {
      let app = program.open("--open changes --lang \(lang)", columns: columns, rows: 14)
      print(await app.text)
      print(await app.type("<down><down>"))
      print(await app.type("<enter>"))
      _ = await app.type("<c-c>")
      _ = await app.end()
    }
    print(await program.run(["--plain", "--open", "changes"], input: ["1", "0", "q"]).out)
    await service.stop()
  }
}
