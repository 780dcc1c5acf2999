import AppTestSupport
import Foundation
import TestSupport
import Testing

/// A watch that is stopped while it reports a batch of news: the next one reports the rest, and only that.
@Suite("A watch that is stopped in the middle", .hangLimit, .inTurn)
struct WatchStopTests {
  /// Makes a program that notes each run, and gets stuck where a condition holds, until it is ended.
  private func program(_ desk: WatchDesk, named name: String, _ condition: String) throws {
    let home = desk.student.home
    try FakeProgram.install(
      name,
      """
      \(condition) && [ -e "$HOME/stuck" ] && { read -r line < "$HOME/stuck" & wait; exit 1; }
      echo "\(name) $GRADES_EVENT_ITEM" >> "$HOME/reported"
      """, in: home)
    try #require(mkfifo(home.file("stuck").path, 0o600) == 0)
  }

  /// Starts a watch that gets stuck in a program, and cancels it there.
  private func stopWhenStuck(_ desk: WatchDesk, _ arguments: [String]) async throws -> Program.Run {
    let student = desk.student
    let task = Task { await student.run(["watch", "--once"] + arguments) }
    let pipe = student.home.file("stuck")
    // Opening the pipe waits for its reader, the program; off the shared threads.
    let descriptor = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: open(pipe.path, O_WRONLY)) }
    }
    task.cancel()
    let run = await task.value
    close(descriptor)
    try FileManager.default.removeItem(at: pipe)
    return run
  }

  private func reported(_ desk: WatchDesk) -> [String] {
    let text = (try? String(contentsOf: desk.student.home.file("reported"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func names(_ run: Program.Run) -> [String] {
    run.lines.compactMap { line in
      ["Homework", "Task 1", "Total points"].first { line.contains(" \($0): ") }
    }
  }

  @Test("by a signal during a program of --exec: its item and the rest come next time")
  func exec() async throws {
    let desk = try await WatchDesk.open()
    #expect(await desk.student("watch --once").status == 0)
    try program(desk, named: "tell", "[ \"$GRADES_EVENT_ITEM\" = du1 ]")
    let exec = ["--exec", desk.student.home.file("tell").path]
    await desk.publish("du1=9", "--no-notify")
    let stopped = try await stopWhenStuck(desk, exec)
    #expect(stopped.status == 130)
    #expect(names(stopped) == ["Task 1"])
    #expect(reported(desk).count == 0)
    let next = await desk.student.run(["watch", "--once"] + exec)
    #expect(next.status == 0)
    #expect(names(next) == ["Task 1", "Homework", "Total points"])
    #expect(reported(desk).count == 3)
    #expect(Set(reported(desk)).count == 3)
    #expect(await desk.student.run(["watch", "--once"] + exec).out == "")
  }

  @Test("by a signal while the desktop shows news: all of it comes next time")
  func desktop() async throws {
    var desk = try await WatchDesk.open()
    desk.student.environment["PATH"] = desk.student.home.url.path + ":/usr/bin:/bin"
    #expect(await desk.student("watch --once").status == 0)
    try program(desk, named: "notify-send", "true")
    await desk.publish("du1=9", "--no-notify")
    let stopped = try await stopWhenStuck(desk, ["--desktop"])
    #expect(stopped.status == 130)
    #expect(stopped.out == "")
    #expect(reported(desk) == [])
    let next = await desk.student("watch --once --desktop")
    #expect(names(next) == ["Task 1", "Homework", "Total points"])
    #expect(reported(desk) == ["notify-send "])
    #expect(await desk.student("watch --once --desktop").out == "")
    #expect(reported(desk).count == 1)
  }
}
