import AppTestSupport
import GradesTesting
import Terminal
import TestSupport
import Testing

/// Random keys, pastes, clicks and windows in every scene.
@Suite("Whatever is typed", .inTurn)
struct AppFuzzTests {
  /// All scenes that can be named.
  private static let scenes = [
    "login", "courses", "course XI-ZPT.23", "group XI-ZPT.23 ALL", "student XI-ZPT.23 zkusade1",
    "students XI-ZPT.23", "drafts", "history", "notifications", "settings",
  ]

  @Test("there is a frame, and Ctrl-C ends the app")
  func anything() async throws {
    try await FuzzRun.seeds(1, cost: 500) { seed in
      for scene in Self.scenes { try await anything(scene: scene, seed) }
    }
  }

  private func anything(scene: String, _ seed: UInt64) async throws {
    let (program, service) = try await Program.atService(as: "obojial1")
    var inputs = RandomInputs(seed: scene.utf8.reduce(seed - 1) { $0 &* 31 &+ UInt64($1) })
    var app = program.open("--open \(scene)")
    for _ in 0..<12 {
      let size = inputs.size()
      app.screen.send(inputs.next(25) + [.resize(size)])
      // Some work may go on for ever, such as waiting for a browser; the loop has to go on as well.
      guard await app.screen.frame(where: { $0.size == size }) == nil else { continue }
      let run = await app.end()
      #expect(run.status == 0, "seed \(seed), \(scene): \(run.err)")
      app = program.open("--open \(scene)")
    }
    app.screen.send([
      .resize(Size(columns: 80, rows: 24)), .key(.control("c")), .key(.control("c")),
    ])
    // The first one may explain what becomes of the edits.
    let run = await app.end()
    #expect(run.status == 0, "seed \(seed), \(scene): \(run.err)")
    for frame in app.screen.frames.all {
      guard let cursor = frame.cursor else { continue }
      #expect(frame.area.contains(cursor), "seed \(seed), \(scene)")
    }
    await service.stop()
  }
}
