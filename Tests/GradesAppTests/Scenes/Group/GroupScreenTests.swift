import Foundation
import GradesServer
import Terminal
import TestSupport
import Testing

/// The Group classification scene in a window, as it is seen.
@Suite("A group on a screen")
struct GroupScreenTests {
  private func opened(_ address: String, columns: Int, rows: Int) async throws -> RunningApp {
    let service = try await EmbeddedService.shared()
    let program = try await Program.signedIn(to: service, as: "ucitezk1")
    let app = program.open("--open \(address)", columns: columns, rows: rows)
    _ = await app.text
    return app
  }

  @Test("120 columns: names, usernames and the items beside each other")
  func wide() async throws {
    let app = try await opened("group XI-ZPT.23", columns: 120, rows: 12)
    #expect(await plain(app.text) == Shot("a1"))
    // The first cell that can be edited is focused.
    #expect(await app.cursor == Position(column: 41, row: 4))
    _ = await app.hangUp()
  }

  @Test("80 columns: the items scroll, the names stay")
  func usual() async throws {
    let app = try await opened("group XI-ZPT.23 PARALLEL_555000115662", columns: 80, rows: 12)
    #expect(await plain(app.text) == Shot("b1"))
    #expect(await plain(app.type("<right><right><right><right><down>")) == Shot("b2"))
    #expect(await plain(app.type("<right><right><right><right><right>")) == Shot("b3"))
    _ = await app.hangUp()
  }

  @Test("40 columns, in Czech: two lines tell of the cell")
  func narrow() async throws {
    let app = try await opened("group XI-ZPT.23 --lang cs", columns: 40, rows: 14)
    #expect(await plain(app.text) == Shot("c1"))
    #expect(await plain(app.type("<end>7,5")) == Shot("c2"))
    _ = await app.hangUp()
  }

  @Test("80 columns, in Czech, with decimal commas")
  func czech() async throws {
    let app = try await opened("group XI-ZPT.23 --lang cs", columns: 80, rows: 12)
    #expect(await plain(app.type("<down><down><down>")) == Shot("d1"))
    _ = await app.hangUp()
  }

  @Test("Groups to choose from: the user's own first")
  func groups() async throws {
    let app = try await opened("group XI-ZPT.23", columns: 80, rows: 16)
    #expect(await plain(app.type("g")) == Shot("e1"))
    #expect(await plain(app.type("102<enter>")).hasPrefix("  XI-ZPT.23 · tutorial no. 102 -  (Tu…"))
    _ = await app.hangUp()
  }

  @Test("Sorted by the focused item, who has no value last; and back by name")
  func order() async throws {
    let app = try await opened("group XI-ZPT.23", columns: 80, rows: 12)
    #expect(await plain(app.type("o")) == Shot("g1"))
    let lowest = await names(app.type("<down><down><enter>"))
    #expect(lowest.prefix(3) == Shot("g2"))
    let highest = await names(app.type("o<down><enter>"))
    #expect(highest.prefix(3) == Shot("g3"))
    #expect(await names(app.type("<end>")).last == Shot("g4"))
    #expect(await names(app.type("o<home><enter>")).first == "Bárta Daniel")
    _ = await app.hangUp()
  }

  @Test("A group without students says so")
  func empty() async throws {
    let app = try await opened("group XI-BEZ.22 TEST", columns: 80, rows: 9)
    #expect(await plain(app.text) == Shot("i1"))
    _ = await app.hangUp()
  }

  /// The names in the rows of a picture.
  private func names(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(4).map {
      String($0.dropFirst().prefix(18)).trimmingCharacters(in: .whitespaces)
    }.prefix { !$0.isEmpty && !$0.hasPrefix("Task 1:") }
  }

  private func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }
}
