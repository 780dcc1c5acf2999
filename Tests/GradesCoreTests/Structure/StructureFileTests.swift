import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

/// A structure's file is written and read without a loss.
@Suite("A structure's file")
struct StructureFileTests {
  @Test("A tree as people read it, which reads as the same items again")
  func written() throws {
    let file = StructureFile(
      course: CourseCode("XI-ZPT.23"), semester: try #require(SemesterCode("B261")),
      definitions: [
        Classification(
          identifier: ItemIdentifier("znamka"), id: 3,
          names: [LocalizedName(language: "cs", name: "Známka")],
          classificationType: .finalScore, valueType: .string, evaluationType: .expression,
          index: 1, expression: "zapocet ? MARK(body) : 'F'"),
        Classification(
          identifier: ItemIdentifier("ukoly"), id: 1,
          names: [
            LocalizedName(language: "cs", name: "Úkoly: všechny"),
            LocalizedName(language: "en", name: "Homework"),
          ],
          classificationType: ClassificationType(rawValue: "HOMEWORK"), valueType: .number,
          evaluationType: .expression, index: 0, maximumValue: 40,
          expression: "SUM(`du[0-9]+`)"),
        Classification(
          identifier: ItemIdentifier("du1"), id: 2, parentID: 1,
          parentIdentifier: ItemIdentifier("ukoly"),
          classificationType: ClassificationType(rawValue: "HOMEWORK"), hidden: true,
          minimumValue: 0, requiredValue: 2.5, maximumValue: 10),
      ])
    let text = file.text()
    #expect(
      text == """
        course: XI-ZPT.23
        semester: B261
        items:
          - identifier: ukoly
            name:
              cs: 'Úkoly: všechny'
              en: Homework
            type: HOMEWORK
            valueType: NUMBER
            maximum: 40
            expression: SUM(`du[0-9]+`)
            items:
              - identifier: du1
                type: HOMEWORK
                valueType: NUMBER
                minimum: 0
                required: 2.5
                maximum: 10
                hidden: true
          - identifier: znamka
            name:
              cs: Známka
            type: FINAL_SCORE
            valueType: STRING
            expression: "zapocet ? MARK(body) : 'F'"

        """)
    #expect(Self.reread(text) == Self.plain(file))
  }

  @Test("Random courses come back as they were, and so do their texts")
  func fuzzCourses() async {
    await FuzzRun.seeds(300) { seed in
      var random = RandomStructure(seed)
      let file = StructureFile(
        course: CourseCode("XI-AAA.23"), semester: SemesterCode("B261")!,
        definitions: random.definitions())
      let text = file.text()
      let reading = StructureReading(Data(text.utf8))
      #expect(reading.problems == [], "seed \(seed)")
      #expect(Self.plain(reading.file) == Self.plain(file), "seed \(seed)")
      #expect(reading.file.text(keeping: reading) == text, "seed \(seed)")
    }
  }

  @Test("Damaged files are read within their limits and never stop the program")
  func fuzzDamaged() async {
    await FuzzRun.seeds(200) { seed in
      var random = RandomStructure(seed)
      let file = StructureFile(
        course: CourseCode("XI-AAA.23"), semester: SemesterCode("B261")!,
        definitions: random.definitions())
      var numbers = SeededNumbers(seed)
      var bytes = Array(file.text().utf8)
      for _ in 0..<4 {
        let position = Int.random(in: 0...bytes.count, using: &numbers)
        bytes.insert(contentsOf: random.text().utf8, at: position)
        if !bytes.isEmpty { bytes.remove(at: Int.random(in: 0..<bytes.count, using: &numbers)) }
      }
      let reading = StructureReading(Data(bytes)).checked()
      for problem in reading.problems {
        #expect(problem.place.line >= 1 && problem.place.column >= 1, "seed \(seed)")
      }
      _ = reading.file.text(keeping: reading)
    }
  }

  @Test("What would take much memory or time is refused")
  func hostile() {
    #expect(Self.kinds(String(repeating: "a", count: (1 << 20) + 1)) == [.tooLarge])
    #expect(StructureReading(Data([0x69, 0xFF, 0xFE])).problems.map(\.kind) == [.notText])
    for bracket in ["[", "{", "- ", "? "] {
      let text = "items: \n" + String(repeating: bracket, count: 20_000)
      #expect(StructureReading(Data(text.utf8)).hasErrors, "\(bracket)")
    }
    #expect(Self.kinds("items:\n  " + String(repeating: "- ", count: 5_000) + "a") == [.tooDeep])
    let bomb = (0..<30).map { level in
      "k\(level): &k\(level) [" + (level == 0 ? "x" : "*k\(level - 1), *k\(level - 1)") + "]"
    }
    #expect(Self.kinds((bomb + ["? *k29", ": 1"]).joined(separator: "\n")) == [.alias])
    for (blank, end) in [("\t", "\n"), (" ", "\r"), ("\t", "\u{2028}"), ("\u{FEFF}", "\n")] {
      let hidden = (bomb + ["? *k29", ": 1"]).joined(separator: end)
        .replacing(" *", with: blank + "*").replacing(" &", with: blank + "&")
      #expect(Self.kinds(hidden).count == 1, "\(hidden.debugDescription)")
    }
    #expect(Self.kinds("items: &a []").contains(.alias))
    let many = "items:\n" + String(repeating: "- identifier: a\n", count: 5_001)
    #expect(Self.kinds(many) == [.tooManyItems])
    var deep = "items:\n"
    for level in 0..<100 {
      let indent = String(repeating: "  ", count: level)
      deep += "\(indent)- identifier: p\(level)\n\(indent)  items:\n"
    }
    #expect(Self.kinds(deep) == [])
    #expect(
      Self.kinds(deep + String(repeating: "  ", count: 100) + "- identifier: q") == [.tooDeep])
  }

  @Test("Lines of an expression that begin with an asterisk are no aliases")
  func products() {
    let factors = (1...40).map { "      *b\($0)\n" }.joined()
    let text = "items:\n  - identifier: a\n    type: OTHER\n    expression: |\n      b0\n" + factors
    #expect(Self.kinds(text) == [])
  }

  /// A file's text read again.
  private static func reread(_ text: String) -> StructureFile {
    plain(StructureReading(Data(text.utf8)).file)
  }

  private static func kinds(_ text: String) -> [StructureProblem.Kind] {
    StructureReading(Data(text.utf8)).problems.map(\.kind)
  }

  /// A file without the service's numbers, which it does not have.
  private static func plain(_ file: StructureFile) -> StructureFile {
    var file = file
    for index in file.items.indices {
      file.items[index].definition.id = nil
      file.items[index].definition.parentID = nil
      file.items[index].definition.index = 0
      file.items[index].definition.parentIdentifier = file.items[index].parent
    }
    return file
  }

  @Test(
    "A byte order mark at a text's start is a part of the text",
    arguments: [
      ("\"\\uFEFFa\"", "\u{FEFF}a"), ("'\u{FEFF}a'", "\u{FEFF}a"), ("\"\\ufeff\"", "\u{FEFF}"),
      ("\"\u{FEFF}\\ufeff\\U0000feffa\"", "\u{FEFF}\u{FEFF}\u{FEFF}a"),
      ("\"a\\uFEFF\"", "a\u{FEFF}"),
    ])
  func byteOrderMarks(source: String, expected: String) {
    let text = "items:\n- identifier: a\n  name: {cs: \(source)}\n"
    let name = StructureReading(Data(text.utf8)).file.items.first?.definition.names.first?.name
    #expect(name.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
  }
}
