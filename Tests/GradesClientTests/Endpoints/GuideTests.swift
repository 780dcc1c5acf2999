import Foundation
import GradesClient
import Synchronization
import TestSupport
import Testing

/// The program of the guide `GettingStarted.md`, with a scripted service and browser.
@Suite(.inTurn) struct GuideTests {
  @Test func fifteenLinesSignInAndListTheCourses() async throws {
    let folder = try TemporaryFolder()
    let printed = Mutex<[String]>([])
    let browser = TestBrowser()
    let client = HTTPClient(transport: RecordingTransport { request, _ in service(request) })

    let authenticator = Authenticator(
      configuration: OAuthConfiguration(
        authorizeURL: URL(string: "https://auth.fit.cvut.cz/oauth/authorize")!,
        tokenURL: URL(string: "https://auth.fit.cvut.cz/oauth/token")!,
        clientID: "invented-client", clientSecret: "invented-secret",
        redirectURI: URL(string: "http://127.0.0.1:0")!, scopes: ["cvut:grades:user-read"],
        host: "production"),
      store: FileCredentialStore(file: folder.file("my-grades/credentials.json")),
      client: client)
    let grades = GradesAPI(
      baseURL: URL(string: "https://grades.fit.cvut.cz/api/v1")!, client: client,
      authenticator: authenticator, language: .english)

    _ = try await authenticator.logIn {
      browser.comeBack(from: $0, with: "code=a1B2c3&state=STATE")
    }
    let user = try await grades.user.info()
    let semester = try await grades.semester(.current)
    for course in try await grades.overview(
      of: user.username, in: semester)
    {
      printed.withLock { $0.append("\(course.code)") }
    }

    #expect(printed.withLock { $0 } == ["XI-AAA.23", "XI-BBB"])
  }

  @Test func theServicesAddressesAreThoseOfTheProgram() throws {
    func address(_ file: String, _ key: String) throws -> String? {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Configuration")
      let bytes = try Data(contentsOf: folder.appending(path: file + ".json"))
      return (try JSONSerialization.jsonObject(with: bytes) as? [String: Any])?[key] as? String
    }
    let token = GivenToken("a")
    for (grades, file) in [
      (Grades.production(credentials: token), "production"),
      (.development(credentials: token), "development"),
    ] { #expect(grades.baseURL.absoluteString == (try address(file, "api-url"))) }
    let faculty = OAuthConfiguration.faculty(clientID: nil, clientSecret: nil)
    for (url, key) in [
      (faculty.authorizeURL, "authorize-url"), (faculty.tokenURL, "token-url"),
      (faculty.checkTokenURL, "check-token-url"), (faculty.redirectURI, "redirect-uri"),
    ] { #expect(url?.absoluteString == (try address("common", key))) }
  }

  /// The responses of the authorization server and the service.
  private func service(_ request: HTTPRequest) -> HTTPResponse {
    let isSignedIn = request.headers.contains(HTTPHeader("Authorization", "Bearer token-1"))
    switch (request.url.path, isSignedIn) {
    case ("/oauth/token", _):
      return .json(#"{ "access_token": "token-1", "token_type": "bearer", "expires_in": 3600 }"#)
    case ("/api/v1/public/user-info", true): return .json(#"{ "username": "zkusade1" }"#)
    case ("/api/v1/public/semester-code", true): return .json("B231")
    case ("/api/v1/public/courses/classification-overview/zkusade1", true):
      return .json(#"[{ "courseCode": "XI-AAA.23" }, { "courseCode": "XI-BBB" }]"#)
    default: return .status(404)
    }
  }
}
