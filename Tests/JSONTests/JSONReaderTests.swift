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

  @Test("The number of values is limited, in all and in each array and object")
  func numbers() {
    let text = #"[[1,2,3],{"a":"b","c":[]}]"#
    #expect(failure(text, limits: JSONLimits(nodes: 10, elements: 3)) == nil)
    let whole = failure(text, limits: JSONLimits(nodes: 9))
    #expect(whole?.reason == .tooLarge)
    #expect(whole?.path == "[1].c")
    let single = failure(text, limits: JSONLimits(elements: 2))
    #expect(single?.reason == .tooLarge)
    #expect(single?.position.column == 7)
    #expect(failure("[{}]", limits: JSONLimits(elements: 1)) == nil)
    #expect(failure(#"{"a":1,"b":2}"#, limits: JSONLimits(elements: 1))?.reason == .tooLarge)
  }

  // A path takes a pass over the document: making one for each error would take billions of steps.
  @Test("Errors cost nothing until their paths are asked for", .timeLimit(.minutes(10)))
  func manyErrors() throws {
    let count = 100_000
    let text = "[" + String(repeating: #"{"a":"b"},"#, count: count - 1) + "1]"
    let elements = try JSONReader.read(Array(text.utf8)).root.elements()
    var last: JSONTypeError?
    for element in elements {
      do {
        _ = try element.object().required("c", element.object().number("a"))
      } catch {
        last = error
      }
    }
    #expect(elements.count == count)
    #expect(last?.path == "[\(count - 1)]")
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
    #expect(path { try inner.number("b") } == "a[0].b")
    #expect(path { try inner.requiredText("c") } == "a[0].c")
    #expect(path { try object.string("a") } == "a")
    #expect(try object.number("n") == 7.5)
    #expect(try inner.text("c") == nil)
    #expect(inner.has("c"))
    let least = try JSONReader.read(Array(#"{"n": -9223372036854775808}"#.utf8)).root.object()
    #expect(path { try least.integer("n") } == "n")
  }

  private func path(_ read: () throws -> Any?) -> String? {
    do {
      _ = try read()
      return nil
    } catch {
      return (error as? JSONTypeError)?.path
    }
  }

  @Test(
    "A value's own text is as it stands in the document",
    arguments: [
      "1.50e1", "null", "[]", "{ }", #"{"a]": ["\"}", {"b\\": [1 , 2]}], "c": {}}"#, "[[[ ]] ]",
    ])
  func source(text: String) throws {
    let member = try #require(
      try JSONReader.read(Array("{\"x\": \(text), \"y\": [1]}".utf8)).root.object().members().first)
    #expect(member.source == text)
    #expect(member.jsonLine == text)
  }

  @Test("A text keeps its quotation marks and escapes when it is written again")
  func copies() throws {
    let text = #"["\u017d\"a", "\n"]"#
    let elements = try JSONReader.read(Array(text.utf8)).root.elements()
    #expect(elements.map(\.jsonLine) == [#""\u017d\"a""#, #""\n""#])
    #expect(elements.first?.source == #"\u017d\"a"#)
  }

  @Test(
    "Whole numbers of up to fifteen digits, and what only looks like one",
    arguments: [
      ("0", 0), ("7", 7), ("1463746440000", 1_463_746_440_000),
      ("999999999999999", 999_999_999_999_999), ("1000000000000000", 1e15), ("-12", -12),
      ("12.5", 12.5), ("1e3", 1000), ("-0", 0),
    ])
  func numbers(text: String, number: Double) throws {
    let node = try JSONReader.read(Array("[\(text)]".utf8)).root.elements()[0]
    #expect(try node.number() == number)
    #expect(try node.number().sign == number.sign)
    for wrong in ["", "12a", "5.", "1:", "/1"] {
      let node = try JSONReader.read(Array("[\"\(wrong)\"]".utf8)).root.elements()[0]
      #expect(throws: JSONTypeError.self) { try node.number() }
    }
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
