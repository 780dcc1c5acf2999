import ClientTestSupport
import Foundation
import GradesClient
import TestSupport
import Testing

/// Invalid responses: each becomes an error with a path, or a model.
@Suite(.inTurn) struct HostileAnswerTests {
  private func failure(_ body: String) async -> GradesError? {
    await failure(Data(body.utf8))
  }

  private func failure(_ body: Data) async -> GradesError? {
    let service = TestService(RecordingTransport { _, _ in HTTPResponse(status: 200, body: body) })
    do {
      _ = try await service.rows()
      return nil
    } catch {
      return error as? GradesError
    }
  }

  private func value(_ json: String) async throws -> RecordedValue? {
    try await TestService(
      answering: #"[{ "username": "zkusade1", "classificationMap": { "x": \#(json) } }]"#
    ).rows().first?.values[ItemIdentifier("x")]
  }

  @Test(
    arguments: [
      "<!DOCTYPE html><html><body>Přihlaste se k síti</body></html>", "\n\t <html>",
      "\u{FEFF}<?xml version=\"1.0\"?><!DOCTYPE html>", "<",
    ])
  func aWebPageIsSaidToBeOne(_ body: String) async {
    let error = await failure(body)
    #expect(error == .unreadable(.html))
    #expect(error?.scope == .service)
  }

  @Test(
    arguments: [
      "", " \r\n", "[", "[{", #"[{ "username""#, #"[{ "username": "zkus"#,
      #"[{ "username": "zkus\u00"#,
      #"[{ "username": "zkus\"#, #"[{ "username": "zkusade1", "grade": 1"#, "[tru", "[-", "[1.",
      "[1e",
      #"[{ "username": "zkusade1" },"#, #"[{ "username": "zkusade1" }"#,
    ])
  func anAnswerThatEndsInTheMiddleIsTruncated(_ body: String) async {
    #expect(await failure(body) == .unreadable(.truncated))
  }

  @Test func everyBeginningOfAnAnswerIsTruncated() async {
    let whole = Data(YearAnswers.group2021.utf8)
    let end = whole.lastIndex(of: UInt8(ascii: "]")) ?? whole.startIndex
    for length in 0..<end {
      #expect(await failure(whole.prefix(length)) == .unreadable(.truncated))
    }
  }

  @Test(arguments: ["OK", "Service unavailable", "NaN", "\u{0}\u{1}\u{2}", "+1", "(1)"])
  func somethingElseThanJSONIsText(_ body: String) async {
    #expect(await failure(body) == .unreadable(.text))
  }

