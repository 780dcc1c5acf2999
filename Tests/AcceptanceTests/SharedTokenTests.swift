import Foundation
import GradesServer
import TestSupport
import Testing

/// Many processes of one user share credentials and stored data.
@Suite("Processes at the same time")
struct SharedTokenTests {
  @Test("Twenty with an expired token: one refresh, twenty tables")
  func oneRefresh() async throws {
    let service = try await EmbeddedService.start()
    let program = try await Program.signedIn(
      to: service, now: { Date(timeIntervalSinceNow: -7200) })
    try await service.control.expireTokens()
    let grades = try Executable(like: program)
    let running = try (0..<20).map { _ in try grades.start("courses") }
    var ends: [Executable.End] = []
    for process in running { ends.append(await process.end()) }
    #expect(ends.allSatisfy { $0.status == 0 })
    #expect(Set(ends.map(\.err)) == [""])
    #expect(Set(ends.map(\.out)).count == 1)
    #expect(ends[0].out.contains("Adéla Zkušební"))
    #expect(service.control.requestLog.count { $0.path == "/oauth/token" } == 1)
    await service.stop()
  }

  @Test("A token that the service took back is renewed once, too")
  func takenBack() async throws {
    let service = try await EmbeddedService.start()
    let program = try await Program.signedIn(to: service, now: { Date() })
    try await service.control.expireTokens()
    let grades = try Executable(like: program)
    let running = try (0..<6).map { _ in try grades.start("course XI-LOG.23 --json") }
    for process in running {
      let end = await process.end()
      #expect(end.status == 0)
      #expect(end.err == "")
    }
    #expect(service.control.requestLog.count { $0.path == "/oauth/token" } == 1)
    await service.stop()
  }

  @Test("Settings changed by two at once stay whole")
  func settings() async throws {
    let program = try Program()
    let grades = try Executable(like: program)
    let running = try (0..<8).map {
      try grades.start("settings set notify \($0.isMultiple(of: 2) ? "on" : "off")")
    }
    for process in running { #expect(await process.end().status == 0) }
    let settings = try await grades("settings --json")
    #expect(settings.status == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: program.paths.settingsFile.deletingLastPathComponent().path)
    #expect(names == ["settings.json"])
  }
}
