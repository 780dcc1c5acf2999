import AppTestSupport
import ClientTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// `grades notifications` and the counts of unread ones.
@Suite("Notifications in the shell", .hangLimit, .inTurn)
struct NotificationsCommandTests {
  private let new = """
       ID  Course     Text
    ●   4  XI-SIT.21  Test: 23, Resit: 23.5
    ●   3  XI-DAT.23  Quiz 1: 1.25
    ●   2  XI-ZPT.23  Task 1: 8.75, Task 2: 6.5

    """

  @Test("New ones, and with --all those that were read, in both languages")
  func lists() async throws {
    let program = try await Program.signedIn(to: .shared())
    #expect(await program("notifications").out == new)
    #expect(
      await program("notifications --all --lang cs").out == """
           ID  Předmět    Text
        ●   4  XI-SIT.21  Test: 23, Opravný test: 23,5
        ●   3  XI-DAT.23  Kvíz 1: 1,25
        ●   2  XI-ZPT.23  Úloha 1: 8,75, Úloha 2: 6,5
            1  XI-LOG.23  Semestrální test: 39

        """)
    let narrow = await program("notifications", width: 40)
    #expect(
      narrow.out == """
           ID  Course     Text
        ●   4  XI-SIT.21  Test: 23, Resit: 23.5
        ●   3  XI-DAT.23  Quiz 1: 1.25
        ●   2  XI-ZPT.23  Task 1: 8.75, Task 2:
                          6.5

        """)
  }

  @Test("The document and the table for programs")
  func documents() async throws {
    let program = try await Program.signedIn(to: .shared())
    let run = await program("notifications --json")
    #expect(
      run.out.hasPrefix(
        """
        {
          "notifications": [
            {
              "id": 4,
              "course": "XI-SIT.21",
              "read": false,
              "title": "XI-SIT.21",
              "text": "Your classification in the course XI-SIT.21 has changed:\\n* Test: 23\\n* \
        Resit: 23.5\\nSee Grades for details.",
              "url": null
            },

        """))
    #expect(
      run.out.hasSuffix(
        """
          ],
          "unread": 3,
          "fetchedAt": "2026-11-21T12:00:00Z",
          "stale": false
        }

        """))
    let csv = await program("notifications --all --csv").out
    #expect(csv.hasPrefix("id,course,read,title,text\n4,XI-SIT.21,false,XI-SIT.21,\"Your "))
    #expect(csv.contains("\n1,XI-LOG.23,true,XI-LOG.23,\"Your classification"))
    let both = await program("notifications --json --csv")
    #expect(both.status == 64)
  }

  @Test("Marking changes the lists and the counts, here and offline")
  func marking() async throws {
    let (program, _) = try await Program.atService()
    #expect(await program("courses").out.contains("80.25       B  ● 1\n"))
    let read = await program("notifications --read 4 2")
    #expect(read.status == 0)
    #expect(read.out == "")
    #expect(read.err == "Marked 2 notifications as read.\n")
    #expect(await program("notifications --offline").lines.count == 2)
    #expect(!(await program("courses --offline").out.contains("80.25       B  ● 1\n")))
    #expect(await program("notifications --unread 1").err == "Marked 1 notification as unread.\n")
    #expect(await program("notifications").lines.count == 3)
    #expect(await program("notifications --read-all").err == "Marked all notifications as read.\n")
    #expect(await program("notifications").out == "No unread notifications.\n")
    #expect(!(await program("courses").out.contains("●")))
  }

  @Test("What cannot be marked is said")
  func mistakes() async throws {
    let service = try await TestService.shared()
    let program = try await Program.signedIn(to: service)
    let unknown = await program("notifications --read 99")
    #expect(unknown.status == 65)
    #expect(
      unknown.err
        == "Error: No notification 99. To list notifications, run “grades notifications --all”.\n")
    #expect(await program("notifications --offline --read 2").status == 64)
    #expect(await program("notifications --read 2 --read-all").status == 64)
    #expect(await program("notifications --all --read-all").status == 64)
    #expect(await (try Program(at: service))("notifications").status == 77)
  }

  @Test("What the service sends cannot write to the terminal")
  func hostile() async throws {
    let (program, service) = try await Program.atService()
    _ = service.control.add(
      Fault(
        "GET", "/notifications/", times: nil,
        .answer(
          status: 200,
          body: #"""
            {"notifications":[{"id":"\u001b[2J","courseCode":"XI\u001b]0;x\u0007","notificationTextDtos":
            [{"identifier":"en","text":"a\u001b[31mb\u202ec"}]},{"strange":["shape"]}]}
            """#)))
    let run = await program("notifications")
    #expect(run.status == 0)
    #expect(
      !run.out.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{7}" })
    #expect(run.out.contains(#"{"strange":["shape"]}"#))
  }
}