  @Test(
    arguments: [
      ("{}", ""), ("null", ""), ("true", ""), ("\"text\"", ""), ("12", ""), ("[] x", ""),
      ("[]]", ""),
      ("[1]", "[0]"), (#"["a"]"#, "[0]"), (#"[null, {}]"#, "[1].username"),
      (#"[{ "username": null }]"#, "[0].username"), (#"[{ "username": "" }]"#, "[0].username"),
      (#"[{ "username": {} }]"#, "[0].username"), (#"[{ "username": true }]"#, "[0].username"),
      (#"[{ "username": "a" }, { "username": "b", "grade": "druhý" }]"#, "[1].grade"),
      (#"[{ "username": "a", "grade": 1.5 }]"#, "[0].grade"),
      (#"[{ "username": "a", "grade": 1e300 }]"#, "[0].grade"),
      (#"[{ "username": "a", "firstName": [] }]"#, "[0].firstName"),
      (#"[{ "username": "a", "parallelCodes": [] }]"#, "[0].parallelCodes"),
      (#"[{ "username": "a", "parallelCodes": { "LECTURE": [1] } }]"#, "[0].parallelCodes.LECTURE"),
      (#"[{ "username": "a", "classificationMap": [] }]"#, "[0].classificationMap"),
      (
        #"[{ "username": "a", "classificationMap": { "y": 1, "x": [1] } }]"#,
        "[0].classificationMap.x"
      ),
      (
        #"[{ "username": "a", "classificationMap": { "x": { "value": { "y": 1 } } } }]"#,
        "[0].classificationMap.x.value"
      ),
      (
        #"[{ "username": "a", "classificationMap": { "x": { "timestamp": "včera" } } }]"#,
        "[0].classificationMap.x.timestamp"
      ),
      (
        #"[{ "username": "a", "classificationMap": { "x": { "timestamp": 1e18 } } }]"#,
        "[0].classificationMap.x.timestamp"
      ),
      (
        #"[{ "username": "a", "classificationMap": { "x": { "timestamp": true } } }]"#,
        "[0].classificationMap.x.timestamp"
      ),
    ])
  func anotherShapeIsNamedByItsPlace(_ body: String, _ path: String) async {
    #expect(await failure(body) == .unreadable(.json(path: path)))
  }

  @Test(
    arguments: [
      (#"[{ "username": a }]"#, "[0].username"), (#"[{ username: "a" }]"#, "[0]"),
      (#"[{ "username" "a" }]"#, "[0].username"), (#"[{ "username": "a" "grade": 1 }]"#, "[0]"),
      (#"[{ "username": "a", }]"#, "[0]"), ("[1,]", "[1]"), ("[1 2]", "[1]"), ("[01]", "[0]"),
      ("[-01]", "[0]"), ("[.5]", "[0]"), ("[+1]", "[0]"), ("[1.e5]", "[0]"), ("[NaN]", "[0]"),
      ("[Infinity]", "[0]"), ("[-Infinity]", "[0]"), (#"["\q"]"#, "[0]"), (#"["\u12G4"]"#, "[0]"),
      ("[nul1]", "[0]"), ("['a']", "[0]"), ("[1}", "[1]"), (#"{"a": 1]"#, ""), ("[0x10]", "[1]"),
      (#"[{ "username": "a", "classificationMap": { "x": tru! } }]"#, "[0].classificationMap.x"),
    ])
  func brokenJSONIsNamedByItsPlace(_ body: String, _ path: String) async {
    #expect(await failure(body) == .unreadable(.json(path: path)))
  }

  @Test func deepNestingEndsInAnErrorWithAShortPath() async {
    for depth in [513, 100_000] {
      let error = await failure(String(repeating: "[", count: depth))
      #expect(
        error == .unreadable(.json(path: String(repeating: "[0]", count: 16) + "…")))
    }
    let objects = await failure(String(repeating: #"{"a":"#, count: 100_000))
    #expect(
      objects
        == .unreadable(.json(path: Array(repeating: "a", count: 16).joined(separator: ".") + "…")))
  }

  // Every element is of unknown shape: an error that looked for its path would pass over all of them.
  @Test(.hangLimit) func aListOfManyElementsOfUnknownShapeIsReadInOnePass()
    async throws
  {
    let count = 100_000
    let service = TestService(
      answering: "[" + String(repeating: "1,", count: count - 1) + "2]")
    let notifications = try await service.notifications()
    #expect(notifications.count == count)
    #expect(notifications.last?.texts.map(\.text) == ["2"])
  }

  @Test func aListWithMoreElementsThanAnyCourseHasStudentsIsTooLarge() async {
    for (start, end) in [("", ""), (#"{"notifications":"#, "}")] {
      let list = "[" + String(repeating: "1,", count: 100_000) + "2]"
      let service = TestService(answering: start + list + end)
      await #expect(throws: GradesError.unreadable(.tooLarge)) { try await service.notifications() }
    }
  }

  @Test func readingEndsWhenItsTaskIsCancelled() async {
    let rows =
      "[" + (0..<1000).map { #"{ "username": "zkus\#($0)" }"# }.joined(separator: ",") + "]"
    let service = TestService(
      RecordingTransport { _, _ in
        withUnsafeCurrentTask { $0?.cancel() }
        return .json(rows)
      })
    let reading = Task { try await service.rows() }
    await #expect(throws: GradesError.cancelled) { try await reading.value }
  }

  @Test func whatNobodyReadsMayHaveAnyShape() async throws {
    let nest = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    let rows = try await TestService(
      answering: #"""
        [{ "username": "zkusade1", "userId": "x", "admin": [], "parallelNumbers": 7, "skillDtos": {},
           "extra": \#(nest), "budoucnost": { "a": [1, 2, { "b": null }] }, "": 1 }]
        """#
    ).rows()
    #expect(rows.map(\.student.username.rawValue) == ["zkusade1"])
  }

  @Test func aHierarchyAsDeepAsAnswersMayBeIsRead() async throws {
    let depth = 250
    let json =
      (0..<depth).map { #"[{ "identifier": "i\#($0)", "children": "# }.joined() + "null"
      + String(repeating: "}]", count: depth)
    let definitions = try await TestService(answering: json).hierarchy()
    #expect(definitions.count == depth)
    #expect(definitions.last?.parentIdentifier == ItemIdentifier("i248"))
  }

  @Test(
    arguments: [
      ("1e999", nil), ("-1e999", nil), (String(repeating: "9", count: 400), nil), ("1e-999", 0),
      ("0.1", 0.1), ("12345678901234567890", 12_345_678_901_234_567_168), ("1E2", 100),
      ("0.30000000000000004", 0.30000000000000004), ("123456789012.345", 123_456_789_012.345),
      ("2.2250738585072014e-308", .leastNormalMagnitude), ("-7.125", -7.125), ("4.0", 4),
      ("0." + String(repeating: "3", count: 1000), 1.0 / 3),
    ] as [(String, Double?)])
  func numbersAreReadExactlyOrNotAtAll(_ number: String, _ expected: Double?) async throws {
    if let expected {
      #expect(try await value(number) == RecordedValue(value: .number(expected)))
    } else {
      await #expect(throws: GradesError.unreadable(.json(path: "[0].classificationMap.x"))) {
        try await value(number)
      }
    }
  }

  @Test(
    arguments: [
      (#""\u017d\u00e1k \ud83d\ude00""#, "Žák 😀"), (#""\ud83d""#, "\u{FFFD}"),
      (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83dA""#, "\u{FFFD}A"),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000\u001B[2J""#, "\0\u{1B}[2J"),
      ("\"tab\there\"", "tab\there"), (#""NaN""#, "NaN"), (#""""#, ""),
    ])
  func textsAreReadWhateverIsInThem(_ json: String, _ expected: String) async throws {
    #expect(try await value(json) == RecordedValue(value: .text(expected)))
  }

  @Test func bytesThatAreNotUTF8AreReplaced() async throws {
    let body =
      Data(#"[{ "username": "zkusade1", "lastName": "Zku"#.utf8) + Data([0xB9, 0xFF])
      + Data(#"ební" }]"#.utf8)
    let service = TestService(RecordingTransport(HTTPResponse(status: 200, body: body)))
    #expect(
      try await service.rows().map(\.student.lastName) == ["Zku\u{FFFD}\u{FFFD}ební"])
  }

  @Test func theLastOfSeveralMembersOfOneNameCounts() async throws {
    let rows = try await TestService(
      answering: #"""
        [{ "username": "prvni1", "username": "zkusade1",
           "classificationMap": { "x": 1, "x": { "value": 2, "value": 3 } } }]
        """#
    ).rows()
    #expect(rows.map(\.student.username.rawValue) == ["zkusade1"])
    #expect(rows[0].values == [ItemIdentifier("x"): RecordedValue(value: .number(3))])
  }

  @Test func escapedNamesOfMembersAreTheSameNames() async throws {
    let rows = try await TestService(
      answering: #"[{ "\u0075sername": "zkusade1", "classificationMap": { "\u0064u1": 1 } }]"#
    ).rows()
    #expect(rows[0].values == [ItemIdentifier("du1"): RecordedValue(value: .number(1))])
  }

  @Test func aPathCarriesNoControlCharacters() async {
    let long = String(repeating: "z", count: 100)
    #expect(
      await failure(#"[{ "username": "a", "classificationMap": { "\u001B[2J": [] } }]"#)
        == .unreadable(.json(path: "[0].classificationMap.\u{FFFD}[2J")))
    #expect(
      await failure(#"[{ "username": "a", "classificationMap": { "\#(long)": [] } }]"#)
        == .unreadable(.json(path: "[0].classificationMap." + long.prefix(64))))
  }

  @Test func spoiltAnswersNeverCrash() async {
    // A fixed sequence of changed bytes, so that failures can be repeated.
    var state: UInt64 = 20_231_201
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let signs = Array(#"{}[]",:\0123456789-+.eEtfnu "#.utf8) + [0, 0x1B, 0x80, 0xC3, 0xFF]
    for text in [YearAnswers.group2021, YearAnswers.record2018, YearAnswers.record2021] {
      let whole = Array(text.utf8)
      for _ in 0..<300 {
        var bytes = whole
        for _ in 0...random(4) {
          let index = random(bytes.count)
          switch random(3) {
          case 0: bytes[index] = signs[random(signs.count)]
          case 1: bytes.removeSubrange(index..<min(bytes.count, index + 1 + random(40)))
          default: bytes.insert(signs[random(signs.count)], at: index)
          }
        }
        let body = Data(bytes)
        let service = TestService(
          RecordingTransport { _, _ in HTTPResponse(status: 200, body: body) })
        await #expect(onlyGradesErrors { _ = try await service.rows() })
        await #expect(onlyGradesErrors { _ = try await service.record() })
      }
    }
  }

  private func onlyGradesErrors(_ work: () async throws -> Void) async -> Bool {
    do {
      try await work()
      return true
    } catch {
      return error is GradesError
    }
  }
}
