import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// Everything that a teacher reads is there without the service, once it was read.
@Suite("A teacher without the service", .inTurn)
struct TeacherOutageTests {
  private static let commands = [
    "groups XI-ZPT.23", "items XI-ZPT.23", "students XI-ZPT.23 novak",
    "student XI-ZPT.23 zkusade1", "group XI-ZPT.23 ALL du1 du2", "group XI-ZPT.23 ALL du1 --json",
  ]

  @Test("Offline nothing is asked; the age is said on standard error", arguments: commands)
  func offline(command: String) async throws {
    var teacher = try await Teacher.working()
    let online = await teacher(command)
    #expect(online.status == 0)
    teacher.control.resetRequestLog()
    teacher.program.now = { .usual.addingTimeInterval(7200) }
    let offline = await teacher(command + " --offline")
    #expect(offline.status == 0)
    #expect(offline.out == online.out.replacing("\"stale\": false", with: "\"stale\": true"))
    #expect(offline.err == "Offline; showing data from 2 hours ago.\n")
    #expect(teacher.control.requestCount == 0)
  }

  @Test("Nothing stored: status 69", arguments: commands)
  func nothingStored(command: String) async throws {
    let teacher = try await Teacher.working()
    let run = await teacher(command + " --offline")
    #expect(run.status == 69)
    #expect(run.out == "")
  }
}
