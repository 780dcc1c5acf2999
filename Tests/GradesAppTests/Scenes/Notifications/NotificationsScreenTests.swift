import GradesServer
import TestSupport
import Testing

@Suite("Notifications on a screen", .timeLimit(.minutes(5)))
struct NotificationsScreenTests {
  @Test func look() async throws {
    let service = try await EmbeddedService.standing()
    let program = try await Program.signedIn(to: service)
    for (columns, lang) in [(40, "en"), (80, "cs"), (120, "en")] {
      let app = program.open("--open notifications --lang \(lang)", columns: columns, rows: 14)
      print(await app.text)
      print(await app.type("a<down>"))
      print(await app.type("m"))
      print(await app.type("m?"))
      _ = await app.type("<esc>")
      print(await app.type("M"))
      print(await app.type("a"))
      print(await app.type("<enter>"))
      _ = await app.type("<c-c>")
      _ = await app.end()
    }
    let program2 = try await Program.signedIn(to: service)
    print(await program2.run(["--plain", "--open", "notifications"], input: ["1", "0", "q"]).out)
    await service.stop()
  }
}
