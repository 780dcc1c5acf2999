import AppTestSupport
import Foundation
import GradesApp
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Service accounts, a token from the environment, and the demo.
@Suite("Other ways in", .inTurn)
struct OtherLoginTests {
  @Test("A course's own script")
  func serviceAccount() async throws {
    let desk = try await LoginDesk()
    let program = try desk.programByAddress(
      clientID: DemoAccounts.serviceClientID, clientSecret: DemoAccounts.serviceClientSecret)
    let run = await program("login --service-account")
    #expect(run.status == 0)
    #expect(run.err == "Logged in as a service account.\n")
    #expect(
      await program("login --service-account --lang cs").said
        == "Přihlášen servisní účet.\n")
    let status = await program("status")
    #expect(status.lines.contains("User         service account"))
    #expect(status.lines.contains("Token        valid until 21 Nov 2026 14:00 (Europe/Prague)"))
  }

  @Test("A service account with a wrong secret")
  func wrongServiceAccount() async throws {
    let desk = try await LoginDesk()
    let program = try desk.programByAddress(clientID: "xi-zpt-scripts", clientSecret: "wrong")
    let run = await program("login --service-account")
    #expect(run.status == 78)
    #expect(run.err.contains("The login server rejected the client ID or secret."))
  }

  @Test("A token in the environment is used, and nothing is stored")
  func givenToken() async throws {
    let service = try await TestService.shared()
    let token = try await service.control.issueTokens(username: "obojial1").access
    let program = try Program(at: service, environment: ["GRADES_TOKEN": token])
    let courses = await program("courses")
    #expect(courses.status == 0)
    #expect(courses.lines.first?.hasSuffix("Alena Obojí") == true)
    let status = await program("status")
    #expect(status.status == 0)
    #expect(
      program.plain(status.out, service) == """
        Host         demo (127.0.0.1:PORT)
        User         Alena Obojí (obojial1)
        Roles        student, teacher
        Token        from GRADES_TOKEN
        Stored data  less than a minute ago
        Drafts       0

        """)
    #expect(!FileManager.default.fileExists(atPath: try program.paths.credentialsFile.path))
    #expect(!(status.out + courses.err).contains(token))
  }

  @Test("A given token finds what is stored for its user without the network, by its digest alone")
  func givenTokenOffline() async throws {
    let service = try await TestService.started()
    let token = try await service.control.issueTokens(username: "ucitezk1").access
    var program = try Program(at: service, environment: ["GRADES_TOKEN": token])
    #expect(await program("courses --offline").status == 69)
    #expect(await program("courses").status == 0)
    #expect(await program("set XI-ZPT.23 zkusade1:du1=7 --draft").status == 0)
    await service.stop()
    let courses = await program("courses --offline")
    #expect(courses.status == 0)
    #expect(courses.out.contains("XI-ZPT.23"))
    let drafts = await program("drafts")
    #expect(drafts.status == 0)
    #expect(drafts.out.contains("zkusade1"))
    let cache = try Data(contentsOf: program.paths.cacheFile)
    #expect(cache.range(of: Data(token.utf8)) == nil)
    // Another token is another person's until the service has said otherwise.
    program.environment["GRADES_TOKEN"] = "11111111-2222-4333-8444-555555555555"
    #expect(await program("courses --offline").status == 69)
  }

  @Test("A token whose rejection the login server does not explain")
  func unexplainedToken() async throws {
    let service = try await TestService.started()
    service.control.add(Fault("GET", "/user-info", times: nil, .answer(status: 401)))
    let token = try await service.control.issueTokens(username: "obojial1").access
    let program = try Program(at: service, environment: ["GRADES_TOKEN": token])
    for command in ["courses", "api /public/user-info"] {
      let run = await program(command)
      #expect(run.status == 77)
      #expect(run.said.contains("the token in GRADES_TOKEN has expired"), "\(run.err)")
    }
  }

  @Test("A token that the service does not know")
  func wrongToken() async throws {
    let program = try Program(
      at: await .shared(), environment: ["GRADES_TOKEN": "11111111-2222-4333-8444-555555555555"])
    let run = await program("courses")
    #expect(run.status == 77)
    #expect(
      run.said == """
        Error: Grades rejected the token in GRADES_TOKEN. Set a valid one, or unset it and log in \
        with “grades login”.

        """)
  }

  @Test(
    "What cannot be a token is not sent",
    arguments: ["Bearer 11111111-2222-4333-8444-555555555555", "\u{FEFF}abc", "a\nb"])
  func noToken(token: String) async throws {
    let service = try await TestService.started()
    let program = try Program(at: service, environment: ["GRADES_TOKEN": token])
    service.control.resetRequestLog()
    for command in ["courses", "api /public/user-info"] {
      let run = await program(command)
      #expect(run.status == 78)
      #expect(run.said.hasPrefix("Error: GRADES_TOKEN is not a token"), "\(run.err)")
    }
    #expect(service.control.requestLog.isEmpty)
    #expect(await program("doctor").out.contains("GRADES_TOKEN is not a token"))
    #expect(await program("help").status == 0)
  }

  @Test(
    "The demo, without a login page",
    arguments: [
      ("login --demo", "Logged in as Adéla Zkušební (zkusade1).\nRoles: student\n"),
      ("login --demo --as teacher", "Logged in as Zdeněk Učitel (ucitezk1).\nRoles: teacher\n"),
      (
        "login --demo --as both",
        "Logged in as Alena Obojí (obojial1).\nRoles: student, teacher\n"
      ),
    ])
  func demo(command: String, welcome: String) async throws {
    let program = try Program(now: { .usual })
    let run = await program(command)
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(run.err == "\(welcome)Semester: Winter 2026/27 (B261)\n")
    // The host of the last login is remembered.
    #expect(await program("courses").status == 0)
    #expect(await program("courses --host production").status == 77)
  }

  @Test("The demo's own login pages, in a browser")
  func demoPages() async throws {
    let program = try Program(now: { .usual })
    let visited = Occurrences<String>()
    let browser = Browser { url in
      Task { visited.record((try? await LoginDesk.student.visit(url)) ?? "") }
      return true
    }
    let run = await program("login --host demo", browser: browser)
    #expect(run.said.contains("Logged in as Adéla Zkušební (zkusade1)."))
    #expect(try await visited.first(1)[0].contains("You are logged in"))
    #expect(await program("courses").status == 0)
  }

  @Test("A token in the environment is not the demo's")
  func demoBesideToken() async throws {
    let program = try Program(environment: ["GRADES_TOKEN": "11111111-2222-4333-8444-555555555555"])
    #expect(await program("demo").status == 0)
  }
}
