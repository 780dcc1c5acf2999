import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// `grades settings service`: what the user has chosen at the service.
@Suite("Settings of the service", .hangLimit, .inTurn)
struct ServiceSettingsTests {
  @Test("They are shown and changed, course by course")
  func story() async throws {
    let (program, service) = try await Program.atService()
    #expect(
      await program("settings service").out == """
        Winter 2026/27 (B261)

        Settings in Grades
          emails            yes   E-mail notifications
          unlisted-courses  none  Courses hidden on the web
          silenced-courses  none  Muted courses

        """)
    #expect(await program("settings service set emails off").err == "emails is now no.\n")
    let silenced = await program("settings service set silenced-courses XI-ZPT,XI-DAT")
    #expect(silenced.err == "silenced-courses is now XI-DAT.23,XI-ZPT.23.\n")
    let hidden = await program("settings service set hidden-courses xi-zpt.23")
    #expect(hidden.err == "unlisted-courses is now XI-ZPT.23.\n")
    service.control.resetRequestLog()
    let other = await program("settings service set silenced-courses XI-DAT.23")
    #expect(other.err == "silenced-courses is now XI-DAT.23.\n")
    // One course has changed, and what else was chosen about it stays.
    let sent = service.control.requestLog.filter { $0.method == "PUT" }
    #expect(sent.count == 1)
    #expect(
      sent.map { String(decoding: $0.body, as: UTF8.self) } == [
        #"{"courseCode":"XI-ZPT.23","hidden":true,"silencedNotifications":false}"#
      ])
    let shown = await program("settings service --json")
    #expect(shown.out.hasPrefix("{\n  \"semester\": \"B261\",\n  \"emails\": false,\n"))
    #expect(shown.out.contains("\"silenced\": true"))
    let teacher = try await Program.signedIn(to: service, as: DemoAccounts.teacher.username)
    let taught = await teacher("settings service set unlisted-courses XI-ZPT")
    #expect(taught.err == "unlisted-courses is now XI-ZPT.23.\n")
    #expect(
      service.control.requestLog.last { $0.method == "PUT" }?.path.hasSuffix(
        "/settings/my/teacher/courses") == true)
    let nothing = await program.run(["settings", "service", "set", "unlisted-courses", ""])
    #expect(nothing.err == "unlisted-courses is now none.\n")
  }

  @Test("Mistakes are said and nothing is sent")
  func mistakes() async throws {
    let (program, service) = try await Program.atService()
    for (wrong, status) in [
      ("colour blue", 64), ("emails perhaps", 64), ("unlisted-courses XI-NO", 65),
      ("silenced-courses XI-ZPT,XI-NO", 65),
    ] as [(String, Int32)] {
      #expect(await program("settings service set \(wrong)").status == status, "\(wrong)")
    }
    #expect(!service.control.requestLog.contains { $0.method == "PUT" })
  }

  @Test("An answer of another shape is shown, and what would have to be guessed is not sent")
  func unknownShape() async throws {
    let (program, service) = try await Program.atService()
    _ = service.control.add(
      Fault(
        "GET", "/settings/my", times: nil,
        .answer(status: 200, body: #"{"mail":{"weekly":true},"studentCourses":"XI-ZPT.23"}"#)))
    #expect(
      await program("settings service").out == """
        Winter 2026/27 (B261)

        Settings in Grades
          emails            unknown  E-mail notifications
          unlisted-courses  unknown  Courses hidden on the web
          silenced-courses  unknown  Muted courses

        Other (unknown to this program)
          mail              {"weekly":true}
          studentCourses    XI-ZPT.23

        """)
    let run = await program("settings service set silenced-courses XI-ZPT")
    #expect(run.status == 76)
    #expect(!service.control.requestLog.contains { $0.method == "PUT" })
  }

  @Test("A service without them says so")
  func notOffered() async throws {
    let (program, service) = try await Program.atService()
    _ = service.control.add(Fault("GET", "/settings/my", times: nil, .answer(status: 404)))
    #expect(await program("settings service").status == 65)
  }
}
