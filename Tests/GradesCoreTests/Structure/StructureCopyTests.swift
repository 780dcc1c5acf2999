import Foundation
import GradesClient
import Testing

@testable import GradesCore

/// Items of one course in another one, and items that a pattern means.
@Suite("Copying a structure")
struct StructureCopyTests {
  private func file(_ yaml: String) -> StructureFile {
    let reading = StructureReading(Data(yaml.utf8))
    #expect(!reading.hasErrors)
    return reading.file
  }

  private var source: StructureFile {
    file(
      """
      items:
        - identifier: du
          expression: SUM(`du[0-9]`) + du1
          items:
            - {identifier: du1, maximum: 5}
            - {identifier: du2, maximum: 5}
        - identifier: test
          maximum: 30
        - identifier: body
          expression: "number du1 = 3; (du + test) > 2 ? MARK(test) : 'test'"
      """)
  }

  private func names(_ file: StructureFile) -> [String] {
    file.items.map { String(repeating: "-", count: $0.depth) + $0.identifier.rawValue }
  }

  @Test("All items come behind those that are there, which stay")
  func all() throws {
    let target = file("items: [{identifier: own}, {identifier: test, maximum: 20}]")
    let copy = try target.copying(source)
    #expect(names(copy) == ["own", "test", "du", "-du1", "-du2", "body"])
    #expect(copy.items[1].definition.maximumValue == 30)
    #expect(try copy.copying(source) == copy)
  }

  @Test("Chosen items come with those above and below them")
  func only() throws {
    let empty = StructureFile(course: nil, semester: nil, items: [])
    func copied(_ only: [String], without: [String] = []) throws -> [String] {
      names(
        try empty.copying(source, only: only, without: without))
    }
    #expect(try copied(["du2"]) == ["du", "-du2"])
    #expect(try copied(["DU"]) == ["du", "-du1", "-du2"])
    #expect(try copied(["du*"], without: ["*1"]) == ["du", "-du2"])
    #expect(try copied([], without: ["du"]) == ["test", "body"])
    #expect(throws: UnknownItems.self) { try copied(["quiz*"]) }
  }

  @Test("Other identifiers are used below them and in expressions, but not for declared names")
  func renaming() throws {
    let copy = try StructureFile(course: nil, semester: nil, items: []).copying(
      source,
      renaming: [
        ItemIdentifier("du"): ItemIdentifier("ukoly"), ItemIdentifier("du1"): ItemIdentifier("u1"),
        ItemIdentifier("test"): ItemIdentifier("t"),
      ])
    #expect(names(copy) == ["ukoly", "-u1", "-du2", "t", "body"])
    #expect(copy.items[0].definition.expression == "SUM(`du[0-9]`) + u1")
    #expect(
      copy.items[4].definition.expression
        == "number du1 = 3; (ukoly + t) > 2 ? MARK(t) : 'test'")
    let (du1, du2) = (ItemIdentifier("du1"), ItemIdentifier("du2"))
    #expect(throws: TakenIdentifier(old: du1, new: du2)) {
      try source.copying(source, renaming: [du1: du2])
    }
    // Two can change their names, and the name of what is left out is free unless an expression reads it.
    let swapped = try StructureFile(course: nil, semester: nil, items: []).copying(
      source, renaming: [du1: du2, du2: du1])
    #expect(names(swapped).prefix(3) == ["du", "-du2", "-du1"])
    #expect(throws: Never.self) {
      try StructureFile(course: nil, semester: nil, items: []).copying(
        source, without: ["du2"], renaming: [du1: du2])
    }
    let test = ItemIdentifier("test")
    #expect(throws: TakenIdentifier(old: du1, new: test)) {
      try StructureFile(course: nil, semester: nil, items: []).copying(
        source, without: ["test"], renaming: [du1: test])
    }
    // Also where the item itself is left out.
    #expect(throws: TakenIdentifier(old: du1, new: test)) {
      try StructureFile(course: nil, semester: nil, items: []).copying(
        source, without: ["du1"], renaming: [du1: test])
    }
    #expect(throws: Never.self) {
      try StructureFile(course: nil, semester: nil, items: []).copying(
        source, without: ["test", "body"], renaming: [du1: test])
    }
    #expect(throws: UnknownItems.self) {
      try source.copying(source, renaming: [ItemIdentifier("x"): ItemIdentifier("y")])
    }
  }

  @Test(
    "A star stands for any characters; letters' case matters only where nothing else differs",
    arguments: [
      ("du1", ["du1"]), ("Du1", ["du1", "DU1"]), ("*", ["du1", "DU1", "test_a"]),
      ("d*", ["du1", "DU1"]), ("*_*", ["test_a"]), ("t*t*a", ["test_a"]), ("t*b", []),
      ("", []), ("**a", ["test_a"]),
    ])
  func patterns(text: String, expected: [String]) {
    let items = ["du1", "DU1", "test_a"].map {
      CourseItem(definition: Classification(identifier: ItemIdentifier($0)))
    }
    #expect(items.matching(text).map(\.identifier.rawValue) == expected)
  }
}
