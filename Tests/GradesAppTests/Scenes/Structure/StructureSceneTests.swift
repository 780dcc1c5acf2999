import AppTestSupport
import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// The structure of a course in the app, key by key.
@Suite("Structure in the app", .inTurn)
struct StructureSceneTests {
  private func working(
    as username: String = DemoAccounts.teacher.username, columns: Int = 80, rows: Int = 24,
    language: String = "en", opening: String = "--open structure XI-ZPT.23",
    _ test: (Teacher, RunningApp) async throws -> Void
  ) async throws {
    let environment = ["LANG": language == "cs" ? "cs_CZ.UTF-8" : "en_GB.UTF-8"]
    try await Teacher.working(as: username, environment: environment) { teacher in
      let app = teacher.program.open(opening, columns: columns, rows: rows)
      _ = await app.text
      try await test(teacher, app)
      _ = await app.hangUp()
    }
  }

  /// The stored draft; nil without one.
  private func draft(_ teacher: Teacher) throws -> StructureReading? {
    let folder = try teacher.program.paths.structuresFolder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let name = names.first { $0.hasSuffix(".yaml") && !$0.hasSuffix(".base.yaml") }
    return try name.map { StructureReading(try Data(contentsOf: folder.appending(path: $0))) }
  }

  /// Whether the stored draft, nil for none, becomes what is expected; edits are stored beside what is typed.
  private func stores(
    _ teacher: Teacher, _ isExpected: (StructureFile?) -> Bool
  ) async -> Bool {
    let limit = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < limit {
      if isExpected((try? draft(teacher))?.file) { return true }
      await Task.yield()
    }
    return false
  }

  private func storesItem(
    _ name: String, _ teacher: Teacher, _ isExpected: (Classification) -> Bool
  ) async -> Bool {
    await stores(teacher) { file in
      file?.items.first { $0.identifier.rawValue == name }.map { isExpected($0.definition) }
        ?? false
    }
  }

  /// Changes du2 as a colleague would.
  private func colleague(
    _ teacher: Teacher, _ change: (inout Classification) -> Void
  ) async throws {
    let token = try await teacher.control.issueTokens(username: "ucitezk1").access
    let folder = try TemporaryFolder()
    let client = HTTPClient(transport: CurlTransport(), retry: .never)
    let service = teacher.service
    let configuration = OAuthConfiguration(
      authorizeURL: service.authorizeURL, tokenURL: service.tokenURL,
      clientID: DemoAccounts.clientID, clientSecret: DemoAccounts.clientSecret,
      redirectURI: service.authorizeURL, scopes: [], host: "demo")
    let api = HTTPGradesAPI(
      baseURL: service.apiURL, client: client,
      authenticator: Authenticator(
        configuration: configuration,
        store: FileCredentialStore(file: folder.url.appending(path: "credentials.json")),
        client: client, givenToken: token))
    let (course, semester) = (CourseCode("XI-ZPT.23"), try #require(SemesterCode("B261")))
    let definitions = try await api.structure(of: course, in: semester).map(\.item)
    var item = try #require(definitions.first { $0.identifier.rawValue == "du2" })
    item.parentIdentifier = definitions.first { $0.id == item.parentID }?.identifier
    change(&item)
    try await api.update([item], in: course, semester: semester)
  }

  private let du1 = "/du1<enter><esc>"

  @Test("From Courses by s, on a taught course alone")
  func fromCourses() async throws {
    try await working(as: "obojial1", opening: "--open courses") { _, app in
      #expect(await app.type("s").contains("Select a course that you teach."))
      let structure = await app.type("<end>s")
      #expect(structure.contains("Structure"))
    }
  }

  @Test("A bound is typed in the form, is a draft at once, and undo takes it back")
  func bound() async throws {
    try await working { teacher, app in
      let form = await app.type(du1 + "<enter>")
      #expect(form.contains("Identifier") && form.contains("Expression"))
      // Minimum, required, maximum are the seventh field and those after it.
      let field = await app.type("<down><down><down><down><down><down><down><down><enter>")
      #expect(field.contains("du1 · Maximum"))
      #expect(await app.type("x").contains("“x” is not a number."))
      #expect(await app.type("<enter>").contains("du1 · Maximum"))
      #expect(await app.type("<c-u>-1").contains("is less than"))
      await app.type("<c-u>12,5<enter>")
      #expect(await app.type("<esc>").contains("1 edited item"))
      let holds1 = await storesItem("du1", teacher) { $0.maximumValue == 12.5 }
      #expect(holds1)
      #expect(await app.type("u").contains("1 edited item") == false)
      let holds2 = await stores(teacher) { $0 == nil }
      #expect(holds2)
    }
  }

  @Test("Edits outlive the window, and a colleague's change is shown and kept")
  func crash() async throws {
    try await working { teacher, app in
      await app.type(du1 + "v")
      _ = await app.hangUp()
      try await colleague(teacher) { $0.maximumValue = 77 }
      let again = teacher.program.open("--open structure XI-ZPT.23", columns: 80, rows: 24)
      let news = await again.text
      #expect(news.contains("Changes by colleagues"))
      #expect(news.contains("du2 maximum: 10 → 77"))
      #expect(await again.type("<esc>").contains("1 edited item"))
      _ = await again.hangUp()
    }
  }

  @Test("The expression: a caret under the mistake, completion, and a student's value")
  func expression() async throws {
    try await working { teacher, app in
      await app.type("szkusade1<enter>")
      let field = await app.type("/testy<enter><esc><enter><end><enter>")
      #expect(field.contains("test_a + test_b"))
      #expect(field.contains("(estimate)"))
      let unknown = await app.type(" + tesy")
      #expect(unknown.contains("unknown item “tesy”; did you mean “testy”?"))
      let lines = unknown.split(separator: "\n").map(String.init)
      let text = try #require(lines.firstIndex { $0.contains("test_b + tesy") })
      let word = try #require(lines[text].range(of: "tesy"))
      let caret = try #require(lines[text + 1].firstIndex(of: "^"))
      #expect(
        lines[text].distance(from: lines[text].startIndex, to: word.lowerBound)
          == lines[text + 1].distance(from: lines[text + 1].startIndex, to: caret))
      // The names that begin like the word, one after the other.
      await app.type("<backspace><backspace>")
      #expect(await app.type("<tab>").contains("test_b + testy"))
      #expect(await app.type("<tab>").contains("test_b + test_a"))
      await app.type("<enter><esc>")
      let holds3 = await storesItem("testy", teacher) {
        $0.expression == "test_a + test_b + test_a"
      }
      #expect(holds3)
    }
  }

