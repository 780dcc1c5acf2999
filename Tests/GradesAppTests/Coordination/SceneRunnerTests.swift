import AppTestSupport
import Foundation
import GradesClient
import Observation
import Terminal
import TestSupport
import Testing

@testable import GradesApp

/// What the front end of the app relies on.
@Suite("The scene runner", .hangLimit)
@MainActor
struct SceneRunnerTests {
  private let course = CourseCode("XI-AAA.23")
  private let events = Occurrences<String>()
  private let program: Program
  private let session: Session

  init() async throws {
    program = try Program()
    session = Session(try await Context.stub(program, said: Occurrences()))
  }

  @Test("Going to a scene opens it, and going back cancels its work and finishes it")
  func goAndBack() async {
    let (runner, frontEnd) = begin([.courses])
    runner.follow(.open(.course(course)))
    #expect(runner.scene == .course(course))
    #expect(runner.isBusy)
    runner.follow(.back)
    #expect(runner.scene == .courses)
    await runner.finish()
    #expect(frontEnd.log == ["scene course XI-AAA.23", "scene courses"])
    #expect(events.all.contains("course XI-AAA.23 finished"))
  }

  @Test("Nothing opens over a login")
  func nowhere() async {
    let (runner, frontEnd) = begin([.courses, .login])
    runner.follow(.open(.settings))
    #expect(runner.scene == .login)
    #expect(frontEnd.log == [])
    await runner.finish()
  }

  @Test("Responses are followed one after the other")
  func several() async {
    let (runner, frontEnd) = begin([.courses])
    runner.follow(
      .several([.say(Sentence(.semesterViewed)), .open(.settings), .fail(.offlineImpossible)]))
    #expect(
      frontEnd.log == ["say semesterViewed", "scene settings", "fail errorOfflineImpossible"])
    #expect(runner.problem == .offlineImpossible)
    runner.follow(.back)
    #expect(runner.problem == nil)
    await runner.finish()
  }

  @Test("An overlay is closed with its response, and with its scene")
  func overlays() async {
    let (runner, frontEnd) = begin([.courses])
    let overlay = question()
    runner.follow(.present(overlay))
    #expect(runner.overlays.count == 1)
    runner.close(overlay, with: .say(Sentence(.semesterViewed)))
    #expect(runner.overlays.isEmpty)
    runner.follow(.several([.present(question()), .open(.settings)]))
    #expect(runner.overlays.isEmpty)
    #expect(frontEnd.log == ["say semesterViewed", "scene settings"])
    await runner.finish()
  }

  @Test("An overlay about something that is over closes by itself")
  func answered() async {
    let (runner, _) = begin([.courses])
    let answers = Occurrences<Bool>()
    runner.follow(.present(question(while: { answers.all.isEmpty })))
    runner.dropAnswered()
    #expect(runner.overlays.count == 1)
    answers.record(true)
    runner.dropAnswered()
    #expect(runner.overlays.isEmpty)
    await runner.finish()
  }

  @Test("The response of a task is followed only while its scene is visible")
  func tasks() async {
    let (runner, frontEnd) = begin([.courses, .settings])
    runner.follow(
      .run {
        return .say(Sentence(.semesterViewed))
      })
    await frontEnd.forward(1, to: runner)
    #expect(frontEnd.log == ["say semesterViewed"])

    runner.follow(.run { .say(Sentence(.semesterViewed)) })
    runner.follow(.open(.login))
    await frontEnd.forward(1, to: runner)
    #expect(frontEnd.log == ["say semesterViewed", "scene login"])
    await runner.finish()
  }

  @Test("A failure of the visible scene is its problem until it is loaded again")
  func failure() async {
    let failure = Failure.service(.notSignedIn(.expired))
    let (runner, frontEnd) = begin([.courses], failures: [.courses: failure])
    await frontEnd.forward(1, to: runner)
    #expect(runner.problem == failure)
    #expect(runner.needsLogin)
    #expect(runner.isIdle)
    runner.refresh()
    #expect(runner.problem == nil)
    #expect(runner.isBusy)
    await runner.finish()
  }

  @Test("What is old is asked for again by itself, at most every five minutes")
  func old() async {
    let screen = AgedScreen()
    let runner = SceneRunner(session: session, opening: [.courses]) { _ in screen }
    let frontEnd = RecordingFrontEnd()
    runner.begin(in: frontEnd)
    await frontEnd.forward(1, to: runner)
    runner.refreshOld()
    #expect(runner.isIdle)
    screen.age = 301
    runner.refreshOld()
    await frontEnd.forward(1, to: runner)
    runner.refreshOld()
    #expect(runner.isIdle && screen.loads == 2)
    #expect(runner.problem == nil)
    await runner.finish()
  }

  private func begin(
    _ stack: [Scene], failures: [Scene: Failure] = [:]
  ) -> (SceneRunner, RecordingFrontEnd) {
    let runner = SceneRunner(
      session: session, opening: stack,
      making: StubScreen.scenes(events: events, failures: failures))
    let frontEnd = RecordingFrontEnd()
    frontEnd.runner = runner
    runner.begin(in: frontEnd)
    return (runner, frontEnd)
  }

  private func question(
    while condition: @escaping @MainActor () -> Bool = { true }
  ) -> QuestionOverlay {
    QuestionOverlay(Sentence(.logoutTitle), choices: [], while: condition)
  }
}

/// A scene of an answer of some age, which the service gives no more after the first time.
@MainActor @Observable
private final class AgedScreen: SceneViewModel {
  nonisolated static let keys: [Binding<AgedScreen>] = []
  var age: TimeInterval = 0
  private(set) var loads = 0

  func appear() async throws {
    loads += 1
    if loads > 1 { throw GradesError.unreachable(.timedOut) }
  }
  func title(_ words: SceneWords) -> SceneTitle {
    SceneTitle(leading: "", age: SnapshotAge(fetchedAt: .usual - age, isStale: false))
  }
  func fit(in rect: Rect, _ words: SceneWords) -> Response { .done }
  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {}
}

/// Notes what the runner asks its front end to show, and keeps the outcomes of tasks.
@MainActor
private final class RecordingFrontEnd: SceneFrontEnd {
  private(set) var log: [String] = []
  weak var runner: SceneRunner?
  private let outcomes = EventQueue<SceneTasks.Outcome>()

  /// Forwards the next outcomes of tasks to the runner.
  func forward(_ count: Int, to runner: SceneRunner) async {
    var left = count
    while left > 0 {
      for outcome in await outcomes.take() {
        runner.take(outcome)
        left -= 1
      }
    }
  }

  func taskFinished(_ outcome: SceneTasks.Outcome) { outcomes.put(outcome) }
  func say(_ sentence: Sentence) { log.append("say \(sentence.message.key)") }
  func ring() { log.append("ring") }
  func copy(_ text: String) { log.append("copy \(text)") }
  func edit(_ text: String, then: @escaping @MainActor (String) -> Void) {
    log.append("edit \(text)")
  }
  func fail(_ failure: Failure) {
    for sentence in failure.sentences { log.append("fail \(sentence.message)") }
  }
  func sceneChanged() {
    let words = runner?.scene.map { $0.words.joined(separator: " ") }
    log.append("scene \(words ?? "none")")
  }
}
