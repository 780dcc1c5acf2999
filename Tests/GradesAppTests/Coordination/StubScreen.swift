import AppTestSupport
import Foundation
import Observation
import Terminal
import TestSupport

@testable import GradesApp

/// A scene with nothing but a name, which follows the responses of its keys.
@MainActor @Observable
final class StubScreen: SceneViewModel {
  nonisolated static let keys: [Binding<StubScreen>] = []

  private let name: String
  private let keys: [Key: Response]
  private let events: Occurrences<String>
  private let failure: Failure?

  /// Makes a scene that loads for as long as it is open, or fails.
  init(
    _ name: String, keys: [Key: Response], events: Occurrences<String>, failure: Failure? = nil
  ) {
    self.name = name
    self.keys = keys
    self.events = events
    self.failure = failure
    events.record("\(name) made")
  }

  func appear() async throws {
    if let failure { throw failure }
    for await _ in AsyncStream<Never>.makeStream().stream {}
    events.record("\(name) cancelled")
  }

  func reappear() async throws { try await appear() }
  func handle(_ input: Input, _ words: SceneWords) -> Response? {
    if case .key(let key) = input { keys[key] } else { nil }
  }
  func finish() async { events.record("\(name) finished") }
  func keys(_ words: SceneWords) -> [ShownKey] { [] }
  func title(_ words: SceneWords) -> SceneTitle { SceneTitle(leading: StyledText(name)) }
  func fit(in rect: Rect, _ words: SceneWords) -> Response { .done }
  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {}
}

extension StubScreen {
  /// Makes stub scenes, of which some keys are known in all.
  static func scenes(
    keys: [Key: Response] = [:], events: Occurrences<String>, failures: [Scene: Failure] = [:]
  ) -> @MainActor (Scene) -> any SceneViewModel {
    { scene in
      StubScreen(
        scene.words.joined(separator: " "), keys: keys, events: events,
        failure: failures[scene])
    }
  }
}

extension Context {
  /// A run of the app whose output is recorded.
  static func stub(_ program: Program, said: Occurrences<String>) async throws -> Context {
    try await Context(
      for: TerminalCommand.parse([]),
      App(
        streams: Streams(out: { said.record($0) }, err: { said.record($0) }),
        environment: program.environment, now: { .usual }, silenceLimit: .seconds(600),
        browser: Browser { _ in false }),
      Environment(variables: program.environment, arguments: []))
  }
}

/// The app over stub scenes, in a window in memory.
@MainActor
struct StubbedApp {
  let screen = RecordingScreen(columns: 60, rows: 10)
  let events = Occurrences<String>()
  let said = Occurrences<String>()
  let session: Session
  let context: Context
  private let program: Program
  private let running: Task<ExitStatus, any Error>

  /// Opens scenes, of which some keys are known in all.
  init(
    _ stack: [Scene], keys: [Key: Response], failures: [Scene: Failure] = [:]
  ) async throws {
    program = try Program()
    context = try await .stub(program, said: said)
    session = Session(context)
    let app = TerminalApp(
      screen: screen, session: session, opening: stack,
      making: StubScreen.scenes(keys: keys, events: events, failures: failures))
    let screen = screen
    running = Task {
      defer { screen.end() }
      return try await app.run()
    }
  }

  /// Presses a key and waits until a text is seen.
  func press(_ key: Key, until text: String) async -> String {
    screen.send([.key(key)])
    return await self.text(with: text)
  }

  /// What is seen once a text is there.
  func text(with part: String) async -> String {
    (await screen.frame { $0.text.contains(part) } ?? screen.frame).text
  }

  /// Quits and waits for the end.
  func end() async throws -> ExitStatus {
    screen.send([.key(.control("c"))])
    return try await running.value
  }
}
