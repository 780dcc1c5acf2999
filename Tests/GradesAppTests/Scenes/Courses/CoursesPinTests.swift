import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Pinned courses come first for people, and are marked for programs.
@Suite("Pinned courses", .inTurn)
struct CoursesPinTests {
  private func program(as username: String = "zkusade1") async throws -> Program {
    try await Program.signedIn(to: .shared(), as: username)
  }

  /// The codes at the beginnings of lines.
  private func codes(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      line.split { " ▌*".contains($0) }.first { $0.hasPrefix("XI-") }.map(String.init)
    }
  }

  @Test("Set in the settings: first in the table in the order of the pins, by code in documents")
  func settings() async throws {
    let program = try await program(as: "obojial1")
    let before = codes(await program("courses").out)
    #expect(await program("settings set pinned-courses XI-SIT.21,xi-prj.22 XI-SIT.21").status == 0)
    let settings = await program("settings --json").out
    #expect(settings.contains("\"pinnedCourses\": [\n    \"XI-SIT.21\",\n    \"XI-PRJ.22\"\n  ]"))
    let table = codes(await program("courses").out)
    #expect(Array(table.prefix(2)) == ["XI-SIT.21", "XI-PRJ.22"])
    #expect(table.sorted() == before.sorted())
    let run = await program("courses --json")
    let document = try run.object()
    let studying = try #require(document["studying"] as? [[String: Any]])
    let listed = studying.compactMap { $0["code"] as? String }
    #expect(listed == listed.sorted())
    #expect(
      studying.filter { $0["pinned"] as? Bool == true }.compactMap { $0["code"] as? String }
        == ["XI-PRJ.22", "XI-SIT.21"])
    let csv = await program("courses --csv").out
    #expect(csv == (try await self.program(as: "obojial1")("courses --csv")).out)
    #expect(await program.run(["settings", "set", "pinned-courses", ""]).status == 0)
    #expect(codes(await program("courses").out) == before)
  }

  @Test("P pins the focused course, which goes to the top with the focus, and in the settings")
  func key() async throws {
    let program = try await program()
    let app = program.open(columns: 60, rows: 16)
    _ = await app.pressing("/techniq<enter>")
    let pinned = await app.pressing("P")
    #expect(pinned.contains("XI-ZPT.23 is pinned."))
    expectFrame("CoursesPin/pinned", await app.pressing("<esc>"))
    #expect(await program("settings --json").out.contains("\"XI-ZPT.23\""))
    #expect(await app.pressing("<end>P").contains("XI-TVA is pinned"))
    #expect(codes(await app.frame).prefix(2) == ["XI-ZPT.23", "XI-TVA"])
    let unpinned = await app.pressing("<home>P")
    #expect(unpinned.contains("XI-ZPT.23 is no longer pinned"))
    #expect(unpinned.contains("▌ XI-ZPT.23"))
    _ = await app.hangUp()
    #expect(
      await program("settings --json").out.contains("\"pinnedCourses\": [\n    \"XI-TVA\"\n  ]"))
    #expect(codes(await program("courses").out).first == "XI-TVA")
  }

  @Test("Chosen in Settings; hidden courses stay hidden though they are pinned")
  func chosen() async throws {
    let program = try await program()
    #expect(await program("settings set hidden-courses XI-DAT.23").status == 0)
    #expect(await program("settings set pinned-courses XI-DAT.23,XI-LOG.23").status == 0)
    #expect(codes(await program("courses").out).prefix(2) == ["XI-LOG.23", "XI-BEZ.22"])
    #expect(codes(await program("courses --all").out).prefix(2) == ["XI-DAT.23", "XI-LOG.23"])
    let app = program.open(columns: 60, rows: 20)
    let asked = await app.pressing(",<down><down><down><down><enter>")
    #expect(asked.contains("Pinned courses"))
    // The first of the list is pinned behind the others.
    _ = await app.pressing("<home><space><enter>")
    _ = await app.hangUp()
    #expect(
      await program("settings --json").out.contains(
        "\"XI-DAT.23\",\n    \"XI-LOG.23\",\n    \"XI-BEZ.22\""))
  }
}
