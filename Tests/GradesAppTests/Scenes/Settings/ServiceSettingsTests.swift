import Foundation
import GradesServer
import TestSupport
import Testing

/// `grades settings service`: what the user has chosen at the service.
@Suite("Settings of the service", .timeLimit(.minutes(5)))
struct ServiceSettingsTests {

  @Test("Mistakes are said and nothing is sent")
  func mistakes() async throws {
    let service = try await EmbeddedService.standing()
    let program = try await Program.signedIn(to: service)
    for wrong in [
      "colour blue", "emails perhaps", "hidden-courses XI-NO", "silenced-courses XI-ZPT,XI-NO",
    ] {
      #expect(await program("settings service set \(wrong)").status == 65, "\(wrong)")
    }
    #expect(!service.control.requestLog.contains { $0.method == "PUT" })
    await service.stop()
  }

  @Test("A service without them says so")
  func notOffered() async throws {
    let service = try await EmbeddedService.standing()
    let program = try await Program.signedIn(to: service)
    _ = service.control.add(Fault("GET", "/settings/my", times: nil, .answer(status: 404)))
    #expect(await program("settings service").status == 65)
    await service.stop()
  }
}
