import AppTestSupport
import ClientTestSupport
import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// A teacher who edits the structure of a course in the app.
extension Teacher {
  /// Runs a test with the scene Structure in a window.
  static func atStructure(
    as username: String = DemoAccounts.teacher.username, columns: Int = 80, rows: Int = 24,
    language: String = "en", opening: String = "--open structure XI-ZPT.23",
    environment: [String: String] = [:]
  ) async throws -> (Teacher, RunningApp) {
    let language = ["LANG": language == "cs" ? "cs_CZ.UTF-8" : "en_GB.UTF-8"]
    let teacher = try await working(as: username, environment: language.merging(environment) { $1 })
    let app = teacher.program.open(opening, columns: columns, rows: rows)
    _ = await app.text
    return (teacher, app)
  }

  /// The file of the stored draft; nil without one.
  var structureDraftFile: URL? {
    get throws {
      let folder = program.paths.structuresFolder
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.first { $0.hasSuffix(".yaml") && !$0.contains("damaged") }
        .map { folder.appending(path: $0) }
    }
  }

  /// The stored draft; nil without one.
  func structureDraft() throws -> StructureReading? {
    try structureDraftFile.map { StructureReading(try Data(contentsOf: $0)) }
  }

  /// Whether the stored draft, nil for none, becomes what is expected; edits are stored beside what is typed.
  func stores(_ isExpected: (StructureFile?) -> Bool) async -> Bool {
    await eventually { isExpected((try? structureDraft())?.file) }
  }

  /// Whether an item of the stored draft becomes what is expected.
  func storesItem(_ name: String, _ isExpected: (Classification) -> Bool) async -> Bool {
    await stores { file in
      file?.items.first { $0.identifier.rawValue == name }.map { isExpected($0.definition) }
        ?? false
    }
  }

  /// The service as a colleague uses it.
  func colleagueAPI() async throws -> GradesAPI {
    let token = try await control.issueTokens(username: "ucitezk1").access
    let folder = try TemporaryFolder()
    let client = HTTPClient(transport: CurlTransport.patient(), retry: .never)
    let configuration = OAuthConfiguration(
      authorizeURL: service.authorizeURL, tokenURL: service.tokenURL,
      clientID: DemoAccounts.clientID, clientSecret: DemoAccounts.clientSecret,
      redirectURI: service.authorizeURL, scopes: [], host: "demo")
    return GradesAPI(
      baseURL: service.apiURL, client: client,
      authenticator: Authenticator(
        configuration: configuration,
        store: FileCredentialStore(file: folder.url.appending(path: "credentials.json")),
        client: client, givenToken: token))
  }

  /// Adds an item without values as a colleague would.
  func create(_ name: String, below parent: String? = nil) async throws {
    let semester = try #require(SemesterCode("B261"))
    try await colleagueAPI().course("XI-ZPT.23", in: semester).definitions.create([
      Classification(
        identifier: ItemIdentifier(name), parentIdentifier: parent.map { ItemIdentifier($0) },
        names: [LocalizedName(language: "en", name: name)])
    ])
  }

  /// Removes an item as a colleague would.
  func remove(_ name: String) async throws {
    let semester = try #require(SemesterCode("B261"))
    try await colleagueAPI().course("XI-ZPT.23", in: semester).definitions.delete(
      ItemIdentifier(name), keepingChildren: false)
  }

  /// Changes an item as a colleague would.
  func colleague(
    _ name: String = "du2", _ change: (inout Classification) -> Void
  ) async throws {
    let api = try await colleagueAPI()
    let (course, semester) = (CourseCode("XI-ZPT.23"), try #require(SemesterCode("B261")))
    let definitions = try await api.course(course, in: semester).definitions.structure().map(\.item)
    var item = try #require(definitions.first { $0.identifier.rawValue == name })
    item.parentIdentifier = definitions.first { $0.id == item.parentID }?.identifier
    change(&item)
    try await api.course(course, in: semester).definitions.update([item])
  }
}

extension RunningApp {
  /// Whether a text comes to be seen, also where it comes from a scene that was left.
  func comesToShow(_ part: String) async -> Bool {
    await eventually { screen.frame.text.contains(part) }
  }
}
