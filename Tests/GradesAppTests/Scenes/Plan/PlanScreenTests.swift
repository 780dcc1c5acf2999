import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// The planner in a window: assumed values over a student's results.
@Suite("The planner on a screen", .hangLimit, .inTurn)
struct PlanScreenTests {
  @Test("At 40 columns: values typed over open items, and results that follow each key")
  func at40() async throws {
    try await window("--open plan XI-TEO.24", columns: 40, rows: 18) { program, app, service in
      expectFrame("PlanScreen/at40", program.plain(await app.text))
      // The test has 40 points: 3, then 31.
      expectFrame("PlanScreen/at40-2", program.plain(await app.type("<down>3")))
      expectFrame("PlanScreen/at40-3", program.plain(await app.type("1<enter>")))
      #expect(service.control.requestLog.allSatisfy { $0.method == "GET" || $0.method == "POST" })
    }
  }

  @Test("At 80 columns in Czech: wanting more and less")
  func at80() async throws {
    try await window("--open plan XI-TEO.24 --lang cs", columns: 80, rows: 16) { program, app, _ in
      expectFrame("PlanScreen/at80", program.plain(await app.type("++")))
      expectFrame("PlanScreen/at80-2", program.plain(await app.type("<down>0<enter>++")))
      expectFrame("PlanScreen/at80-3", program.plain(await app.type("----")))
    }
  }

  @Test("A grade that the course never gives is no goal")
  func neverGiven() async throws {
    try await window("--open plan XI-BEZ.22", columns: 80, rows: 16) { _, app, _ in
      #expect(await app.type("+").contains("This is the highest goal."))
    }
  }

  @Test("At 120 columns from the course: a key forgets, and Escape goes back")
  func at120() async throws {
    try await window("--open course XI-TEO.24", columns: 120, rows: 16) { program, app, _ in
      expectFrame("PlanScreen/at120", program.plain(await app.type("w<down>40<enter>")))
      expectFrame("PlanScreen/at120-2", program.plain(await app.type("<c-x>")))
      #expect(await app.type("<esc>").contains("Game Theory"))
      // Nothing is left of it.
      expectFrame("PlanScreen/at120-3", program.plain(await app.type("w<down>")))
      // What is assumed stays while the app runs.
      #expect(await app.type("40<enter>q").contains("Game Theory"))
      #expect(await app.type("w").contains("~40  /  40"))
    }
  }

  @Test("Yes and no, a value that is none, and a computed item")
  func values() async throws {
    try await window("--open plan XI-BEZ.22", columns: 80, rows: 16) { program, app, _ in
      expectFrame("PlanScreen/values", program.plain(await app.type(" <down>7x<enter>")))
      #expect(await app.type("<esc><end><enter>").contains("cannot be edited"))
    }
  }

  @Test("Bounds beside a value that is outside of them, which is not taken")
  func outOfBounds() async throws {
    try await window("--open plan XI-TEO.24", columns: 40, rows: 18) { program, app, _ in
      expectFrame("PlanScreen/outOfBounds", program.plain(await app.type("<down>350")))
      #expect(await app.type("<enter>").contains("is above the"))
      #expect(await !app.type("<backspace>").contains("0–40"))
    }
  }

  @Test("Formulas that are not understood are named")
  func unknown() async throws {
    try await window("--open plan XI-SIT.21", columns: 80, rows: 16) { program, app, _ in
      expectFrame("PlanScreen/unknown", program.plain(await app.type("<down>20<enter>")))
    }
  }
}

/// A window over a service of its own, which Ctrl-C ends as a user would.
func window(
  _ arguments: String, columns: Int, rows: Int,
  _ test: (Program, RunningApp, TestService) async throws -> Void
) async throws {
  let (program, service) = try await Program.atService()
  let app = program.open(arguments, columns: columns, rows: rows)
  _ = await app.text
  try await test(program, app, service)
  await app.type("<c-c>")
  #expect(await app.end().status == 0)
}
