import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import JSON
import TestSupport
import Testing

@Suite("The doctor", .hangLimit, .inTurn)
struct DoctorTests {
  private static let users = [DemoAccounts.teacher.username, DemoAccounts.student.username]

  @Test("finds nothing wrong with the service of the contract, and only reads", arguments: users)
  func fine(_ user: String) async throws {
    let practice = try await Practice.open()
    let findings = try await practice.doctor(for: user).run()
    #expect(findings.troubles == [])
    #expect(findings.failedChecks == [])
    // Every check and every question is named once at least.
    let ids = Set(findings.map(\.check.id))
    for question in DoctorQuestion.allCases {
      #expect(ids.contains("question-\(question.rawValue)"))
    }
    for id in [
      "configuration", "files", "curl", "network", "tls", "clock", "login", "scopes", "roles",
    ] {
      #expect(ids.contains(id), "\(id)")
    }
    let requests = practice.service.control.requestLog
    #expect(requests.allSatisfy { $0.method == "GET" })
    #expect(requests.count < 45)
    // One after another: no request came before the response of the one before.
    #expect(requests.allSatisfy { $0.status != nil })
    let tried = findings.filter { $0.outcome == .ok }.map(\.check.id)
    let isTeacher = user == DemoAccounts.teacher.username
    let groups = findings.first { $0.check == .question(.groups) }
    #expect(groups?.problem == (isTeacher ? nil : .onlyTeachers))
    let overview = findings.first { $0.check == .question(.overviewErrors) }
    #expect(overview?.problem == (isTeacher ? .onlyStudents : nil))
    for id in isTeacher
      ? ["endpoint-7", "endpoint-19", "endpoint-23"] : ["endpoint-4", "endpoint-6"]
    {
      #expect(tried.contains(id), "\(id)")
    }
  }

  /// What only the doctor asks.
  private static let questions = [
    RewrittenService(
      "words of semesters are refused",
      // After the request that shows whether the service is there, and after `current`.
      Fault("GET", "/semester-code", skipping: 2, .answer(status: 400)),
      check: "question-3-semester-words"),
    RewrittenService(
      "words of semesters are understood elsewhere",
      Fault("GET", "/user-roles", skipping: 1, .answer(status: 200, body: "{}")),
      check: "question-3-words-elsewhere"),
    RewrittenService(
      "an invalid request is a failure",
      Fault("GET", "/user-roles", skipping: 2, .answer(status: 500)), check: "question-2-invalid"),
    RewrittenService(
      "a missing course is an invalid request",
      Fault("GET", "/XX-NENI.99/", .answer(status: 400)), check: "question-2-missing"),
    RewrittenService(
      "there is no page 0 of notifications",
      Fault("GET", "/all", skipping: 1, .answer(status: 400)), check: "question-6-pages"),
    RewrittenService(
      "definitions of 2018 do not exist",
      Fault("GET", "/classifications", times: nil, .answer(status: 404)),
      check: "question-7-old-definitions"),
  ]

  @Test(
    "names what the service does otherwise",
    arguments: RewrittenService.all.filter { $0.check != nil } + questions)
  func otherwise(_ example: RewrittenService) async throws {
    let practice = try await Practice.open()
    var findings: [DoctorFinding] = []
    for user in Self.users {
      practice.service.control.reset()
      for fault in example.faults { practice.service.control.add(fault) }
      findings += try await practice.doctor(for: user).run()
    }
    let outcome = findings.outcome(try #require(example.check))
    #expect(outcome == .warning || outcome == .failed, "\(findings.troubles)")
  }

  @Test("names the request and the path of what the program cannot read, and no names")
  func unreadable() async throws {
    let practice = try await Practice.open()
    practice.service.control.add(
      .rewriting("/group/", "classificationMap") {
        $0["classificationMap"] = ["novakja1": [String]()]
      })
    practice.service.control.add(
      .rewriting("/editors") { ($0 as? [Any])?.map { ["login": $0] } as Any })
    let findings = try await practice.doctor(for: "ucitezk1").run()
    func observed(_ id: String) -> [String]? {
      let finding = findings.first { $0.check.id == id }
      #expect(finding?.outcome == .failed)
      #expect(finding?.problem == .otherShape)
      return finding?.observed
    }
    #expect(
      observed("endpoint-7") == [
        "GET /public/courses/…/group/…/student-classifications?lang=en&semester=B261",
        "200 array", "[0].classificationMap",
      ])
    #expect(observed("endpoint-23")?.last == "[0].username")
  }

