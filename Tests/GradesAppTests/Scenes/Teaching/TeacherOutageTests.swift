import Foundation
import GradesServer
import TestSupport
import Testing

/// Everything that a teacher reads is there without the service, once it was read.
@Suite("A teacher without the service")
struct TeacherOutageTests {
  private static let commands = [
    "groups XI-ZPT.23", "items XI-ZPT.23", "students XI-ZPT.23 novak",
    "student XI-ZPT.23 zkusade1", "group XI-ZPT.23 ALL du1 du2", "group XI-ZPT.23 ALL du1 --json",
  ]

  @Test("Offline nothing is asked; the age is said on standard error", arguments: commands)
  func offline(command: String) async throws {
    try await Teacher.working { teacher in
      var teacher = teacher
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
  }

  @Test("A service that is away is bridged", arguments: commands)
  func stale(command: String) async throws {
    try await Teacher.working { teacher in
      let before = await teacher(command)
      teacher.control.add(Fault(nil, "/api/", times: nil, .disconnectBeforeHandling))
      let after = await teacher(command)
      #expect(after.status == 0)
      #expect(after.out == before.out.replacing("\"stale\": false", with: "\"stale\": true"))
      #expect(
        after.err == "The service cannot be reached; showing data from less than a minute ago.\n")
    }
  }

  @Test("Nothing stored: status 69", arguments: commands)
  func nothingStored(command: String) async throws {
    try await Teacher.working { teacher in
      let run = await teacher(command + " --offline")
      #expect(run.status == 69)
      #expect(run.out == "")
    }
  }

  @Test(
    "Drafts are made on what is stored, which is said",
    arguments: [
      (
        "en",
        """
        The service cannot be reached; showing data from 2 hours ago.
        1 draft is kept. Publish with “grades publish”.

        """
      ),
      (
        "cs",
        """
        Služba není dostupná; zobrazují se data stažená před 2 hodinami.
        Uložen 1 koncept. Zveřejníte ho příkazem „grades publish“.

        """
      ),
    ])
  func drafts(language: String, said: String) async throws {
    try await Teacher.working { teacher in
      var teacher = teacher
      #expect(await teacher("group XI-ZPT.23").status == 0)
      teacher.program.now = { .usual.addingTimeInterval(7200) }
      teacher.control.add(Fault(nil, "/api/", times: nil, .disconnectBeforeHandling))
      let run = await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft --lang \(language)")
      #expect(run.status == 0)
      #expect(run.said == said)
      #expect(await teacher.drafts() == ["zkusade1 du1 8.75 1 draft"])

      let file = teacher.program.home.file("results.csv")
      try Data("username,du2\nzkusade1,5\n".utf8).write(to: file)
      let imported = await teacher.program.run(["import", "XI-ZPT.23", file.path, "--draft"])
      #expect(imported.status == 0)
      #expect(
        await teacher("set XI-ZPT.23 --item du3 --group ALL 1 --draft --note late").status == 0)
      #expect(await teacher.drafts().count > 20)
      // Nobody is a stranger for sure unless all students are stored; then they are refused.
      #expect(await teacher("set XI-ZPT.23 nobody:du1=1 --draft").status == 65)
      #expect(await teacher("set XI-ZPT.23 testst01:du1=1 --draft").status == 65)
      #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --yes").status == 69)
      #expect(await teacher("set XI-ZPT.23 --item du1 --group TEST 1 --draft").status == 69)
      #expect(await teacher("set XI-BEZ.22 zkusade1:skoleni=no --draft").status == 69)
    }
  }

  @Test("Drafts that were made on stored values are published over newer ones only with leave")
  func draftsOnOldValues() async throws {
    try await Teacher.working { teacher in
      // One student's results are enough for this student, and say nothing of others.
      #expect(await teacher("student XI-ZPT.23 zkusade1").status == 0)
      teacher.control.add(Fault(nil, "/api/", times: nil, .disconnectBeforeHandling))
      #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2 --draft").status == 0)
      #expect(await teacher("set XI-ZPT.23 druhyst2:du1=1 --draft").status == 69)
      teacher.control.removeFaults()
      try await teacher.colleague("zkusade1", "du1", .number(6))
      #expect(await teacher("publish --yes --no-notify").status == 75)
      #expect(teacher.sent == ["zkusade1 du2 2"])
      #expect(await teacher.stored("zkusade1", "du1") == .number(6))
    }
  }

  @Test("A whole matrix answers for any choice of its columns")
  func otherColumns() async throws {
    try await Teacher.working { teacher in
      #expect(await teacher("group XI-ZPT.23").status == 0)
      let csv = await teacher("group XI-ZPT.23 ALL body du1 --csv --offline --filter zkusade1")
      #expect(csv.status == 0)
      #expect(csv.lines.first == "username,lastName,firstName,body,du1")
    }
  }
}
