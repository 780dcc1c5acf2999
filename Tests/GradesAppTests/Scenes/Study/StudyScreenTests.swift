import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// All semesters in a window: averages, a chart, planned grades.
@Suite("The study on a screen", .hangLimit, .inTurn)
struct StudyScreenTests {
  @Test("At 40 columns: a planned grade changes the averages, and is taken back")
  func at40() async throws {
    try await window("--open study", columns: 40, rows: 24) { program, app, service in
      expectFrame("StudyScreen/at40", program.plain(await app.text))
      // The seventh course has no grade.
      let planned = await app.type("<down><down><down><down><down><down>a")
      expectFrame("StudyScreen/at40-2", program.plain(planned))
      #expect(await app.type("<delete>").contains("average 1.68"))
      expectFrame("StudyScreen/at40-3", program.plain(await app.type("<end>")))
      #expect(service.control.requestLog.allSatisfy { $0.method == "GET" || $0.method == "POST" })
    }
  }

  @Test("At 80 columns in Czech: a grade from a list, and Escape that forgets, then goes back")
  func at80() async throws {
    try await window("--lang cs", columns: 80, rows: 24) { program, app, _ in
      expectFrame("StudyScreen/at80", program.plain(await app.type("S")))
      expectFrame("StudyScreen/at80-2", program.plain(await app.type("<down><enter>")))
      let planned = await app.type("<end><enter>")
      #expect(planned.contains("~Z"))
      #expect(await !app.type("<esc>").contains("~"))
      #expect(await app.type("<esc>").contains("Předměty"))
    }
  }

  @Test("At 120 columns the chart is beside the list; stored semesters come without the service")
  func at120() async throws {
    try await window("--open study", columns: 120, rows: 24) { program, app, service in
      expectFrame("StudyScreen/at120", program.plain(await app.type("fz")))
      service.control.add(Fault(nil, "/", times: nil, .disconnectBeforeHandling))
      #expect(await app.type("r").contains("XI-TEO.24"))
    }
  }

  @Test("A teacher who studies nothing reads that there is no course")
  func teacher() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let app = program.open("--open study", columns: 60, rows: 12)
    #expect(await app.text.contains("No courses in any semester."))
  }
}
