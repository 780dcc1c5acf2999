import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

@Suite("Signals while the service is asked", .inTurn)
struct SignalTests {
  @Test("end the request, with status 130", arguments: [SIGINT, SIGTERM, SIGHUP])
  func request(signal: Int32) async throws {
    let service = try await TestService.start()
    let user = try await Program.signedIn(to: service, now: { Date() })
    let fault = service.control.add(Fault(nil, "/api/", times: nil, .hangBeforeHandling))
    let run = try await user.process("courses") { process in
      await fault.waitUntilHit()
      process.send(signal)
      return try await process.end()
    }
    #expect(run.status == 130)
    #expect(run.out == "")
    #expect(run.err == "Cancelled.\n")
    await service.stop()
  }
}
