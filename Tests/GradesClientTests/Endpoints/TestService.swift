import Foundation
import GradesClient

/// The service of a test: raw responses in, models and recorded requests out.
struct TestService {
  let transport: RecordingTransport
  let api: HTTPGradesAPI

  static let semester = SemesterCode("B231")!
  static let course = CourseCode("XI-AAA.23")
  static let student = Username("zkusade1")

  init(
    _ transport: RecordingTransport, base: String = "https://grades.example.org/api/v1",
    tokens: any TokenSource = ScriptedTokens(), clock: RequestClock = .system
  ) {
    self.transport = transport
    api = HTTPGradesAPI(
      baseURL: URL(string: base)!, client: HTTPClient(transport: transport, clock: clock),
      authenticator: tokens)
  }

  /// A service with one JSON text as the response to each request.
  init(answering json: String) {
    self.init(RecordingTransport { _, _ in .json(json) })
  }

  /// The requests as lines such as `GET /public/user-info`, without the base.
  var lines: [String] {
    transport.requests.map {
      let address = $0.url.absoluteString.replacing("https://grades.example.org/api/v1", with: "")
      return "\($0.method.rawValue) \(address)"
    }
  }

  // Short forms, because most tests use the same course, semester and language.

  func record() async throws -> StudentRecord {
    try await api.record(
      of: Self.student, in: Self.course, semester: Self.semester, language: .czech,
      showHidden: false)
  }

  func rows() async throws -> [GroupRow] {
    try await api.rows(of: .all, in: Self.course, semester: Self.semester, language: .czech)
  }

  func column(_ item: String = "du1") async throws -> [ColumnCell] {
    try await api.column(
      ItemIdentifier(item), of: .all, in: Self.course, semester: Self.semester, language: .czech)
  }

  func definitions() async throws -> [Classification] {
    try await api.definitions(of: Self.course, in: Self.semester, language: .czech)
  }

  func overview() async throws -> [CourseOverview] {
    try await api.overview(of: Self.student, in: Self.semester, language: .czech)
  }

  func notifications() async throws -> [ServiceNotification] {
    try await api.notifications(
      .all, of: Self.student, page: NotificationPage(), language: .czech)
  }

  func information() async throws -> CourseInformation {
    try await api.information(about: Self.course, in: Self.semester, language: .czech)
  }
}
