import AppTestSupport
import Foundation
import GradesCore
import GradesLocalization
import GradesTesting
import TestSupport
import Testing

/// `grades doctor`: what it prints, its statuses and its report.
@Suite("The doctor's command", .hangLimit, .inTurn)
struct DoctorCommandTests {
  /// What is printed, without what differs between machines: the versions of libcurl, and the port.
  private func shown(_ run: Program.Run, _ service: TestService) -> String {
    run.out.replacing(#/libcurl: [^\n]*(\n {11,}[^\n]*)*/#, with: "libcurl: 8.5.0")
      .replacing(":\(service.port)", with: ":PORT")
  }

  @Test("Prints each finding with what to do, in both languages", arguments: Language.allCases)
  func table(_ code: Language) async throws {
    let (program, service) = try await Program.atService(as: "ucitezk1")
    let language = code.rawValue
    let run = await program("doctor --lang \(language)", width: 80)
    #expect(run.status == 0)
    #expect(run.err == "")
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    expectFrame("Doctor/teacher-\(language)", shown(run, service))
  }

  @Test("Wraps on a narrow terminal, and prints no endless lines into a pipe")
  func widths() async throws {
    let (program, service) = try await Program.atService()
    let narrow = await program("doctor", width: 40)
    #expect(narrow.lines.allSatisfy { $0.count <= 40 })
    expectFrame("Doctor/at40", shown(narrow, service))
    let piped = await program("doctor")
    #expect(piped.lines.allSatisfy { $0.count <= 200 })
    expectFrame("Doctor/piped", shown(piped, service))
  }

  @Test("Says what it can without a login")
  func nobody() async throws {
    let service = try await TestService.started()
    let program = try Program(at: service)
    let run = await program("doctor", width: 80)
    // The same as that of `status`.
    #expect(run.status == 77)
    #expect(await program("status").status == 77)
    expectFrame("Doctor/nobody", shown(run, service))
  }

  @Test("Checks with the login of a profile, and names a profile that does not exist")
  func profiles() async throws {
    let (program, service) = try await Program.atService()
    let tokens = try await service.control.issueTokens(username: "ucitezk1")
    let login = await program.run(
      ["login", "--token-stdin", "--profile", "work"], piped: [tokens.access])
    try #require(login.status == 0, "\(login.err)")
    let work = await program("doctor --profile work")
    #expect(work.status == 0)
    #expect(work.out.contains("studentCourses: 0"))
    let unknown = await program("doctor --profile wrok")
    #expect(unknown.status == 77)
    #expect(unknown.said.contains("work"))
    #expect(unknown.lines.contains("  ok       Network"))
    #expect(unknown.out.contains("Requires a login."))
  }

  @Test("Finds mistakes in the configuration and the settings, and checks the rest without them")
  func mistakes() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    try program.write(
      Data("{\n  \"tiemouts\": {}\n}".utf8), to: program.paths.configurationFile)
    try program.write(Data(#"{"notify": "maybe"}"#.utf8), to: program.paths.settingsFile)
    program.environment["GRADES_PROFILE"] = "a b"
    let run = await program("doctor")
    #expect(run.status == 78)
    #expect(run.out.contains("config.json, line 2, “tiemouts”: unknown key"))
    #expect(run.out.contains("notify"))
    #expect(run.out.contains("GRADES_PROFILE: “a b”"))
    #expect(run.out.contains("Did you mean timeouts? Fix it"))
    #expect(!run.out.contains("..") && !run.out.contains("?."))
    #expect(run.lines.contains("  ok       Network"))
    #expect(run.out.contains("user-info: 200 object"))
    #expect(run.out.contains("3 checks failed."))
    #expect(run.err == "")
    // Everything else still ends with the mistake, and so does a wrong option.
    #expect(await program("courses").status == 78)
    #expect(await program("doctor --host nowhere").status == 64)
  }

  @Test(
    "Finds damaged credentials and leaves them where they are", arguments: ["{\"hosts\":", "[]"])
  func damagedCredentials(_ content: String) async throws {
    let (program, _) = try await Program.atService()
    let file = program.paths.credentialsFile
    try program.write(Data(content.utf8), to: file)
    let run = await program("doctor")
    #expect(run.status == 78)
    #expect(program.plain(run.out).contains("credentials.json is damaged."))
    #expect(run.lines.contains("  ok       Network"))
    #expect(run.out.contains("You are not logged in"))
    #expect(run.err == "")
    #expect(try Data(contentsOf: file) == Data(content.utf8))
    let folder = try FileManager.default.contentsOfDirectory(
      atPath: file.deletingLastPathComponent().path)
    #expect(!folder.contains { $0.hasPrefix("credentials") && $0 != "credentials.json" })
  }

  @Test("Ends with the worst status")
  func worst() async throws {
    let service = try await TestService.started()
    let program = try Program(at: service)
    // The login is missing, and the service is gone.
    await service.stop()
    let run = await program("doctor")
    #expect(run.status == 77)
    #expect(run.out.contains("2 checks failed."))
  }

  @Test("Its document has each check under an id that stays")
  func document() async throws {
    let (program, _) = try await Program.atService()
    let run = await program("doctor --json")
    #expect(run.status == 0)
    let document =
      try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any]
    #expect((document?["host"] as? String)?.hasPrefix("demo ") == true)
    #expect(document?.keys.sorted() == ["checks", "host"])
    let findings = try #require(document?["checks"] as? [[String: Any]])
    for finding in findings {
      #expect(finding.keys.sorted() == ["advice", "detail", "id", "status", "title"])
    }
    let ids = findings.compactMap { $0["id"] as? String }
    #expect(Set(ids).count == ids.count && ids.count == findings.count)
    #expect(
      Set(ids).isSuperset(of: [
        "configuration", "files", "curl", "network", "tls", "clock", "login", "scopes", "roles",
        "endpoint-1", "endpoint-35", "question-6-pages",
      ]))
    #expect(Set(ids).isSuperset(of: DoctorQuestion.allCases.map { "question-\($0.rawValue)" }))
    let outcomes = Set(findings.compactMap { $0["status"] as? String })
    #expect(outcomes.isSubset(of: ["ok", "warning", "failed", "skipped"]))
    #expect(findings.contains { $0["title"] as? String == "Network" })
  }

