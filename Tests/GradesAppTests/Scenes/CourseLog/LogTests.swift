import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// `grades log` and the Log scene: what has changed in a taught course.
@Suite("The log of a course in the program", .hangLimit, .inTurn)
struct LogTests {
  /// A teacher who has loaded a course, after which a colleague changed one student's values and the teacher another's.
  private func changed() async throws -> Teacher {
    let teacher = try await Teacher.working()
    let first = await teacher("log \(Teacher.course)")
    #expect(first.status == 0)
    teacher.clock.sleep(for: .seconds(600))
    for (item, value) in [("du1", CellValue.number(9)), ("du2", nil)] {
      try await teacher.control.changeAsColleague(
        course: Teacher.course, username: "zkusade1", item: item, value: value,
        note: item == "du1" ? "pozdě 漢字" : "")
    }
    #expect(await teacher("set \(Teacher.course) bartada1:du1=0.5 --yes --no-notify").status == 0)
    teacher.clock.sleep(for: .seconds(600))
    return teacher
  }

  @Test("The first look begins the log; then it has own and others' changes, each once")
  func story() async throws {
    let teacher = try await changed()
    let program = teacher.program
    let seen = await teacher("log \(Teacher.course)")
    expectFrame("Log/shell", program.plain(seen.out))
    #expect(seen.status == 0)
    expectFrame("Log/shell-cs", program.plain(await teacher("log ZPT --lang cs").out))
    #expect(await teacher("log \(Teacher.course) --json").out.contains("\"batch\": 1"))
    let again = await teacher("log ZPT --offline")
    #expect(again.out == seen.out)
    expectFrame("Log/csv", await teacher("log ZPT --author kolegjo1 --item du1 --csv").out)
    #expect(await teacher("log ZPT --student bartada1 --since 1h").out.contains("0.5"))
    #expect(await teacher("log ZPT --since 2027-01-01").out.contains("No changes."))
  }

