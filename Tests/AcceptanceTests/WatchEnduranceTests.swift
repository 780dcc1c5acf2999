import AppTestSupport
import Foundation
import GradesClient
import Synchronization
import TestSupport
import Testing

/// What a watch costs in the long run: ten thousand polls without waiting in between, at a service in
/// a process of its own. Prints a table; run with
/// `GRADES_ENDURANCE=10000 swift test --filter WatchEndurance`, also with `-c release`.
@Suite(
  "What a watch costs",
  .enabled(
    if: ProcessInfo.processInfo.environment["GRADES_ENDURANCE"] != nil,
    "GRADES_ENDURANCE asks for it"), .inTurn)
struct WatchEnduranceTests {
  /// What the process has used so far.
  private struct Usage {
    /// Resident memory in KiB.
    var memory: Int
    /// Processor time of the program and the system in milliseconds.
    var time: Double

    static func now() throws -> Usage {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
      var used = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &used)
      let seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec
      let micros = used.ru_utime.tv_usec + used.ru_stime.tv_usec
      return Usage(
        memory: Int(line.filter(\.isNumber)) ?? 0,
        time: Double(seconds) * 1000 + Double(micros) / 1000)
    }
  }

  @Test("Memory and processor time of ten thousand polls")
  func tenThousand() async throws {
    let count = Int(ProcessInfo.processInfo.environment["GRADES_ENDURANCE"] ?? "") ?? 10_000
    let marks = Set([1, 10, 100, 1000, 2000, 5000, 10_000, count])
    let host = try Program()
    try await host.process("serve") { service in
      var student = try await Program(environment: service.exports())
      try await logIn(student)
      let polls = Mutex(0)
      let usages = Mutex<[(polls: Int, usage: Usage)]>([])
      let enough = Occurrences<Void>()
      student.requestClock.pause = { _ in
        let done = polls.withLock { polls in
          polls += 1
          return polls
        }
        if marks.contains(done) {
          let usage = try Usage.now()
          usages.withLock { $0.append((done, usage)) }
        }
        if done == count { enough.record(()) }
        try await Task.sleep(for: done < count ? .zero : .seconds(86_400))
      }
      let watching = Task { [student] in await student("watch") }
      _ = try await enough.first(1)
      watching.cancel()
      let run = await watching.value
      #expect(run.status == 0)
      #expect(run.out == "")
      let measured = usages.withLock { $0 }
      print("polls  memory/KiB  ms of processor per poll since the line before")
      for (before, now) in zip(measured, measured.dropFirst()) {
        let time = (now.usage.time - before.usage.time) / Double(now.polls - before.polls)
        print("\(now.polls)  \(now.usage.memory)  \(Double(Int(time * 1000)) / 1000)")
      }
    }
  }

  private func logIn(_ user: Program) async throws {
    let run = try await user.process("login --no-browser") { login in
      let address = try #require(await login.err.line(with: "/oauth/authorize?"))
      let visitor = PageVisitor(username: "zkusade1", password: "student-demo")
      let start = try #require(URL(string: address))
      try login.type(try await visitor.wayBack(from: start).absoluteString)
      return try await login.end()
    }
    #expect(run.status == 0, "\(run.err)")
  }
}
