import Foundation
import GradesServer
import GradesTesting
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Who may call what", .inTurn)
struct PermissionTests {
  static let teachersPaths = [
    "courses/XI-ZPT.23/group/ALL/student-classifications",
    "courses/XI-ZPT.23/group/ALL/student-classifications/du1",
    "course/XI-ZPT.23/student-groups", "courses/XI-ZPT.23/classifications",
    "courses/XI-ZPT.23/classifications/du1", "courses/XI-ZPT.23/definitions",
    "courses/XI-ZPT.23/definitions/du1", "courses/XI-ZPT.23/definition-hierarchy",
    "courses/XI-ZPT.23/student-classifications/druhyst2",
  ]

  @Test func studentsGetAnEmpty401OnTeachersEndpoints() async throws {
    let service = try await startedService()
    let client = try await service.client()
    for path in Self.teachersPaths {
      let answer = try await client.api(path)
      #expect(answer.status == 401, "\(path)")
      #expect(answer.body.isEmpty)
      #expect(answer["Content-Length"] == "0")
      #expect(answer["WWW-Authenticate"] == nil)
    }
    let saving = try await client.put("courses/XI-ZPT.23/student-classifications", "[]")
    #expect(saving.status == 401)
    let definitions = try await client.put("courses/XI-ZPT.23/definitions", "{}")
    #expect(definitions.status == 401)
  }

  @Test func teachersReadTheirCoursesOnly() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    for path in Self.teachersPaths {
      let answer = try await client.api(path)
      #expect(answer.status == 200, "\(path)")
    }
    let other = try await client.api("courses/XI-LOG.23/group/ALL/student-classifications")
    #expect(other.status == 401)
    let student = try await client.api("courses/XI-LOG.23/student-classifications/zkusade1")
    #expect(student.status == 401)
  }

  @Test func nobodyGetsInWithoutAValidToken() async throws {
    let service = try await startedService()
    for token in [nil, "", "wrong", "11111111-2222-4333-8444-555555555555"] {
      let answer = try await RawClient(port: service.port, token: token).api("user-info")
      #expect(answer.status == 401)
      #expect(answer.body.isEmpty)
    }
    let client = try await service.client()
    try await service.control.expireTokens()
    #expect(try await client.api("user-info").status == 401)
    let basic = try await client.get(
      "/api/v1/public/user-info", headers: ["Authorization": "Basic eDp5"])
    #expect(basic.status == 401)
  }

  @Test func theServiceAccountHasOneCourse() async throws {
    let service = try await startedService()
    let client = try await service.serviceAccount()
    for path in [
      "semester-code", "courses/XI-ZPT.23/information", "course/XI-ZPT.23/student-groups",
      "courses/XI-ZPT.23/student-classifications/zkusade1",
      "courses/XI-ZPT.23/group/ALL/student-classifications",
      "courses/XI-ZPT.23/group/MY_PARALLELS/student-classifications",
      "courses/XI-ZPT.23/group/ALL/student-classifications/du1",
      "courses/XI-ZPT.23/definitions", "courses/XI-ZPT.23/definitions/du1",
      "courses/XI-ZPT.23/definition-hierarchy",
    ] {
      let answer = try await client.api(path)
      #expect(answer.status == 200, "\(path)")
    }
    for path in [
      "user-info", "user-roles", "settings/my", "notifications/zkusade1/new",
      "courses/classification-overview/zkusade1", "courses/XI-DAT.23/information",
      "courses/XI-DAT.23/definitions", "courses/XI-ZPT.23/classifications",
      "courses/XI-ZPT.23/classifications/du1",
    ] {
      let answer = try await client.api(path)
      #expect(answer.status == 401, "\(path)")
    }
    let saved = try await client.put(
      "courses/XI-ZPT.23/student-classifications?notify=false",
      #"[{"studentUsername":"zkusade1","classificationIdentifier":"du1","value":8,"note":""}]"#)
    #expect(saved.status == 201)
    let cell = try await service.control.cell(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1")
    #expect(cell?.author == "xi-zpt-scripts")
  }

  @Test func aNarrowTokenMayNotWrite() async throws {
    let service = try await startedService()
    let tokens = try await service.control.issueTokens(username: "ucitezk1")
    let narrow = try await RawClient(port: service.port).form(
      "/oauth/token",
      [
        ("grant_type", "refresh_token"), ("refresh_token", tokens.refresh),
        ("scope", "cvut:grades:user-read"),
      ], headers: ["Authorization": basic()]
    ).object()
    let client = RawClient(
      port: service.port, token: try #require(narrow["access_token"] as? String))
    #expect(try await client.api("courses/XI-ZPT.23/definitions").status == 200)
    let saved = try await client.put("courses/XI-ZPT.23/student-classifications", "[]")
    #expect(saved.status == 401)
  }

  @Test func onlyEditorsChangeDefinitions() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let answer = try await client.send(
      "DELETE", "/api/v1/public/courses/XI-BEZ.22/definitions/pokusy?preserve-children=false")
    #expect(answer.status == 401)
  }

  @Test func unknownPathsAndMethodsAreNotFound() async throws {
    let service = try await startedService()
    let client = try await service.client()
    for (method, path) in [
      ("GET", "/"), ("GET", "/api/v1"), ("GET", "/api/v1/public"), ("GET", "/favicon.ico"),
      ("GET", "/api/v2/public/user-info"), ("GET", "/api/v1/public/user-info/x"),
      ("POST", "/api/v1/public/user-info"), ("HEAD", "/api/v1/public/user-info"),
      ("GET", "/api/v1/public/courses/XI-ZPT.23/teachers"), ("GET", "/oauth"),
    ] {
      let answer = try await client.send(method, path)
      #expect(answer.status == 404, "\(method) \(path)")
      #expect(!answer.isBroken)
    }
  }
}

/// The header of the client for people's logins.
func basic(
  _ id: String = DemoAccounts.clientID, _ secret: String = DemoAccounts.clientSecret
) -> String {
  "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString()
}

extension TestService {
  /// A client with the token of the service account.
  func serviceAccount() async throws -> RawClient {
    let answer = try await RawClient(port: port).form(
      "/oauth/token",
      [("grant_type", "client_credentials"), ("scope", "cvut:grades:course-restricted")],
      headers: [
        "Authorization": basic(DemoAccounts.serviceClientID, DemoAccounts.serviceClientSecret)
      ]
    ).object()
    return RawClient(port: port, token: try #require(answer["access_token"] as? String))
  }
}