  @Test(
    "What a colleague wrote and was overwritten in a conflict is in the log, before the user's own value",
    arguments: [true, false])
  func overwritten(isSeenBetween: Bool) async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set \(Teacher.course) cibulja1:du2=9 --draft").status == 0)
    #expect(await teacher("log \(Teacher.course)").status == 0)
    teacher.clock.sleep(for: .seconds(600))
    try await teacher.colleague("cibulja1", "du2", .number(2))
    teacher.clock.sleep(for: .seconds(600))
    #expect(await teacher("publish --mine --yes --no-notify").status == 0)
    teacher.clock.sleep(for: .seconds(600))
    // Another look may see the value before the history is added.
    if isSeenBetween {
      #expect(await teacher("group \(Teacher.course) ALL --details du2").status == 0)
    }
    let log = await teacher("log \(Teacher.course) --student cibulja1 --csv")
    let authors = log.lines.dropFirst().map { line in
      ["ucitezk1", "kolegjo1"].first { line.contains($0) } ?? line
    }
    // The newest first, at the same second, too.
    #expect(authors == ["ucitezk1", "kolegjo1"], "\(log.out)")
    #expect(log.lines.count == 3 && log.lines[2].contains(",4.75,2,"), "\(log.out)")
  }

  @Test("Unknown names are named")
  func unknown() async throws {
    let teacher = try await Teacher.working()
    let item = await teacher("log \(Teacher.course) --item duu1")
    #expect(item.status == 65)
    #expect(item.err.contains("duu1"))
    let student = await teacher("log \(Teacher.course) --student nikdo")
    #expect(student.status == 65)
    #expect(student.err.contains("nikdo"))
    #expect(await teacher("log \(Teacher.course) --since monday").status == 64)
  }

  @Test("On a screen", arguments: [40, 80, 120])
  func screen(columns: Int) async throws {
    let teacher = try await changed()
    let app = teacher.program.open(
      "--lang \(columns == 80 ? "cs" : "en") --open log \(Teacher.course)", columns: columns,
      rows: 12)
    expectFrame("Log/at\(columns)", teacher.program.plain(await app.text))
    await app.type("<c-c>")
    #expect(await app.end().status == 0)
  }

  @Test("From the group to the history of a cell, and on to the student")
  func cell() async throws {
    let teacher = try await changed()
    let app = teacher.program.open("--open group \(Teacher.course) ALL", columns: 80, rows: 14)
    _ = await app.text
    expectFrame("Log/cell", teacher.program.plain(await app.type("<c-k>l")))
    await app.type("<esc>")
    expectFrame("Log/course", teacher.program.plain(await app.type("<c-k>L")))
    #expect(await app.type("<enter>").contains("zkusade1"))
    await app.type("<c-c>")
    #expect(await app.end().status == 0)
  }

  @Test("The history of a test student's cell asks for the shown group alone")
  func testStudent() async throws {
    var teacher = try await Teacher.working()
    var app = teacher.program.open("--open group \(Teacher.course) TEST", columns: 80, rows: 14)
    #expect(await app.text.contains("Test"))
    teacher.control.resetRequestLog()
    #expect(await app.type("<c-k>l").contains("No changes"))
    let asked = teacher.control.requestLog.map(\.path)
    #expect(asked.contains { $0.contains("/TEST") })
    #expect(!asked.contains { $0.contains("/ALL") })
    await app.type("<c-c>")
    #expect(await app.end().status == 0)
    teacher = try await Teacher.working()
    app = teacher.program.open("--open log \(Teacher.course) testst01 du1", columns: 80, rows: 14)
    #expect(await app.text.contains("No changes"))
    await app.type("<c-c>")
    #expect(await app.end().status == 0)
  }

  @Test("A watch of the course reports what a colleague changes, and nothing of the teacher's own")
  func watch() async throws {
    let teacher = try await Teacher.working()
    let first = await teacher("watch --teach \(Teacher.course) --group ALL --once")
    #expect(first.out == "")
    #expect(
      first.err
        == "Loaded XI-ZPT.23, group ALL. From now on, changes by others are reported.\n")
    teacher.clock.sleep(for: .seconds(300))
    try await teacher.control.changeAsColleague(
      course: Teacher.course, username: "zkusade1", item: "du1", value: .number(9))
    #expect(await teacher("set \(Teacher.course) bartada1:du1=0.5 --yes --no-notify").status == 0)
    let second = await teacher("watch --teach ZPT --group ALL --once")
    #expect(second.status == 0)
    expectFrame("Log/watch", teacher.program.plain(second.out))
    #expect(await teacher("watch --teach ZPT --group ALL --once").out == "")
    let json = await teacher("watch --teach ZPT --group ALL --once --json --hide-values")
    #expect(json.out == "")
    #expect(await teacher("watch --group ALL --once").status == 64)
  }

  @Test(
    "A program gets the document of a colleague's change; hidden values are null and in no variable"
  )
  func watchDocuments() async throws {
    let teacher = try await Teacher.working()
    let watch = "watch --teach \(Teacher.course) --group ALL --once --json"
    _ = await teacher(watch)
    let home = teacher.program.home
    try FakeProgram.install(
      "tell",
      """
      printf '%s|' "$GRADES_EVENT_KIND" "$GRADES_EVENT_USERNAME" "$GRADES_EVENT_ITEM" \
        "$GRADES_EVENT_AUTHOR" "$GRADES_EVENT_FROM" "$GRADES_EVENT_TO" "$GRADES_EVENT_NOTE" \
        > "$HOME/facts"
      cat > "$HOME/document"
      """, in: home)
    func told(_ name: String) throws -> String {
      try String(contentsOf: home.file(name), encoding: .utf8)
    }
    func change(_ value: Double, note: String) async throws {
      teacher.clock.sleep(for: .seconds(300))
      try await teacher.colleague("zkusade1", "du1", .number(value), note: note)
    }
    let exec = " --exec \(home.file("tell").path)"
    try await change(9, note: "opraveno")
    let shown = await teacher(watch + exec)
    #expect(shown.lines.count == 1)
    #expect(try told("document") == shown.out)
    #expect(try told("facts") == "courseChange|zkusade1|du1|kolegjo1|8.75|9|opraveno|")
    let document = try shown.object()
    #expect(document["kind"] as? String == "courseChange")
    #expect(document["from"] as? Double == 8.75 && document["to"] as? Double == 9)
    #expect(document["noteTo"] as? String == "opraveno")

    try await change(4, note: "tajné")
    let hidden = await teacher(watch + exec + " --hide-values")
    #expect(try told("document") == hidden.out)
    #expect(try told("facts") == "courseChange|zkusade1|du1|kolegjo1||||")
    let empty = try hidden.object()
    for name in ["from", "to", "noteFrom", "noteTo"] { #expect(empty[name] is NSNull) }
    #expect(empty["username"] as? String == "zkusade1")
    #expect(!hidden.out.contains("tajné") && !hidden.err.contains("tajné"))
  }
}
