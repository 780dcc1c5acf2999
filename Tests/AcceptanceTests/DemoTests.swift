import AppTestSupport
import TestSupport
import Testing

/// The courses of the demo student, as `grades demo` prints them into a pipe.
let demoCourses = """
  Winter 2026/27 (B261)                                  Adéla Zkušební

  Studying     Course                            Points   Grade  Unread
    XI-BEZ.22  Health and Safety                  20          Z
    XI-DAT.23  Database Systems                   70.75       C  ● 1
    XI-EKO.21  Ekonomika podnikání                 –     passed
    XI-LOG.23  Logic and Sets                     93          A
    XI-PRJ.22  Software Team Project              87          B
    XI-SIT.21  Computer Networks                  79          C  ● 1
    XI-TEO.24  Game Theory                         –          –
    XI-TVA     Physical Education                  –          –
    XI-ZPT.23  Basics of Programming Techniques   80.25       B  ● 1

  """

@Suite("The demo as a newcomer tries it", .inTurn)
struct DemoTests {
  @Test("shows the student's courses, and again on the same data")
  func twice() async throws {
    let newcomer = try Program()
    for _ in 1...2 {
      let run = try await newcomer.execute("demo")
      #expect(run.status == 0)
      #expect(run.out == demoCourses)
      #expect(!run.err.contains("\u{1B}"))
      #expect(run.err.contains("You are Adéla Zkušební (student)."))
    }
  }

  @Test("works twice at the same time on the same data")
  func atTheSameTime() async throws {
    let newcomer = try Program()
    for run in try await newcomer.execute("demo", times: 2) {
      #expect(run.status == 0, "\(run.err)")
      #expect(run.out == demoCourses)
    }
  }
}
