import AppTestSupport
import Foundation
import GradesClient
import GradesLocalization
import GradesServer
import GradesTesting
import TestSupport
import Testing

@testable import GradesApp
@testable import GradesCore

/// What a watch starts: programs of the user's, and `notify-send`.
@Suite("Programs that a watch starts", .hangLimit, .inTurn)
struct WatchProgramTests {
  private func script(_ lines: String, named name: String, in home: TemporaryFolder) throws
    -> String
  {
    try FakeProgram.install(name, lines, in: home)
    return home.file(name).path
  }

  private func reported(_ home: TemporaryFolder) throws -> String {
    try String(contentsOf: home.file("reported"), encoding: .utf8)
  }

  @Test("A program gets the facts in its environment and on standard input, no shell between")
  func exec() async throws {
    var desk = try await WatchDesk.open()
    let home = desk.student.home
    desk.student.environment["GRADES_CLIENT_SECRET"] = "do-not-tell"
    let program = try script(
      """
      [ -z "$GRADES_CLIENT_SECRET" ] || echo leaked >> "$HOME/reported"
      [ "$GRADES_EVENT_ITEM" = du1 ] || [ "$GRADES_EVENT_KIND" = notification ] || exit 0
      printf '%s|' "$GRADES_EVENT_KIND" "$GRADES_EVENT_COURSE" "$GRADES_EVENT_ITEM" \
        "$GRADES_EVENT_FROM" "$GRADES_EVENT_TO" "$GRADES_EVENT_NOTE" "$GRADES_EVENT_LINE" \
        >> "$HOME/reported"
      echo >> "$HOME/reported"
      while read -r line; do printf '%s\\n' "$line" >> "$HOME/reported"; done
      """, named: "tell me", in: home)
    let run = try await desk.watch("--exec", program) { watching in
      await desk.publish("du1=9", "--notify", "--note", "$(touch pwned); `id` \"<b>\"")
      try await watching.polls(2)
      desk.notify(77)
      try await watching.polls(2)
    }
    #expect(run.status == 0)
    #expect(
      try reported(home) == """
        change|XI-ZPT.23|du1|8.75|9|$(touch pwned); `id` "<b>"|\
        21 Nov 2026 13:00  XI-ZPT.23  Task 1: 8.75 → 9 (note: $(touch pwned); `id` "<b>")|
        {"kind":"change","at":"2026-11-21T12:00:00Z","course":"XI-ZPT.23","semester":"B261",\
        "identifier":"du1","name":"Task 1","from":8.75,"to":9,"noteFrom":null,\
        "noteTo":"$(touch pwned); `id` \\"<b>\\"","removed":false,\
        "changedAt":"2026-11-21T12:00:00Z"}
        notification|XI-ZPT.23|||||21 Nov 2026 13:00  XI-ZPT.23  ✉ Exam: 9|
        {"kind":"notification","at":"2026-11-21T12:00:00Z","course":"XI-ZPT.23","id":77,\
        "title":"XI-ZPT.23","text":"Exam: 9","url":null}

        """)
    #expect(try !home.names().contains("pwned"))
  }

  @Test("Hostile texts of the service are harmless on the terminal, and plain data for a program")
  func hostile() async throws {
    let desk = try await WatchDesk.open()
    let home = desk.student.home
    let program = try script(
      """
      printf '%s' "$GRADES_EVENT_TITLE|$GRADES_EVENT_TEXT|$GRADES_EVENT_LINE" >> "$HOME/reported"
      cat >> "$HOME/reported"
      """, named: "-rf", in: home)
    let text =
      #"\u001b]0;owned\u0007\u001b[2J\r\nGRADES_EVENT_TO=99\u0000\u202e$(touch pwned)`id`;rm -rf ~"#
    let body = #"""
      {"notifications":[{"id":77,"courseCode":"XI-ZPT.23","url":null,
      "notificationTextDtos":[{"identifier":"en","title":"--help\u0000x","text":"\#(text)"}]}]}
      """#
    let run = try await desk.watch("--exec", program) { watching in
      _ = desk.service.control.add(
        Fault("GET", "/notifications/", .answer(status: 200, body: body)))
      try await watching.polls(2)
    }
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
    #expect(run.out.contains("␛]0;owned␇␛[2J"))
    let reported = try reported(home)
    for output in [run.out, String(reported.prefix { $0 != "{" })] {
      #expect(
        !output.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || $0.value == 0x202E) })
    }
    #expect(!reported.prefix { $0 != "{" }.contains("\n"))
    #expect(reported.hasPrefix("--help"))
    #expect(reported.contains("$(touch pwned)`id`;rm -rf ~"))
    // The document has the text as it is, in JSON's own escapes.
    #expect(reported.contains(#""title":"--help\u0000x""#))
    #expect(try !home.names().contains("pwned"))
  }

  @Test("Names, notes and values are one line each, without control characters, in the environment")
  func cleanLines() async throws {
    let desk = try await WatchDesk.open()
    let home = desk.student.home
    #expect(await desk.student("watch --once").status == 0)
    // Marks that make one character of thousands of bytes would not fit into an environment.
    let marks = String(repeating: "\u{301}", count: 100_000)
    let text = "a\u{1B}[2J\r\nb\u{9B}31m\u{202E}\tc\u{2028}d" + marks
    try await desk.service.control.changeAsColleague(
      course: "XI-PRJ.22", username: "zkusade1", item: "i2zprava", value: .text(text), note: text)
    let program = try script(
      """
      [ "$GRADES_EVENT_ITEM" = i2zprava ] || exit 0
      env | grep ^GRADES_EVENT_ | sort >> "$HOME/reported"
      """, named: "clean", in: home)
    let run = await desk.student.run(["watch", "--once", "--json", "--exec", program])
    #expect(run.status == 0)
    let start = "a␛[2J b�31m� c d"
    let clean =
      start + marks.unicodeScalars.prefix((4096 - start.utf8.count) / 2).map(String.init).joined()
    let facts = try reported(home).split(separator: "\n").filter {
      $0.hasPrefix("GRADES_EVENT_TO=") || $0.hasPrefix("GRADES_EVENT_NOTE=")
    }
    #expect(facts == ["GRADES_EVENT_NOTE=\(clean)", "GRADES_EVENT_TO=\(clean)"])
    #expect(try reported(home).split(separator: "\n").allSatisfy { $0.hasPrefix("GRADES_EVENT_") })
    let escaped = #""to":"a\u001b[2J\r\nb"#
    #expect(run.out.contains(escaped), "\(run.out)")
  }

  @Test("A program that fails is named, and the watch goes on")
  func failing() async throws {
    let desk = try await WatchDesk.open()
    let program = try script("exit 3", named: "fails", in: desk.student.home)
    let run = try await desk.watch("--exec", program) { watching in
      await desk.publish("du1=9", "--no-notify")
      try await watching.polls(1)
    }
    #expect(run.lines.count == 3)
    #expect(run.err.contains("\(program) failed or could not be started.\n"))
    #expect(run.status == 0)
    #expect(await desk.student("watch --once").out == "")
  }

  @Test(
    "With --once, a program that fails ends the watch with its status, and its item comes again",
    arguments: [("exit 3", Int32(3)), ("kill -TERM $$", 128 + SIGTERM)])
  func failingOnce(line: String, status: Int32) async throws {
    let desk = try await WatchDesk.open()
    let home = desk.student.home
    #expect(await desk.student("watch --once").status == 0)
    await desk.publish("du1=9", "--notify")
    let program = try script(
      """
      echo "$GRADES_EVENT_ITEM" >> "$HOME/reported"
      [ "$GRADES_EVENT_ITEM" = du1 ] || [ -e "$HOME/mended" ] || { \(line); }
      """, named: "fails", in: home)
    let watch = ["watch", "--once", "--exec", program]
    for _ in 0..<2 {
      let run = await desk.student.run(watch)
      #expect(run.status == status)
      #expect(run.err == "Error: \(program) failed or could not be started.\n")
    }
    let told = try reported(home).split(separator: "\n").map(String.init)
    #expect(told.count == 3 && told[0] == "du1" && told[1] == told[2])
    try Data().write(to: home.file("mended"))
    let rest = await desk.student.run(watch)
    #expect(rest.status == 0)
    #expect(rest.lines.count == 2)
    #expect(await desk.student.run(watch).out == "")
  }

  @Test("A program that does not end is ended with the watch")
  func endless() async throws {
    let desk = try await WatchDesk.open()
    let home = desk.student.home
    let program = try script(
      """
      trap 'echo ended >> "$HOME/reported"; exit 1' TERM
      read -r line < "$HOME/begun" & wait
      """, named: "endless", in: home)
    let pipe = home.file("begun").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let student = desk.student
    let task = Task { await student.run(["watch", "--exec", program]) }
    _ = try await desk.clock.pauses.first(1)
    await desk.publish("du1=9", "--no-notify")
    desk.clock.release()
    // Opening the pipe waits for its reader, the program; off the shared threads.
    let descriptor = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: open(pipe, O_WRONLY)) }
    }
    task.cancel()
    let run = await task.value
    close(descriptor)
    #expect(run.status == 0)
    #expect(try reported(home) == "ended\n")
  }

  @Test("The desktop's notifier gets arguments; markup and options in them are text")
  func desktop() async throws {
    var desk = try await WatchDesk.open()
    let home = desk.student.home
    desk.student.environment["PATH"] = home.url.path + ":/usr/bin:/bin"
    _ = try script(
      """
      for argument; do printf '[%s]\\n' "$argument" >> "$HOME/reported"; done
      """, named: "notify-send", in: home)
    let run = try await desk.watch("--desktop") { watching in
      await desk.publish("du1=9", "--notify", "--note", "<a href=\"x\">&\\n--urgency=critical")
      try await watching.polls(2)
      desk.notify(77)
      try await watching.polls(2)
    }
    #expect(run.status == 0)
    #expect(
      try reported(home) == """
        [--app-name=grades]
        [--icon=dialog-information]
        [--]
        [XI-ZPT.23]
        [Task 1: 8.75 → 9 (note: &lt;a href="x"&gt;&amp;\\\\n--urgency=critical)
        ↳ Homework: 30.25 → 30.5
        ↳ Total points: 80.25 → 80.5]
        [--app-name=grades]
        [--icon=dialog-information]
        [--]
        [XI-ZPT.23]
        [✉ Exam: 9]

        """)
  }

  @Test("Without notify-send, or where it fails, the lines are all there is")
  func noDesktop() async throws {
    var desk = try await WatchDesk.open()
    desk.student.environment["PATH"] = desk.student.home.url.path
    let without = try await desk.watch("--desktop") { _ in }
    #expect(without.err.hasPrefix("Cannot show desktop notifications: notify-send is missing"))
    _ = try script("exit 1", named: "notify-send", in: desk.student.home)
    let failing = try await desk.watch("--desktop") { watching in
      await desk.publish("du1=9", "--no-notify")
      try await watching.polls(1)
    }
    #expect(failing.lines.count == 3)
    #expect(failing.err.contains("notify-send could not show a desktop notification.\n"))
  }

  @Test("After hours offline the desktop shows a few bubbles, not hundreds")
  func noFlood() {
    let text = WatchText(
      strings: .load(.english), dates: DateText(.load(.english), timeZone: .gmt),
      hidesValues: false)
    let news = (1...12).flatMap { course in
      (1...40).map { item in
        WatchNews(
          LoggedChange(
            course: CourseCode("XI-C\(course)"), semester: SemesterCode("B261")!,
            identifier: ItemIdentifier("du\(item)"), to: .number(Double(item)), seenAt: .usual))
      }
    }
    let bubbles = DesktopNotifier.bubbles(for: news, text)
    #expect(bubbles.map(\.summary) == ["XI-C1", "XI-C2", "XI-C3", "Updates in 9 more courses"])
    #expect(
      bubbles[0].body == """
        du1: – → 1
        du2: – → 2
        du3: – → 3
        du4: – → 4
        du5: – → 5
        and 35 more
        """)
    #expect(
      bubbles[3].body
        == "XI-C4, XI-C5, XI-C6, XI-C7, XI-C8, XI-C9, XI-C10, XI-C11, XI-C12")
  }

  @Test("Without a course, notifications are watched, and it says what else can be")
  func nothingStudied() async throws {
    var desk = try await WatchDesk.open()
    desk.student = try await Program.signedIn(to: desk.service, as: DemoAccounts.teacher.username)
    desk.student.requestClock = desk.clock.requestClock
    let run = try await desk.watch { _ in }
    #expect(run.err.contains("You have no courses as a student this semester."))
    #expect(run.err.contains("Watching for notifications. Press Ctrl-C to stop.\n"))
  }
}
