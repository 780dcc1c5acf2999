import ClientTestSupport
import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import Synchronization
import TestSupport
import Testing

/// A teacher with drafts and the embedded service over real HTTP.
struct Office {
  let service: TestService
  let folder: TemporaryFolder
  let store: DraftStore
  let clock: DeskClock
  let transport = ImpatientTransport()
  private let token: String

  static let gradebook = Gradebook(
    owner: DraftOwner(host: "demo", username: Username("ucitezk1")),
    course: CourseCode("XI-ZPT.23"), semester: SemesterCode("B261")!)

  /// Opens one at a service of its own, which the test stops at its end.
  static func open() async throws -> Office {
    let service = try await TestService.start()
    TestEnd.close { await service.stop() }
    let folder = try TemporaryFolder()
    let clock = DeskClock()
    let store = Desk.store(folder.file("drafts.sqlite"), clock)
    let token = try await service.control.issueTokens(username: "ucitezk1").access
    return Office(service: service, folder: folder, store: store, clock: clock, token: token)
  }

  private init(
    service: TestService, folder: TemporaryFolder, store: DraftStore, clock: DeskClock,
    token: String
  ) {
    self.clock = clock
    self.service = service
    self.folder = folder
    self.store = store
    self.token = token
  }

  var control: Control { service.control }
  var gradebook: Gradebook { Self.gradebook }

  var api: GradesAPI {
    let client = HTTPClient(transport: transport, retry: .never)
    let configuration = OAuthConfiguration(
      authorizeURL: service.authorizeURL, tokenURL: service.tokenURL,
      clientID: DemoAccounts.clientID, clientSecret: DemoAccounts.clientSecret,
      redirectURI: service.authorizeURL, scopes: [], host: "demo")
    return GradesAPI(
      baseURL: service.apiURL, client: client,
      authenticator: Authenticator(
        configuration: configuration,
        store: FileCredentialStore(file: folder.file("credentials.json")), client: client,
        givenToken: token))
  }

  /// The course as the service shows it now.
  func grid() async throws -> CellGrid {
    let (course, semester) = (gradebook.course, gradebook.semester)
    let service = api.with(language: .english).course(course, in: semester)
    let rows = try await service.values.group(.all)
    return CellGrid(
      definitions: try await service.definitions.all(), students: rows.map(\.student),
      values: Dictionary(uniqueKeysWithValues: rows.map { ($0.student.username, $0.values) }))
  }

  /// The usernames of the first students.
  func students(_ count: Int) async throws -> [Username] {
    Array(try await grid().students.map(\.username).sorted().prefix(count))
  }

  /// Keeps drafts of one item over what the service has now.
  func draft(_ item: String, of students: [Username], _ value: GradeValue?) async throws {
    let grid = try await grid()
    try await store.put(
      students.map { student in
        let cell = GradeCell(student, ItemIdentifier(item))
        return DraftEdit(cell: cell, base: grid[cell], value: value, note: grid[cell].note)
      }, in: gradebook)
  }

  func publish(
    conflicts: ConflictPolicy = .leave, batchSize: Int = 100,
    notifyingRestored: Bool = false
  ) async throws -> PublishReport {
    try await Publisher(api: api, store: store, batchSize: batchSize).publish(
      in: gradebook, notify: true, notifyingRestored: notifyingRestored, conflicts: conflicts)
  }

  func value(_ item: String, of student: Username) async throws -> CellValue? {
    try await control.cell(course: "XI-ZPT.23", username: student.rawValue, item: item)?.value
  }

  func notificationCounts(_ students: [Username]) async throws -> [Int] {
    var counts: [Int] = []
    for student in students {
      counts.append(try await control.notificationCount(of: student.rawValue))
    }
    return counts
  }

  /// The requests that save, as the service got them.
  var saves: [LoggedRequest] { control.requestLog.filter { $0.method == "PUT" } }
}

/// Real requests, one answer of which comes too late when the test says so.
final class ImpatientTransport: HTTPTransport {
  private let inner = CurlTransport.patient()
  private let answersUntilLoss = Mutex<Int?>(nil)

  /// Loses one answer to a request that changes something, after so many that arrive.
  func loseAnswer(after count: Int) { answersUntilLoss.withLock { $0 = count } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await inner.send(request)
    guard request.method != .get else { return response }
    let isLost = answersUntilLoss.withLock { left in
      defer { left = left.flatMap { $0 > 0 ? $0 - 1 : nil } }
      return left == 0
    }
    if isLost { throw GradesError.unreachable(.timedOut) }
    return response
  }
}
