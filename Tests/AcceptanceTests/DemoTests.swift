import AppTestSupport
import TestSupport
import Testing

@Suite("The demo as a newcomer tries it", .inTurn)
struct DemoTests {
  @Test("shows the student's courses, and again on the same data")
  func twice() async throws {
    let newcomer = try Program()
    for _ in 1...2 {
      let run = try await newcomer.execute("demo")
      #expect(run.status == 0)
      #expect(run.out == "Demo: made-up data\n" + demoCourses)
      #expect(!run.err.contains("\u{1B}"))
      #expect(run.err.contains("You are Adéla Zkušební (student)."))
    }
  }

  @Test("works twice at the same time on the same data")
  func atTheSameTime() async throws {
    let newcomer = try Program()
    for run in try await newcomer.execute("demo", times: 2) {
      #expect(run.status == 0, "\(run.err)")
      #expect(run.out == "Demo: made-up data\n" + demoCourses)
    }
  }
}
