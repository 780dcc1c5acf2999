import Foundation
import GradesClient
import JSON

/// The service of a test: raw responses in, models and recorded requests out.
struct TestService {
  let transport: RecordingTransport
  let api: GradesAPI

  static let semester = SemesterCode("B231")!
  static let course = CourseCode("XI-AAA.23")
  static let student = Username("zkusade1")

  init(
    _ transport: RecordingTransport, base: String = "https://grades.example.org/api/v1",
    tokens: any TokenSource = ScriptedTokens(), clock: RequestClock = .system
  ) {
    self.transport = transport
    api = GradesAPI(
      baseURL: URL(string: base)!, client: HTTPClient(transport: transport, clock: clock),
      authenticator: tokens, language: .czech)
  }

  /// A service with one JSON text as the response to each request.
  init(answering json: String) {
    self.init(RecordingTransport { _, _ in .json(json) })
  }

  /// The course that most tests use.
  var course: GradesAPI.Course { api.course(Self.course, in: Self.semester) }

  /// The requests as lines such as `GET /public/user-info`, without the base.
  var lines: [String] {
    transport.requests.map {
      let address = $0.url.absoluteString.replacing("https://grades.example.org/api/v1", with: "")
      return "\($0.method.rawValue) \(address)"
    }
  }

  // Short forms, because most tests use the same course, semester and language.

  func record() async throws -> StudentRecord {
    try await course.values.student(Self.student)
  }

  func rows() async throws -> [GroupRow] {
    try await course.values.group(.all)
  }

  func column(_ item: String = "du1") async throws -> [ColumnCell] {
    try await course.values.item(ItemIdentifier(item), of: .all)
  }

  func definitions() async throws -> [Classification] {
    try await course.definitions.all()
  }

  /// The definitions with their children inside, which only the doctor reads.
  func hierarchy() async throws -> [Classification] {
    let answer = try await api.call(.get("public/courses/XI-AAA.23/definition-hierarchy"))
    return try Classification.flattened(
      JSONReader.read([UInt8](answer.body), limits: JSONLimits(isStrict: false)).root.elements())
  }

  func overview() async throws -> [CourseOverview] {
    try await api.overview(of: Self.student, in: Self.semester)
  }

  func notifications() async throws -> [ServiceNotification] {
    try await api.notifications(of: Self.student).page(NotificationPage(), .all)
  }

  func information() async throws -> CourseInformation {
    try await course.information()
  }
}
