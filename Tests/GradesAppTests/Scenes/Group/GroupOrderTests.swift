import AppTestSupport
import GradesServer
import TestSupport
import Testing

/// The order of students, and the searches in them.
@Suite("A group's order", .inTurn)
struct GroupOrderTests {
  /// The first column of the table of one item, or another one.
  private func usernames(_ options: String) async throws -> [String] {
    let csv = try await shown("group XI-ZPT.23 ALL test_b --csv \(options)", as: "ucitezk1")
    return csv.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "," }) }
  }

  @Test("By name as Czech readers expect: č after c, ch after h, Ď beside D")
  func names() async throws {
    let csv = try await shown("group XI-ZPT.23 ALL test_b --csv", as: "ucitezk1")
    let names = csv.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",")[1...2].joined(separator: " ")
    }
    #expect(
      names == [
        "Bárta Daniel", "Cibulka Jan", "Čapek Karel", "Čapková Jana", "Druhý Stanislav",
        "Ďurica Martin", "Dušková Klára", "Dvořák Tomáš", "Fialová Adéla", "Hájková Eliška",
        "Hanák Petr", "Havel Pavel", "Chalupa Chrudoš", "Charvát Eduard", "Ibrahimová Ivana",
        "Matoušek Pavel", "Ňorek Ňuňa", "Růžičková Žofie", "Ryšavá Lucie", "Řehoř Ondřej",
        "Suchá Simona", "Šafářová Jitka", "Šťastná Šárka", "Toman Tadeáš", "Ťoupal Ťapka",
        "Ulehlová Uršula", "Úlehlová Úršula", "Zach Zbyněk", "Zkušební Adéla", "Žáčková Žaneta",
      ])
    #expect(try await usernames("--desc") == usernames("").reversed())
  }

  @Test("By value, both ways; who has none is last both times, equals stand by name")
  func values() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("zkusade1", "test_b", nil)
    try await teacher.colleague("cibulja1", "test_b", nil)
    try await teacher.colleague("capekka1", "test_b", .number(9))
    try await teacher.colleague("hanakpe1", "test_b", .number(9))
    try await teacher.colleague("noreknu1", "test_b", .number(-1))
    for (order, expected) in [
      ("", ["noreknu1", "capekka1", "hanakpe1", "cibulja1", "zkusade1"]),
      (" --desc", ["capekka1", "hanakpe1", "noreknu1", "cibulja1", "zkusade1"]),
    ] {
      let run = await teacher("group XI-ZPT.23 ALL test_b --csv --sort value\(order)")
      let usernames = run.lines.dropFirst().map { String($0.prefix { $0 != "," }) }
      #expect(usernames.filter { expected.contains($0) } == expected)
    }
  }

  @Test("Without an item the points decide")
  func points() async throws {
    let csv = try await shown(
      "group XI-ZPT.23 --sort value --desc --csv --filter ul", as: "ucitezk1")
    let lines = csv.split(separator: "\n")
    let column = try #require(lines[0].split(separator: ",").firstIndex(of: "body"))
    #expect(column > 0)
    let usernames = lines.filter { $0.contains("ulehlur") }.map { $0.prefix(8) }
    #expect(usernames == ["ulehlur1", "ulehlur2"])
  }
}
