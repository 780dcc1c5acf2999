import JSON
import Testing

@Suite("JSON reader")
struct JSONReaderTests {
  private func failure(_ text: String, limits: JSONLimits = JSONLimits()) -> JSONSyntaxError? {
    do {
      _ = try JSONReader.read(Array(text.utf8), limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A mistake has a line, a column and the path to its value",
    arguments: [
      ("{\"a\": 1,\n  b: 2}", .unexpected("b"), 2, 3, ""),
      ("[\n 1,\n tru]", .unexpected("]"), 3, 5, "[1]"),
      ("{\"ž\": \"ě\", \"b\": ?}", .unexpected("?"), 1, 17, "b"),
      ("[\"\\q\"]", .unexpected("q"), 1, 4, "[0]"),
      ("[\"\\u12G4\"]", .unexpected("G"), 1, 7, "[0]"),
      ("[01]", .unexpected("]"), 1, 4, "[0]"),
      ("[] x", .unexpected("x"), 1, 4, ""),
      ("{\"a\": [1,\n", .truncated, 2, 1, "a[1]"),
      ("", .truncated, 1, 1, ""),
      ("[\"\\u12", .truncated, 1, 7, "[0]"),
      ("[\"a\nb\"]", .controlCharacter, 1, 4, "[0]"),
    ] as [(String, JSONSyntaxError.Reason, Int, Int, String)])
  func mistake(
    text: String, reason: JSONSyntaxError.Reason, line: Int, column: Int, path: String
  ) throws {
    let error = try #require(failure(text))
    #expect(error.reason == reason)
    #expect(error.position.line == line)
    #expect(error.position.column == column)
    #expect(error.path == path)
  }

  @Test("Depth and size have limits")
  func limits() {
    let nested = "[[[]]]"
    #expect(failure(nested, limits: JSONLimits(depth: 3)) == nil)
    #expect(failure(nested, limits: JSONLimits(depth: 2))?.reason == .tooDeep)
    #expect(failure(nested, limits: JSONLimits(size: 6)) == nil)
    #expect(failure(nested, limits: JSONLimits(size: 5))?.reason == .tooLarge)
  }

  @Test("Only a strict reader refuses control characters and bytes that are not UTF-8")
  func strictness() throws {
    let bytes: [UInt8] = Array("[\"a\tb".utf8) + [0xFF] + Array("\"]".utf8)
    #expect(throws: JSONSyntaxError.self) { try JSONReader.read(bytes) }
    let lenient = try JSONReader.read(bytes, limits: JSONLimits(isStrict: false))
    #expect(try lenient.root.elements().first?.string() == "a\tb\u{FFFD}")
  }

  @Test("A value of another type is named by its path")
  func types() throws {
    let object = try JSONReader.read(Array(#"{"a": [{"b": "x", "c": null}], "n": "7.5"}"#.utf8))
      .root.object()
    let inner = try #require(try object.elements("a").first).object()
    #expect(throws: JSONTypeError(path: "a[0].b")) { try inner.number("b") }
    #expect(throws: JSONTypeError(path: "a[0].c")) { try inner.requiredText("c") }
    #expect(throws: JSONTypeError(path: "a")) { try object.string("a") }
    #expect(try object.number("n") == 7.5)
    #expect(try inner.text("c") == nil)
    #expect(inner.has("c"))
  }

  @Test("Values and names of members have positions")
  func positions() throws {
    let members = try JSONReader.read(Array("{\n \"a\":\n  \"b\"\n}".utf8)).root.object().members()
    let member = try #require(members.first)
    #expect(member.memberPosition.line == 2)
    #expect(member.memberPosition.column == 2)
    #expect(member.position.line == 3)
    #expect(member.position.column == 3)
  }
}
