import AppTestSupport
import Foundation
import TestSupport
import Testing

/// The memory of the program, in which tokens are, is not written to the disk.
@Suite("Core dumps", .inTurn)
struct CoreDumpTests {
  /// How a process ended that was killed in a folder where dumps of 32 KiB are allowed.
  private struct End: Sendable {
    var status: Int32
    var limit: String
    var files: [String]
  }

  private func end(of signal: Int32, environment: [String: String] = [:]) async throws -> End {
    let folder = try TemporaryFolder()
    let script = "cd '\(folder.url.path)' && ulimit -S -c 64 && exec \"$0\" \"$@\""
    // Swift's own handler would take the first signal and go on; a sanitizer's would end the program.
    let others = GradesProcess.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
      .mapValues { $0 + ":handle_segv=0:disable_coredump=0" }
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    return try await Program(environment: environment.merging(others) { own, _ in own }).process(
      "serve --port 0", through: ["/bin/sh", "-c", script]
    ) { process in
      _ = try #require(await process.out.line(with: "http"))
      let limits = try String(
        contentsOfFile: "/proc/\(process.identifier)/limits", encoding: .utf8)
      let limit = try #require(
        limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
      process.send(signal)
      let status = try await process.end().status
      return End(
        status: status, limit: limit.split(separator: " ")[4].description,
        files: try folder.names())
    }
  }

  /// Dumps go to a file in the working folder, so that a test can see them.
  private static var areFiles: Bool {
    let pattern = try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
    return pattern.map { !$0.hasPrefix("|") && !$0.hasPrefix("/") } ?? false
  }

  @Test("Whatever the shell allows, the program allows none", arguments: [SIGABRT, SIGSEGV])
  func none(signal: Int32) async throws {
    let end = try await end(of: signal)
    #expect(end.status == -signal)
    #expect(end.limit == "0")
    #expect(end.files == [])
  }

  @Test("A developer can ask for them", .enabled(if: areFiles, "dumps go elsewhere here"))
  func developer() async throws {
    let end = try await end(of: SIGABRT, environment: ["GRADES_ALLOW_CORE_DUMPS": "1"])
    #expect(end.limit != "0")
    #expect(!end.files.isEmpty)
  }
}
