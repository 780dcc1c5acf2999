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

  @Test("A service that is away is bridged", arguments: commands)
  func stale(command: String) async throws {
    let teacher = try await Teacher.working()
    let before = await teacher(command)
    teacher.control.add(Fault(nil, "/api/", times: nil, .disconnectBeforeHandling))
    let after = await teacher(command)
    #expect(after.status == 0)
    #expect(after.out == before.out.replacing("\"stale\": false", with: "\"stale\": true"))
    #expect(after.err == "Cannot reach Grades; showing data from less than a minute ago.\n")
  }

  @Test("Nothing stored: status 69", arguments: commands)
  func nothingStored(command: String) async throws {
    let teacher = try await Teacher.working()
    let run = await teacher(command + " --offline")
    #expect(run.status == 69)
    #expect(run.out == "")
  }

  @Test("A whole matrix answers for any choice of its columns")
  func otherColumns() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("group XI-ZPT.23 ALL").status == 0)
    let csv = await teacher("group XI-ZPT.23 ALL body du1 --csv --offline --filter zkusade1")
    #expect(csv.status == 0)
    #expect(csv.lines.first == "username,lastName,firstName,body,du1")
  }
}