  @Test("says what it could not try without a login and offline")
  func nothingToTry() async throws {
    let practice = try await Practice.open()
    let unknown = try await practice.doctor(for: nil).run()
    #expect(unknown.filter { $0.outcome == .failed }.map(\.check) == [.login])
    #expect(unknown.outcome("network") == .ok)
    #expect(
      unknown.first { $0.check == .login }?.problem
        == .failure(.notSignedIn(.noCredentials)))
    #expect(unknown.first { $0.check.id == "endpoint-1" }?.problem == .notSignedIn)
    practice.service.control.resetRequestLog()
    let offline = try await practice.doctor(for: "ucitezk1", access: .offline).run()
    #expect(offline.failedChecks == [])
    #expect(offline.first { $0.check.id == "network" }?.problem == .offline)
    #expect(offline.first { $0.check.id == "roles" }?.problem == .offline)
    #expect(practice.service.control.requestCount == 0)
  }

  @Test("says that the service is gone, that the clock is wrong, that libcurl is missing")
  func machine() async throws {
    let practice = try await Practice.open()
    let fast = try await practice.doctor(
      for: "zkusade1", now: { Date().addingTimeInterval(600) }
    ).run()
    #expect(fast.outcome("clock") == .warning)
    let clock = try #require(fast.first { $0.check.id == "clock" })
    if case .clockOff(let seconds)? = clock.problem {
      #expect((590...610).contains(seconds))
    } else {
      Issue.record("\(clock)")
    }
    let without = try await practice.doctor(for: "zkusade1", curl: nil).run()
    #expect(without.outcome("curl") == .failed)
    #expect(without.first { $0.check.id == "network" }?.problem == .curlMissing)
    let doctor = try await practice.doctor(for: "zkusade1")
    await practice.service.stop()
    let gone = try await doctor.run()
    #expect(
      gone.first { $0.check.id == "network" }?.problem
        == .failure(.unreachable(.refused)))
    #expect(gone.outcome("endpoint-1") == .notTried)
  }

  @Test("tries whether its folders can be written, and leaves nothing there")
  func folders() async throws {
    let folder = try TemporaryFolder()
    var doctor = try await Practice.open().doctor(for: nil, access: .offline)
    let state = folder.file("state")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: false)
    let places = [state, folder.file("missing/deep"), URL(filePath: "/proc/nowhere")]
    doctor.files = places.map { DoctorFile($0.lastPathComponent, $0, .folder, isPrivate: false) }
    let findings = try await doctor.run().filter { $0.check == .files }
    #expect(findings.map(\.problem) == [.unwritableFolder(path: "/proc/nowhere")])
    #expect(try folder.names() == ["state"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: state.path) == [])
  }

  @Test("a group of a taught course that the teacher may not read is reported")
  func refusedGroup() async throws {
    let practice = try await Practice.open()
    practice.service.control.add(
      Fault("GET", "/group/", times: nil, .answer(status: 403)))
    let findings = try await practice.doctor(for: "ucitezk1").run()
    #expect(findings.first { $0.check.id == "endpoint-7" }?.problem == .failure(.notPermitted))
    #expect(findings.outcome("endpoint-7") == .failed)
  }

  @Test("warns only of what no command needs, and names the variables of a proxy")
  func spare() async throws {
    let practice = try await Practice.open()
    practice.service.control.add(
      Fault("GET", "/expressions/functions", times: nil, .answer(status: 500)))
    var doctor = try await practice.doctor(for: "ucitezk1")
    doctor.proxyVariables = ["HTTPS_PROXY"]
    let findings = try await doctor.run()
    #expect(findings.outcome("endpoint-28") == .warning)
    #expect(findings.first { $0.check == .network }?.observed.last == "HTTPS_PROXY")
  }

  @Test("counts the days that are left of the certificate", arguments: [(13.5, 13), (14.5, 14)])
  func certificate(left: Double, days: Int) async throws {
    let practice = try await Practice.open()
    var doctor = try await practice.doctor(for: "zkusade1")
    let knock = doctor.knock
    doctor.knock = {
      var response = try await knock()
      response.certificateEnd = Date().addingTimeInterval(left * 86_400)
      return response
    }
    let findings = try await doctor.run()
    let finding = try #require(findings.first { $0.check == .tls })
    #expect(finding.observed == ["https", "notAfter: \(days) d"])
    #expect(finding.outcome == (days < 14 ? .warning : .ok))
    #expect(finding.problem == (days < 14 ? .certificateEnds(days: days) : nil))
  }

  @Test("says what is known of the access of a login")
  func access() async throws {
    let practice = try await Practice.open()
    func findings(_ change: (inout Credentials) -> Void) async throws -> [DoctorFinding] {
      var doctor = try await practice.doctor(for: "zkusade1", access: .offline)
      var credentials = try #require(try await doctor.credentials())
      change(&credentials)
      doctor.credentials = { [credentials] in credentials }
      return try await doctor.run()
        .filter { ["scopes", "question-1-one-token"].contains($0.check.id) }
    }
    let unknown = try await findings { $0.scopes = [] }
    #expect(unknown.map(\.problem) == [.unknownScopes, .notSaid])
    let reader = try await findings { $0.scopes = ["read"] }
    #expect(reader.map(\.outcome) == [.ok, .notTried])
    #expect(reader.map(\.problem) == [nil, .readOnlyLogin])
    let writer = try await findings { $0.scopes = ["write"] }
    #expect(writer.map(\.problem) == [.missingScopes(["read"]), .readOnlyLogin])
    let script = try await findings {
      $0.kind = .serviceAccount
      $0.scopes = ["cvut:grades:course-restricted"]
    }
    #expect(script.first?.outcome == .ok)
  }

  @Test("stops sending when the service goes away in between")
  func goesAway() async throws {
    let practice = try await Practice.open()
    practice.service.control.add(
      Fault("GET", "/classification-overview", times: nil, .disconnectBeforeHandling))
    let findings = try await practice.doctor(for: "zkusade1").run()
    func finding(_ id: String) -> DoctorFinding? {
      findings.first { $0.check.id == id }
    }
    #expect(finding("endpoint-4")?.outcome == .failed)
    // The request that failed is named, without the user.
    let request = finding("endpoint-4")?.observed.first ?? ""
    #expect(request.hasPrefix("GET /public/courses/classification-overview/…?lang=en&semester="))
    #expect(finding("endpoint-35")?.outcome != .ok)
    #expect(finding("endpoint-35")?.observed == [])
    #expect(practice.service.control.requestLog.last?.path.contains("overview") == true)
  }

  @Test(
    "asks no more after the second demand to wait, or after one for long",
    arguments: [("1", 2), ("3600", 1)])
  func limited(wait: String, demands: Int) async throws {
    let practice = try await Practice.open()
    practice.service.control.add(
      Fault(
        "GET", "/public/", skipping: 5, times: nil,
        .answer(status: 429, headers: ["Retry-After": wait])))
    let findings = try await practice.doctor(for: "zkusade1").run()
    // The request that shows whether the service is there comes before.
    let log = practice.service.control.requestLog
    #expect(log.map(\.status).suffix(demands) == Array(repeating: 429, count: demands)[...])
    #expect(log.count == 5 + demands)
    let left = try #require(findings.first { $0.check.id == "endpoint-35" })
    #expect(left.outcome == .notTried)
    #expect(left.problem == .tooManyRequests(wait: .seconds(Int(wait) ?? 0)))
    #expect(findings.outcome("question-11-rate-limit") == .warning)
    #expect(!findings.contains { $0.outcome == .failed })
  }

  @Test(
    "without test students reads a laboratory or a tutorial, and never a lecture or the whole course"
  )
  func smallGroup() async throws {
    let practice = try await Practice.open()
    for leaves in [["TUTORIAL", "LECTURE", "ALL"], ["LECTURE", "ALL", "MY_PARALLELS"]] {
      var doctor = try await practice.doctor(for: "ucitezk1")
      let call = doctor.call
      doctor.call = { request in
        var response = try await call(request)
        guard request.path.text.contains("student-groups"),
          let groups = try? JSONReader.read(Array(response.body)).root.elements()
        else { return response }
        let kept = try groups.filter { node in
          let group = try node.object()
          let (id, name) = (try group.text("studentGroupId"), try group.text("name"))
          return leaves.contains {
            id == $0 || name?.contains("{PARALLEL_\($0)}") == true
          }
        }
        response.body = Data(kept.jsonLine.utf8)
        return response
      }
      practice.service.control.resetRequestLog()
      let findings = try await doctor.run()
      let read = practice.service.control.requestLog.map(\.path)
        .filter { $0.contains("/group/") && !$0.contains("/group/TEST/") }
      if leaves.contains("TUTORIAL") {
        #expect(read.count == 2 && read.allSatisfy { $0.contains("/group/PARALLEL_") })
        #expect(findings.outcome("endpoint-7") == .ok)
      } else {
        #expect(read.isEmpty)
        #expect(findings.first { $0.check.id == "endpoint-7" }?.problem == .noSmallGroup)
      }
    }
  }

  @Test("finds files that others can read and damaged ones, and changes none")
  func files() async throws {
    let practice = try await Practice.open()
    let folder = practice.folder
    let open = folder.file("open.json")
    try Data("{}".utf8).write(to: open)
    let damaged = folder.file("damaged.json")
    try Data("{\"a\":".utf8).write(to: damaged)
    let database = folder.file("drafts.sqlite")
    try Data("no database".utf8).write(to: database)
    for (file, mode) in [(open, 0o644), (damaged, 0o600), (database, 0o600)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }
    let doctor = try await practice.doctor(
      for: nil, access: .offline,
      files: [
        DoctorFile("settings", open, .bytes),
        DoctorFile("credentials", damaged, .document { (try? JSONReader.read($0)) != nil }),
        DoctorFile("drafts", database, .database),
        DoctorFile("cache", folder.file("none.sqlite"), .database),
      ])
    let findings = try await doctor.run().filter { $0.check == .files }
    #expect(
      findings.map(\.problem) == [
        .readableByOthers(path: open.path), .damagedFile(path: damaged.path),
        .damagedFile(path: database.path),
      ])
    #expect(findings.map(\.outcome) == [.warning, .failed, .failed])
    #expect(try Data(contentsOf: damaged) == Data("{\"a\":".utf8))
    var mistaken = try await practice.doctor(for: "zkusade1")
    mistaken.mistakes = ["config.json:3"]
    let others = try await mistaken.run()
    #expect(
      others.filter { $0.outcome == .failed }.map(\.problem)
        == [.misconfigured("config.json:3")])
    #expect(others.outcome("endpoint-35") == .ok)
  }
}

extension [DoctorFinding] {
  /// The checks that failed.
  fileprivate var failedChecks: [DoctorCheck] {
    filter { $0.outcome == .failed }.map(\.check)
  }
}
