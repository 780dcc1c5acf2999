import Terminal
import Testing

@Suite("A terminal without a screen")
struct RecordingTerminalTests {
  @Test("says its size first, and records what is done to it")
  func story() async throws {
    let terminal = RecordingTerminal(size: Size(columns: 40, rows: 10))
    terminal.send(.key(.enter))
    await terminal.write("nobody's")
    try terminal.begin()
    try terminal.begin()
    terminal.resize(to: Size(columns: 80, rows: 24))
    await terminal.write("frame")
    terminal.suspend()
    terminal.send(.ended, .key(.up))
    terminal.end()
    terminal.end()
    var inputs: [Input] = []
    for await burst in terminal.inputs() { inputs += burst.inputs }
    #expect(
      inputs == [
        .resize(Size(columns: 40, rows: 10)), .key(.enter), .resize(Size(columns: 80, rows: 24)),
        .resumed, .ended,
      ])
    #expect(terminal.events == [.begin, .write("frame"), .suspend, .end])
    #expect(terminal.written == ["frame"])
    #expect(!terminal.isTaken)
  }
}
