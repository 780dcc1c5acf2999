import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

extension Program {
  /// Runs a command as a process and kills it during a request; whether it came so far. The request is carried out
  /// afterwards, where the service does not notice the end of the connection, unless it is lost.
  func kill(
    _ command: String, at service: TestService, during number: Int, of method: String? = nil,
    losing: Bool = false
  ) async throws -> Bool {
    let started = Occurrences<GradesProcess>()
    let fault = service.control.add(
      Fault(
        method, "/", skipping: number,
        .run {
          let process = try await started.first(1)[0]
          process.send(SIGKILL)
          // The service goes on only after the process has ended.
          _ = try await process.end()
          if losing { throw Lost() }
        }))
    let end = try await process(command) { process in
      started.record(process)
      process.closeInput()
      return try await process.end()
    }
    fault.remove()
    #expect((end.status == -SIGKILL) == (fault.hits == 1))
    return end.status == -SIGKILL
  }

  /// Runs a command as a process and kills it at some moment after a request was answered: while
  /// it works, while it writes its files, or not at all, when it was faster. Returns whether that
  /// request was made.
  func kill(
    _ command: String, at service: TestService, after number: Int, turns: Int
  ) async throws -> Bool {
    try await run(command, at: service, killedAfter: number, turns: turns) != nil
  }

  /// The same, with what the process printed before its end; nil if the request was not made.
  func run(
    _ command: String, at service: TestService, killedAfter number: Int, turns: Int
  ) async throws -> Run? {
    let started = Occurrences<GradesProcess>()
    let fault = service.control.add(
      Fault(
        "GET", "/", skipping: number,
        .run {
          let process = try await started.first(1)[0]
          let thread = Thread {
            var random = UInt64(turns)
            for _ in 0..<turns { random = random &* 6_364_136_223_846_793_005 &+ 1 }
            if random != 0 { process.send(SIGKILL) }
          }
          thread.start()
        }))
    let end = try await process(command) { process in
      started.record(process)
      process.closeInput()
      return try await process.end()
    }
    fault.remove()
    return fault.hits == 1 ? end : nil
  }
}

private struct Lost: Error {}
