import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// The values of an item and of the total over time, from the change log.
@Suite("A course over time", .hangLimit, .inTurn)
struct CourseTrendTests {
  /// A student whose first task was graded three times.
  private func changed() async throws -> Program {
    let (program, service) = try await Program.atService()
    for points in [2.0, 6, 10] {
      try await service.control.changeAsColleague(
        course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: .number(points))
      #expect(await program("course XI-ZPT.23").status == 0)
    }
    return program
  }

  @Test("Beside the details and in the heading")
  func drawn() async throws {
    let program = try await changed()
    for columns in [40, 80, 120] {
      let app = program.open("--open course XI-ZPT.23", columns: columns, rows: 18)
      expectFrame("CourseTrend/at\(columns)", program.plain(await app.type("<down>")))
      if columns == 80 {
        expectFrame("CourseTrend/details", program.plain(await app.type("<enter>")))
      }
      _ = await app.hangUp()
    }
  }
}
