import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// The pictures of both READMEs, drawn from what the app shows; `make screenshots` records them again.
@Suite("Pictures for the README", .inTurn)
struct ScreenshotTests {
  private static let titles = [
    "course": ["en": "A student’s results in one course", "cs": "Výsledky studenta v předmětu"],
    "editing": ["en": "A group as a spreadsheet", "cs": "Skupina jako tabulka"],
  ]

  /// Where the documents find them.
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/GradesApp/GradesApp.docc/Resources")

  @Test("Each is what the app shows", arguments: ["course", "editing"], ["en", "cs"])
  func pictures(name: String, language: String) async throws {
    let view = try #require(SceneFrameTests.views.first { $0.name == name })
    let service = try await TestService.started()
    let program = try await view.program(in: language, of: service)
    let app = program.open(view.arguments, columns: 88, rows: 20)
    _ = await app.text
    await app.type(view.keys)
    let picture = SVGPicture(
      frame: app.screen.frame, title: try #require(Self.titles[name]?[language]))
    _ = await app.hangUp()
    await service.stop()
    expectFrame(
      "\(name)-\(language)",
      picture.text.replacing("127.0.0.1:\(service.port)", with: "127.0.0.1:8765"),
      in: Self.folder.appending(path: "\(name)-\(language).svg"))
  }
}
