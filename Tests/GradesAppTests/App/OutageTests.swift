import AppTestSupport
import ClientTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// A service that is away: stored data answer and say how old they are; without any, status 69.
@Suite("The service is away", .inTurn)
struct OutageTests {
  /// The ways of being away that stored data bridge, with what is said when there are none.
  static let outages: [(Fault.Action, String)] = [
    (.disconnectBeforeHandling, "dropped before the full response arrived. Try again."),
    (
      .answer(status: 500, body: "Internal"),
      "Grades reported an error (status 500). Try again later."
    ),
    (.answer(status: 503), "Grades reported an error (status 503). Try again later."),
    (
      .answer(status: 503, headers: ["Retry-After": "120"]),
      "Grades reported an error (status 503). Try again in 120 seconds."
    ),
    (.answer(status: 429), "Too many requests to Grades. Try again later."),
    (
      .answer(status: 429, headers: ["Retry-After": "120"]),
      "Too many requests to Grades. Try again in 120 seconds."
    ),
  ]

  /// A network that wants a login of its own.
  private static let captivePortal = Fault.Action.answer(
    status: 200, headers: ["Content-Type": "text/html"], body: "<html>Wi-Fi</html>")

  private func away(_ action: Fault.Action) -> Fault { Fault(nil, "/api/", times: nil, action) }

  @Test("Stored courses stand in, with status 0 and a notice", arguments: 0...outages.count)
  func stale(outage: Int) async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    program.requestClock = SteppedClock().requestClock
    let before = await program("courses")
    let results = await program("course XI-EKO.21 --json")
    #expect(before.status == 0)

    service.control.add(
      away(outage < Self.outages.count ? Self.outages[outage].0 : Self.captivePortal))
    program.now = { Date.usual.addingTimeInterval(300) }
    let after = await program("courses")
    #expect(after.status == 0)
    #expect(after.out == before.out)
    #expect(after.err == "Cannot reach Grades; showing data from 5 minutes ago.\n")
    // In the other language, too: names in this one are better than nothing.
    let document = await program("course XI-EKO.21 --json --lang cs --offline")
    #expect(document.status == 0)
    #expect(document.out == results.out.replacing("\"stale\": false", with: "\"stale\": true"))
    let czech = await program("courses --lang cs")
    #expect(czech.status == 0)
    #expect(czech.out.hasPrefix("ZS 2026/27 (B261)"))
    #expect(czech.said == "Služba není dostupná; zobrazují se data stažená před 5 minutami.\n")

    let again = await program("course XI-EKO.21 --json")
    #expect(again.status == 0)
    #expect(again.out == results.out.replacing("\"stale\": false", with: "\"stale\": true"))
    #expect(again.err == "Cannot reach Grades; showing data from 5 minutes ago.\n")
  }

  @Test("Nothing stored: what happened, with status 69", arguments: outages.indices)
  func nothingStored(outage: Int) async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    program.requestClock = SteppedClock().requestClock
    let (action, sentence) = Self.outages[outage]
    service.control.add(away(action))
    for command in ["courses --json", "course XI-EKO.21 --csv"] {
      let run = await program(command)
      #expect(run.status == 69)
      #expect(run.out == "")
      #expect(run.err.hasPrefix("Error: "))
      #expect(run.err.hasSuffix("\(sentence)\n"))
    }
  }

  @Test("A web page instead of data is not understood where nothing is stored")
  func portal() async throws {
    let (program, service) = try await Program.atService()
    service.control.add(away(Self.captivePortal))
    let run = await program("courses")
    #expect(run.status == 76)
    #expect(
      run.err == """
        Error: Got a web page instead of data. Your network may require you to log in first; open any page in a browser.

        """)
  }

  @Test("In Czech, with the host's name")
  func czech() async throws {
    let port = try ClosedPort()
    var program = try Program(
      environment: [
        "GRADES_HOST": "demo", "GRADES_API_URL": "http://127.0.0.1:\(port.number)/api/v1",
        "GRADES_TOKEN": "11111111-2222-4333-8444-555555555555", "LC_ALL": "cs_CZ.UTF-8",
      ])
    program.requestClock = SteppedClock().requestClock
    let run = await program("courses")
    #expect(run.status == 69)
    #expect(
      run.said == """
        Chyba: Ke službě Grades (127.0.0.1:\(port.number)) se nelze připojit: spojení \
        odmítnuto. Zkuste to později, nebo zkontrolujte adresu v konfiguraci.

        """)
  }

  @Test("A command whose time is over says that of the service, not that it was cancelled")
  func timeOfTheWhole() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    // Its time passes at once, so that no request ends before.
    program.timeLimitClock = SteppedClock().requestClock
    let fault = service.control.add(away(.hangBeforeHandling))
    for command in ["courses", "notifications"] {
      let run = await program("\(command) --timeout 600")
      #expect(run.status == 69)
      #expect(run.err.hasSuffix("did not respond in time. Try again later.\n"), "\(run.err)")
    }
    fault.release()
  }

  @Test("Offline the network is never touched")
  func offline() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    let online = await program("courses")
    _ = await program("course XI-ZPT.23")
    service.control.resetRequestLog()
    program.now = { Date.usual.addingTimeInterval(7200) }
    let courses = await program("courses --offline")
    #expect(courses.status == 0)
    #expect(courses.out == online.out)
    #expect(courses.err == "Offline; showing data from 2 hours ago.\n")
    let course = await program("course xi-zpt --offline --json")
    #expect(course.status == 0)
    #expect(course.out.hasSuffix("\"stale\": true\n}\n"))
    for command in [
      "course XI-LOG.23 --offline", "courses --semester B252 --offline",
      "courses --semester next --offline",
    ] {
      let run = await program(command)
      #expect(run.status == 69)
      #expect(run.out == "")
    }
    #expect(
      await program("course XI-LOG.23 --offline").err == """
        Error: XI-LOG.23 (B261) is not available offline yet. When online, run “grades sync -s B261”.

        """)
    let unknown = await program("course XI-NIC.99 --offline")
    #expect(unknown.status == 65)
    #expect(unknown.said.hasPrefix("Error: No course XI-NIC.99 in B261."))
    #expect(await program("settings --offline").status == 0)
    #expect(await program("status").status == 0)
    #expect(service.control.requestCount == 0)
  }

  @Test("A user who is signed in nowhere has nothing offline")
  func offlineAtFirst() async throws {
    let run = await (try Program())("courses --offline")
    #expect(run.status == 69)
    #expect(
      run.err == """
        Error: No data is stored for offline use yet. Run the command once without --offline.

        """)
  }
}
