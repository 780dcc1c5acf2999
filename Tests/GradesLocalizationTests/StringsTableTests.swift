import TestSupport
import Testing

@testable import GradesLocalization

@Suite("The format of the tables")
struct StringsTableTests {
  @Test("Comments and any spacing stand between entries")
  func tolerance() throws {
    let table = try StringsTable(
      parsing: Array(
        """
        // first
        "a"="1";"b" = "2" ; /* second
        over lines **/ "c"
          /* x */ = // y
          "3"
        ;
        // last
        """.utf8))
    #expect(table.entries.map(table.key) == ["a", "b", "c"])
    #expect(table.entries.map(table.text) == ["1", "2", "3"])
    #expect(try StringsTable(parsing: []).entries.isEmpty)
    #expect(try StringsTable(parsing: Array("// end".utf8)).entries.isEmpty)
  }

  @Test("Escapes are replaced")
  func escapes() throws {
    let table = try StringsTable(
      parsing: Array(#""a" = "q\"b\\s\nn\tt\rr\U00e1u\UD800"; "k\"" = "/* // */";"#.utf8))
    #expect(table.entries.map(table.key) == ["a", "k\""])
    #expect(table.entries.map(table.text) == ["q\"b\\s\nn\tt\rráu\u{FFFD}", "/* // */"])
  }

  @Test(
    "A mistake is found where it is",
    arguments: [
      ("x", 1, 1, StringsTable.Problem.Reason.missingKey),
      ("\n  a = b;", 2, 3, .missingKey),
      (#""a" "b";"#, 1, 5, .missingEquals),
      (#""a" ="#, 1, 6, .missingValue),
      (#""a" = b"#, 1, 7, .missingValue),
      ("\"a\" = \"b\"\n\"c\" = \"d\";", 2, 1, .missingSemicolon),
      ("\"á\" = \"b", 1, 8, .unterminatedString),
      (#""a\"#, 1, 3, .unterminatedString),
      (#""a" = "\x";"#, 1, 8, .unknownEscape),
      (#""a" = "\U12g4";"#, 1, 8, .unknownEscape),
      (#""a" = "\U12"#, 1, 8, .unknownEscape),
      ("\n/* x", 2, 1, .unterminatedComment),
    ])
  func mistakes(text: String, line: Int, column: Int, reason: StringsTable.Problem.Reason) {
    #expect(throws: StringsTable.Problem(line: line, column: column, reason: reason)) {
      try StringsTable(parsing: Array(text.utf8))
    }
  }

  @Test("Bytes that are no text are refused")
  func invalid() {
    #expect(throws: StringsTable.Problem(line: 1, column: 1, reason: .invalidUTF8)) {
      try StringsTable(parsing: [0x22, 0xFF, 0x22])
    }
  }

  @Test("No bytes can end the program, and a table that parses gives all its texts")
  func fuzz() {
    let seed = Array(#"/* a */ "key" = "va\"l\U00e1ue"; // b"#.utf8)
    var random = SeededNumbers(5)
    for _ in 0..<3000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(bytes[index], at: index)
        default: bytes.removeLast(bytes.count - index)
        }
      }
      guard let table = try? StringsTable(parsing: bytes) else { continue }
      for entry in table.entries {
        #expect(table.key(of: entry).utf8.count <= bytes.count)
        #expect(table.text(of: entry).utf8.count <= bytes.count)
      }
    }
  }

  @Test("A program whose table is broken still says what it means")
  func broken() {
    let strings = Strings(.czech, Array("broken".utf8))
    #expect(strings(.settingsTitle) == "settingsTitle")
  }
}
