import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

@Suite("Streams of answers", .hangLimit, .inTurn) struct SnapshotStreamTests {
  private let next = World.semester.next

  @Test func throwsAfterTheStoredAnswerWhenItsReaderIsCancelled() async throws {
    let isHeld = Occurrences<Bool>()
    let world = try World(
      .faculty { request in
        guard request.hasPrefix("overview"), !isHeld.all.isEmpty else { return }
        await untilCancelled()
        throw GradesError.cancelled
      })
    let before = try await world.run().courses(in: .current).latest()
    isHeld.record(true)
    let shown = Occurrences<Snapshot<CourseList>>()

    let run = world.run()
    let reader = Task {
      for try await courses in run.courses(in: .current) { shown.record(courses) }
    }
    _ = try await shown.first(1)
    reader.cancel()

    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(shown.all == [before])
  }

  @Test func throwsTheSameWhetherTheReaderOrTheRequestEndsFirst() async throws {
    let world = try World(.faculty { _ in throw GradesError.cancelled })
    for turns in 0..<200 {
      let run = world.run()
      let reader = Task {
        var answers = run.courses(in: .current).makeAsyncIterator()
        for _ in 0..<turns { await Task.yield() }
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await answers.next()
      }
      await #expect(throws: CancellationError.self) { try await reader.value }
    }
  }

  @Test func goesOnWithTheSemesterThatHasBegun() async throws {
    let world = try World(.faculty())
    let before = try await world.run().courses(in: .current).latest()
    world.clock.advance(86_401)
    world.service.change { answers in
      answers.semesters[.current] = next
      answers.roles[next] = answers.roles[World.semester]
      answers.overviews[next] = []
    }

    let shown = try await all(world.run().courses(in: .current))

    #expect(shown.first == before)
    #expect(shown.map(\.value.semester) == [World.semester, next])
    #expect(shown.allSatisfy { !$0.isStale })
    #expect(try await world.run().courses(in: .current).latest().value.semester == next)
  }

  @Test func isStaleWhereTheSemesterIs() async throws {
    let world = try World(.faculty())
    _ = try await world.run().courses(in: .current).latest()
    world.service.fail("semester", with: .serviceFailure(status: 500))
    world.clock.advance(86_401)

    let shown = try await all(world.run().courses(in: .current))

    #expect(shown.map(\.isStale) == [false, true])
    #expect(try await world.run().courses(in: .current).latest().isStale)
    #expect(try await !world.run().courses(in: .code(World.semester)).latest().isStale)
  }

  @Test func asksForTheSemesterOnceADay() async throws {
    let world = try World(.faculty())
    _ = try await world.run().courses(in: .current).latest()
    world.service.forgetRequests()
    _ = try await world.run().courses(in: .current).latest()
    #expect(world.service.requests.sorted() == ["overview zkusade1 B261 en", "roles B261 en"])
  }
}