  @Test("A new item is added with a form, and can be moved; those of Grades cannot")
  func adding() async throws {
    try await working { teacher, app in
      let question = await app.type(du1 + "a")
      #expect(question.contains("New item"))
      #expect(await app.type("du1<enter>").contains("is already the identifier"))
      let form = await app.type("<c-u>du9<enter>")
      #expect(form.contains("du9") && form.contains("Czech name"))
      await app.type("<esc>")
      let holds4 = await storesItem("du9", teacher) { $0.valueType == .number }
      #expect(holds4)
      #expect(await app.type("m<enter>").contains("Grades cannot change the order"))
      #expect(await app.type("x").contains("edited") == false)
    }
  }

  @Test("An item with values goes only when its identifier was typed")
  func removing() async throws {
    try await working { teacher, app in
      let question = await app.type(du1 + "x")
      #expect(question.contains("Remove du1?") && question.contains("Type du1 to confirm."))
      #expect(await app.type("du<enter>").contains("Remove du1?"))
      #expect(await app.type("1<enter>").contains("1 edited item"))
      let holds5 = await stores(teacher) { file in
        file?.items.allSatisfy { $0.identifier.rawValue != "du1" } ?? false
      }
      #expect(holds5)
    }
  }

  @Test("The plan is refused while something is wrong, and shown with signs otherwise")
  func plan() async throws {
    try await working { teacher, app in
      #expect(await app.type("p").contains("No edits."))
      await app.type(du1 + "v")
      let plan = await app.type("p")
      #expect(plan.contains("~ du1") && plan.contains("hidden"))
      #expect(await app.type("<esc>").contains("1 edited item"))
      _ = teacher
    }
  }

  @Test("The plan is applied, verified and reported, with a backup of what is lost")
  func applying() async throws {
    try await working { teacher, app in
      await app.type(du1 + "vadu9<enter><esc>/du2<enter><esc>xdu2<enter>p")
      let outcome = await app.type("y")
      #expect(outcome.contains("Applied"))
      for line in ["+ du9", "~ du1", "- du2", "Backup: "] { #expect(outcome.contains(line)) }
      #expect(await app.type("<esc>p").contains("No edits."))
      let holds6 = await stores(teacher) { $0 == nil }
      #expect(holds6)
      let items = await teacher("items XI-ZPT.23 --csv").out
      #expect(items.contains("\ndu9,") && !items.contains("\ndu2,"))
      let folder = try teacher.program.paths.structureBackupsFolder
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.contains { $0.hasPrefix("backup-") })
    }
  }

  @Test(
    "A change of a colleague after the plan was shown is shown, and nothing of theirs overwritten")
  func appliedTooLate() async throws {
    try await working { teacher, app in
      await app.type(du1 + "vp")
      try await colleague(teacher) { $0.maximumValue = 77 }
      let news = await app.type("y")
      #expect(news.contains("Changes by colleagues") && news.contains("10 → 77"))
      #expect(await app.type("<esc>").contains("1 edited item"))
      #expect(await app.type("p").contains("~ du1"))
      #expect(await app.type("y").contains("Applied"))
      let items = await teacher("items XI-ZPT.23 --json").out
      #expect(items.contains("77"))
    }
  }

  @Test("Who is no editor reads the structure, and sees why nothing can be edited")
  func reading() async throws {
    try await working(opening: "--open structure XI-BEZ.22") { teacher, app in
      #expect(await app.text.contains("read-only"))
      #expect(await app.type("a").contains("You are not an editor"))
      #expect(await app.type("<enter><enter>").contains("You are not an editor"))
      let holds7 = await stores(teacher) { $0 == nil }
      #expect(holds7)
    }
  }

  @Test("Without drawing: a numbered list, a field, and undo")
  func plain() async throws {
    try await Teacher.working { teacher in
      let run = await teacher.program.run(
        ["--plain", "--open", "structure", "XI-ZPT.23"], input: ["1", "2", "Nový název", "0", "q"])
      #expect(run.out.contains("1. "))
      #expect(run.out.contains("1 edited item"))
      let holds8 = try #require(try draft(teacher)).file.items[0].definition.names.contains {
        $0.name == "Nový název"
      }
      #expect(holds8)
    }
  }
}
