import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// The program is killed while it changes a course's structure: running it again completes the change, and what
/// it removed can be brought back to the byte.
@Suite("Killed while changing a structure", .inTurn)
struct KilledStructureTests {
  private static let isLong =
    ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] != nil

  @Test("At every request")
  func everyRequest() async throws {
    var number = 0
    while true {
      let guarantor = try await Guarantor()
      let wasKilled = try await guarantor.program.kill(
        guarantor.command, at: guarantor.service, during: number)
      try await guarantor.checkEnd("request \(number)")
      await guarantor.service.stop()
      guard wasKilled else { break }
      number += 1
    }
    // The plan reads, the application reads, and then each of the three requests.
    #expect(number >= 6)
  }

  @Test("Ctrl-C says what was sent, and running it again completes it")
  func interrupted() async throws {
    let guarantor = try await Guarantor()
    let fault = guarantor.service.control.add(
      Fault("PUT", "/definition", times: 1, .hangBeforeHandling))
    let run = try await guarantor.program.process(guarantor.command) { process in
      await fault.waitUntilHit()
      process.send(SIGINT)
      return try await process.end()
    }
    #expect(run.status == 130)
    #expect(
      run.err.hasSuffix(
        "Sent 1 of 3 changes; the next one may have been saved as well. "
          + "To go on, run the command again.\nCancelled.\n"), "\(run.err)")
    try await guarantor.checkEnd("interrupted", requests: 3...4)
    await guarantor.service.stop()
  }

  @Test("Two at once change the course once")
  func twoProcesses() async throws {
    let guarantor = try await Guarantor()
    for run in try await guarantor.program.execute(guarantor.command, times: 2) {
      #expect(run.status == 0, "\(run.err)")
    }
    #expect(guarantor.writes == ["POST", "PUT", "DELETE"])
    try await guarantor.checkEnd("two")
    await guarantor.service.stop()
  }
}

/// A user who changes a course's structure: one item new, one with another maximum, one removed with its values.
private struct Guarantor {
  let service: TestService
  let program: Program
  /// The command line that is killed.
  let command: String
  /// The export of the course before, and the file that is applied.
  private let before: String
  private let wanted: String
  /// The values of the removed item.
  private let values: String

  private static let course = "XI-BEZ.22"
  private static let added =
    "  - identifier: kviz\n    name:\n      cs: Kvíz\n      en: Quiz\n    type: QUIZ\n"
    + "    valueType: NUMBER\n    maximum: 3\n"

  init() async throws {
    service = try await TestService.start()
    program = try await Program.signedIn(
      to: service, as: DemoAccounts.colleague.username, now: { Date() })
    before = await program("structure export \(Self.course)").out
    values = await program("group \(Self.course) ALL pokusy --csv").out
    let begin = try #require(before.range(of: "  - identifier: pokusy"))
    let end = try #require(before.range(of: "  - identifier: body"))
    wanted =
      before[..<begin.lowerBound].replacing("maximum: 20", with: "maximum: 25")
      + before[end.lowerBound...] + Self.added
    let file = program.home.file("course.yaml")
    try Data(wanted.utf8).write(to: file)
    command = "structure apply \(Self.course) \(file.path) --yes --remove pokusy"
    service.control.resetRequestLog()
  }

  /// The methods of the requests that change definitions.
  var writes: [String] {
    service.control.requestLog.filter { $0.method != "GET" && $0.path.contains("/definition") }
      .map(\.method)
  }

  /// Running the command again completes it, after so many requests that change something; then the earliest
  /// backup brings everything back.
  func checkEnd(_ context: String, requests: ClosedRange<Int> = 3...3) async throws {
    let again = await program.run(command.split(separator: " ").map(String.init))
    #expect(again.status == 0, "\(context): \(again.err)")
    let export = await program("structure export \(Self.course)").out
    #expect(Self.items(export) == Self.items(wanted), "\(context)")
    #expect(requests.contains(writes.count), "\(context): \(writes)")
    let list = await program("structure backups --json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(list.out.utf8)) as? [String: Any])
    let backups = try #require(document["backups"] as? [[String: Any]])
    let path = try #require(backups.last?["path"] as? String, "\(context)")
    let restored = await program.run(["structure", "restore", path, "--yes"])
    #expect(restored.status == 0, "\(context): \(restored.err)")
    let published = await program("publish \(Self.course) --yes")
    #expect(published.status == 0, "\(context): \(published.err)")
    #expect(
      await program("group \(Self.course) ALL pokusy --csv").out == values, "\(context)")
    let after = await program("structure export \(Self.course)").out
    #expect(Self.blocks(after) == Self.blocks(before + Self.added), "\(context)")
  }

  /// The items of a file, without what it was made of.
  private static func items(_ text: String) -> Substring {
    text[(text.range(of: "items:\n")?.upperBound ?? text.endIndex)...]
  }

  /// The texts of the items: one that was removed comes back behind the others.
  private static func blocks(_ text: String) -> [String] {
    items(text).split(separator: "  - identifier: ").map(String.init).sorted()
  }
}
