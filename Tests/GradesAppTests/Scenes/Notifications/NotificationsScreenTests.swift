import AppTestSupport
import ClientTestSupport
import GradesTesting
import TestSupport
import Testing

/// The Notifications scene in a window.
@Suite("Notifications on a screen", .hangLimit, .inTurn)
struct NotificationsScreenTests {
  @Test("Little room belongs to the list")
  func low() async throws {
    let program = try await Program.signedIn(to: .shared())
    let app = program.open("--open notifications", columns: 40, rows: 8)
    await expectFrame("NotificationsScreen/low", app.text)
    await app.type("<c-c>")
    #expect(await app.end().status == 0)
  }

  @Test("All of them in Czech, marked with keys")
  func marking() async throws {
    let (program, _) = try await Program.atService()
    let app = program.open("--open notifications --lang cs", columns: 80, rows: 12)
    _ = await app.text
    let shown = await app.type("a<down>m")
    expectFrame("NotificationsScreen/marking", program.plain(shown))
    #expect(await program("notifications").lines.count == 3)
    // What was read a moment ago stays among the new ones until the service is asked again.
    let onlyNew = await app.type("a")
    #expect(onlyNew.contains("▌  XI-DAT.23"))
    #expect(!onlyNew.contains("XI-LOG.23"))
    #expect(!(await app.type("r")).contains("XI-DAT.23"))
    await app.type("M")
    #expect(await program("notifications").out == "No unread notifications.\n")
    #expect(await app.type("M").contains("Vše je přečteno."))
    #expect(await app.type("r").contains("Žádná nepřečtená upozornění."))
    #expect(await app.type("m").contains("Žádná upozornění."))
    await app.type("<c-c>")
    #expect(await app.end().status == 0)
  }

  @Test("Enter marks as read and leads to the course; Courses count what is left")
  func opening() async throws {
    let (program, _) = try await Program.atService()
    let app = program.open("", columns: 120, rows: 16)
    #expect(await app.text.contains("79     C       ● 1"))
    await app.type("n<down><down><enter>")
    #expect(await program("notifications").lines.count == 3)
    let courses = await app.type("q<esc>")
    #expect(courses.contains("79     C       ● 1"))
    #expect(!courses.contains("80.25  B       ● 1"))
    await app.type("<c-c>")
    #expect(await app.end().status == 0)
  }

  @Test("Enter leads to the item that the notification is about, with its new value")
  func item() async throws {
    let desk = try await WatchDesk.open()
    #expect(await desk.student("course XI-ZPT.23").status == 0)
    await desk.publish("du1=9", "--notify")
    await desk.publish("du3=9.5", "--notify")
    var app = desk.student.open("--open notifications --lang cs", columns: 80, rows: 20)
    #expect(await app.text.contains("XI-ZPT.23"))
    expectFrame("NotificationsScreen/item", desk.student.plain(await app.type("<enter>")))
    _ = await app.hangUp()
    app = desk.student.open("--open notifications", columns: 80, rows: 20)
    #expect(await app.text.contains("/ find"))
    #expect(await app.type("/xi-sit<enter>").contains("▌● XI-SIT.21"))
    #expect(await app.type("<esc>c").contains("grades · Changes"))
  }

  @Test("A mark that the service refuses is taken back, and why is said")
  func refused() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    program.requestClock = SteppedClock().requestClock
    let app = program.open("--open notifications", columns: 80, rows: 14)
    _ = await app.text
    _ = service.control.add(Fault("PUT", "/read/", times: nil, .answer(status: 500)))
    let text = await app.type("m")
    #expect(text.contains("▌● XI-SIT.21"))
    #expect(text.contains("Grades reported an error (status 500). Try again later."))
    await app.type("<c-c>")
    _ = await app.end()
  }

  @Test("Offline, stored unread ones are shown, opened and not marked; read ones are not stored")
  func offline() async throws {
    let (program, _) = try await Program.atService()
    for command in ["courses", "notifications", "course XI-SIT.21"] {
      #expect(await program(command).status == 0)
    }
    let app = program.open("--open notifications --offline", columns: 80, rows: 14)
    expectFrame("NotificationsScreen/offline", await app.text)
    for keys in ["m", "M"] {
      let text = await app.type(keys)
      #expect(text.contains("▌● XI-SIT.21") && text.contains("Cannot mark notifications offline."))
    }
    #expect(await app.type("a").contains("Read notifications are not available offline."))
    #expect(await app.type("<enter>").contains("grades · XI-SIT.21"))
    #expect(await app.type("<esc>").contains("▌● XI-SIT.21"))
    await app.type("<c-c>")
    _ = await app.end()
  }
}