  @Test(
    "Ends with the status of the check that failed",
    arguments: [(500, "", 69), (200, "[]", 76), (403, "", 77)])
  func failure(status: Int, body: String, expected: Int32) async throws {
    let (program, service) = try await Program.atService()
    service.control.add(
      Fault(
        "GET", "/public/user-info", times: nil,
        .answer(status: status, headers: ["Content-Type": "application/json"], body: body)))
    let run = await program("doctor")
    #expect(run.status == expected, "\(run.out)")
    #expect(run.out.contains("failed"))
    #expect(run.out.contains("user-info: GET /public/user-info"))
    #expect(!run.out.contains("You have no course"))
    let document = await program("doctor --json")
    #expect(document.status == expected)
    #expect(document.out.contains(#""status":"failed""#.replacing(":", with: ": ")))
  }

  @Test("Its report is private, replaces no file without leave and has no one's data")
  func report() async throws {
    let (program, service) = try await Program.atService(as: "ucitezk1")
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "cibulja1", item: "du1", value: 17.625, note: "pozdě")
    let file = program.home.file("doctor.json")
    let run = await program("doctor --report \(file.path)")
    #expect(run.status == 0, "\(run.err)")
    #expect(run.err.contains(file.path))
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let text = try String(contentsOf: file, encoding: .utf8)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(
      document.keys.sorted() == [
        "checks", "date", "format", "kind", "locale", "system", "version",
      ])
    let checks = try #require(document["checks"] as? [[String: Any]])
    #expect(checks.contains { $0["id"] as? String == "endpoint-7" })
    #expect(checks.allSatisfy { $0.keys.sorted() == ["detail", "id", "status", "title"] })

    let stored = try String(contentsOf: program.paths.credentialsFile, encoding: .utf8)
    var secrets = Set(
      stored.matches(of: #/"(?:accessToken|refreshToken)"\s*:\s*"([^"]+)"/#).map {
        String($0.1)
      })
    #expect(secrets.count == 2)
    secrets.formUnion(["17.625", program.home.url.path, "ucitezk1"])
    for path in [
      "user-info", "user-roles?semester=B261",
      "courses/XI-ZPT.23/group/ALL/student-classifications?semester=B261",
      "courses/XI-ZPT.23/student-classifications/cibulja1?semester=B261",
    ] {
      let response = await program("api /public/\(path)")
      try #require(response.status == 0, "\(response.err)")
      collect(try JSONSerialization.jsonObject(with: Data(response.out.utf8)), into: &secrets)
    }
    #expect(secrets.count > 40)
    for secret in secrets { #expect(!text.contains(secret), "\(secret)") }

    let elsewhere = program.home.file("missing/report.json").path
    service.control.resetRequestLog()
    let late = await program("doctor --report \(elsewhere)")
    #expect(late.status == 73)
    #expect(late.out == "" && late.err.contains("Cannot write"), "\(late.err)")
    #expect(service.control.requestCount == 0)
    let again = await program("doctor --report \(file.path)")
    #expect(again.status == 73)
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
    #expect(await program("doctor --report \(file.path) --overwrite").status == 0)
  }

  @Test("Its report has no name, whichever part of a response has it")
  func hostile() async throws {
    let (program, service) = try await Program.atService(as: "ucitezk1")
    service.control.add(
      Fault(
        "GET", "/student-groups", times: nil,
        .change {
          let text = String(decoding: $0, as: UTF8.self)
          let changed = text.replacing(#/"type": ?("[^"]*"|null)/#, with: #""type":"Novak""#)
          return Data(changed.utf8)
        }))
    for (path, body) in [
      ("/group/", #"[{"username":"Novak","classificationMap":{"Novak":[]}}]"#),
      ("/editors", #"{"Novak":["Novak"]}"#),
    ] {
      service.control.add(Fault("GET", path, times: nil, .change { _ in Data(body.utf8) }))
    }
    service.control.add(
      Fault(
        "GET", "/settings/my", times: nil,
        .answer(
          status: 400, headers: ["Content-Type": "application/json"],
          body: #"{"message":"Novak"}"#)))
    let file = program.home.file("doctor.json")
    let run = await program("doctor --report \(file.path)")
    #expect(run.status == 76, "\(run.out)")
    // The user sees them.
    #expect(run.out.contains("Novak"))
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains("Novak"))
    #expect(text.contains("[0].classificationMap"))
  }

  private static let foreign: Set = [
    "note", "firstName", "lastName", "fullName", "username", "email", "personalNumber",
    "courseCode", "studentCourses", "teacherCourses", "identifier", "name",
  ]

  /// The texts of people, courses and items, and the names of members that are such texts.
  private func collect(_ value: Any, into secrets: inout Set<String>) {
    if let list = value as? [Any] { for element in list { collect(element, into: &secrets) } }
    guard let object = value as? [String: Any] else { return }
    for (name, value) in object {
      collect(value, into: &secrets)
      if name == "classificationMap", let map = value as? [String: Any] {
        secrets.formUnion(map.keys.filter { $0.count > 3 })
      }
      let texts = (value as? [String] ?? []) + [value as? String].compactMap { $0 }
      if Self.foreign.contains(name) { secrets.formUnion(texts.filter { $0.count > 3 }) }
    }
  }
}
