import AppTestSupport
import ClientTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Every command that talks to the service, through every fault: the status and the sentence say what
/// happened, what is stored stands in where that helps, nothing is asked again and again, and
/// afterwards everything is as if there had been no fault.
@Suite("Every command through every fault", .hangLimit, .inTurn)
struct EveryCommandTests {
  /// A command that only reads.
  struct Reading: Sendable {
    let command: String
    var user = DemoAccounts.teacher.username
    /// Whether what is stored stands in.
    var isStored = true
    /// Whether values of unknown shapes are passed over.
    var toleratesUnknown = false
    /// Whether it is run also when time is short.
    var isTypical = false
  }

  private static let student = DemoAccounts.student.username

  static let readings = [
    Reading(command: "courses --json", user: student, isTypical: true),
    Reading(command: "course XI-ZPT.23 --json", user: student),
    Reading(command: "notifications --json", user: student, toleratesUnknown: true),
    Reading(command: "groups XI-ZPT.23 --json"),
    Reading(command: "items XI-ZPT.23 --json"),
    Reading(command: "students XI-ZPT.23 capek --json"),
    Reading(command: "student XI-ZPT.23 zkusade1 --json"),
    Reading(command: "group XI-ZPT.23 ALL du1 --json", isTypical: true),
    Reading(command: "export XI-ZPT.23 --item du1"),
    Reading(command: "stats XI-ZPT.23 --json"),
    Reading(command: "log XI-ZPT.23 --json"),
    Reading(command: "plan XI-ZPT.23 --json", user: student),
    Reading(command: "changes XI-ZPT.23 --json", user: student),
    Reading(command: "study --json", user: student),
    Reading(command: "structure export XI-ZPT.23", isStored: false),
    Reading(command: "editors XI-ZPT.23 --json", isStored: false),
    Reading(command: "settings service --json", user: student, isStored: false, isTypical: true),
  ]

  /// All commands; without it those that differ.
  private let isLong = ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] != nil

  @Test(
    "Reading, when nothing is stored, afterwards, and when an answer is",
    arguments: NetworkFault.all)
  func reading(_ fault: NetworkFault) async throws {
    let service = try await TestService.shared()
    for reading in Self.readings where reading.isTypical || isLong && !fault.isSilent {
      let title = "\(reading.command), \(fault.name)"
      let (program, proxy) = try await program(of: reading.user, at: service)
      let command = "\(reading.command) --timeout \(fault.timeout)"

      proxy.set(fault.fault)
      let cold = await program(command)
      let tolerates = reading.toleratesUnknown && fault.name == "body [3]"
      #expect(cold.status == fault.effect.status || tolerates, "\(title)")
      if cold.status != 0 { #expect(cold.out == "", "\(title)") }
      expectSentence(cold, title)
      let tries = proxy.requests.count

      proxy.set(.none)
      let between = await program(reading.command)
      #expect(between.status == 0, "\(title): \(between.err)")
      #expect(!between.err.contains("Error"), "\(title): \(between.err)")
      let needed = proxy.requests.count - tries
      if fault.effect.status != 0 {
        let most = needed * (fault.isRepeated ? 4 : 1) + 1
        #expect(tries <= most, "\(title): \(tries) where \(needed) are needed")
      }

      proxy.set(fault.fault)
      let warm = await program(command)
      let isBridged = fault.effect.isBridged && reading.isStored
      #expect(
        warm.status == (isBridged ? 0 : fault.effect.status) || tolerates, "\(title), stored")
      if warm.status == 0, !tolerates {
        #expect(warm.out.replacing("\"stale\": true", with: "\"stale\": false") == between.out)
      }
      if isBridged, fault.effect.status != 0 {
        #expect(warm.err.contains("showing data from"), "\(title), stored: \(warm.err)")
      } else {
        expectSentence(warm, "\(title), stored")
      }

      proxy.set(.none)
      let after = await program(reading.command)
      #expect(after.out == between.out && after.err == between.err, "\(title): \(after.err)")
    }
  }

  @Test("Writing loses and claims nothing", arguments: NetworkFault.all)
  func writing(_ fault: NetworkFault) async throws {
    let service = try await TestService.started()
    let (teacher, proxy) = try await program(of: DemoAccounts.teacher.username, at: service)
    func stored() async throws -> CellValue? {
      try await service.control.cell(course: "XI-ZPT.23", username: "zkusade1", item: "du1")?.value
    }
    let before = try await stored()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du2=4 --yes").status == 0)
    let sent = proxy.requests.count { $0.method == "PUT" }
    #expect(sent == 1)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
    for command in [
      "publish --yes", "set XI-ZPT.23 zkusade1:du1=2 --yes", "undo --yes",
      "import XI-ZPT.23 - --yes",
    ] {
      proxy.set(fault.fault)
      let run = await teacher.run(
        command.split(separator: " ").map(String.init) + ["--timeout", "\(fault.timeout)"],
        piped: ["username;du1", "zkusade1;3"])
      let title = "\(command), \(fault.name)"
      if case .harmless = fault.effect {
        #expect(run.status == 0, "\(title): \(run.err)")
        continue
      }
      #expect(run.status != 0, "\(title)")
      expectSentence(run, title)
      // With the first read broken, nothing is sent.
      #expect(proxy.requests.count { $0.method == "PUT" } == sent, "\(title)")
      #expect(try await stored() == before, "\(title)")
      proxy.set(.none)
      let drafts = await teacher("drafts --json")
      #expect(drafts.out.ranges(of: "\"draft\"").count == 1, "\(title): \(drafts.out)")
    }
    proxy.set(.none)
    if case .harmless = fault.effect {
      #expect(try await stored() == .number(3))
    } else {
      #expect(await teacher("publish --yes").status == 0)
      #expect(try await stored() != before)
    }
  }

  /// A user's program that sees the service through a proxy.
  private func program(
    of user: String, at service: TestService
  ) async throws -> (Program, FaultProxy) {
    let proxy = try FaultProxy(to: service.port)
    var program = try await Program.signedIn(
      to: service, as: user,
      environment: [
        "GRADES_API_URL": service.apiURL.absoluteString
          .replacing(":\(service.port)/", with: ":\(proxy.port)/"),
        "GRADES_TOKEN_URL": service.tokenURL.absoluteString,
      ])
    program.requestClock = SteppedClock().requestClock
    return (program, proxy)
  }

  /// One sentence for people, without a word of the program's inside.
  private func expectSentence(_ run: Program.Run, _ title: String) {
    guard run.status != 0 else { return }
    #expect(run.err.contains("Error: ") || !run.out.isEmpty, "\(title): \(run.err)")
    for word in ["Optional(", "Domain", "Swift.", "GradesClient", "GradesCore", "Bearer", "nil"] {
      #expect(!run.err.contains(word), "\(title): \(run.err)")
    }
  }
}
