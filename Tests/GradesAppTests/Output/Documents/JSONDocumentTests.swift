import Foundation
import Testing

@testable import GradesApp

@Suite("JSON documents")
struct JSONDocumentTests {
  @Test("Members keep their order, what is absent is null, the document ends with a line feed")
  func document() {
    let grade: String? = nil
    let studying: [JSONValue] = [
      ["code": "XI-AAA.23", "points": 61.5, "grade": "D", "credits": 5],
      ["code": "XI-BBB", "points": nil as Double?, "grade": grade, "credits": 4],
    ]
    let document: JSONValue = [
      "semester": "B231",
      "studying": studying,
      "teaching": [JSONValue](),
      "nothing": [:] as JSONValue,
      "fetchedAt": Date(timeIntervalSince1970: 1_705_064_700),
      "stale": false,
    ]
    #expect(
      JSONDocument(document).text == """
        {
          "semester": "B231",
          "studying": [
            {
              "code": "XI-AAA.23",
              "points": 61.5,
              "grade": "D",
              "credits": 5
            },
            {
              "code": "XI-BBB",
              "points": null,
              "grade": null,
              "credits": 4
            }
          ],
          "teaching": [],
          "nothing": {},
          "fetchedAt": "2024-01-12T13:05:00Z",
          "stale": false
        }

        """)
  }

  @Test(
    "Numbers have a dot and the fewest digits that give them again",
    arguments: [
      (7.5, "7.5"), (12, "12"), (0, "0"), (-0.0, "0"), (-3, "-3"), (0.1, "0.1"),
      (0.1 + 0.2, "0.30000000000000004"), (1.0 / 3, "0.3333333333333333"),
      (9_007_199_254_740_991, "9007199254740991"), (1e16, "1e+16"), (1e-7, "1e-07"),
      (.infinity, "null"), (.nan, "null"),
    ])
  func numbers(number: Double, text: String) throws {
    #expect(JSONDocument(number).text == text + "\n")
    guard number.isFinite else { return }
    let read = try JSONDecoder().decode([Double].self, from: Data("[\(text)]".utf8))
    #expect(read == [number])
  }

  @Test("Text loses nothing, and nothing in it reaches a terminal as a control")
  func text() throws {
    let text = "a/b \"c\" \\ \n\r\t\u{8}\u{0}\u{1B}[31m\u{7F}\u{9B}\u{202E}\u{2028} Žluť 日本 👩‍👩‍👧‍👦"
    let document = JSONDocument([text]).text
    #expect(
      document == """
        [
          "a/b \\"c\\" \\\\ \\n\\r\\t\\u0008\\u0000\\u001b[31m\\u007f\\u009b\\u202e\\u2028 Žluť 日本 👩‍👩‍👧‍👦"
        ]

        """)
    #expect(try JSONDecoder().decode([String].self, from: Data(document.utf8)) == [text])
  }

  @Test("Equality counts the order of members, as the text does")
  func equality() {
    #expect((["a": 1, "b": 2] as JSONValue) == ["a": 1, "b": 2])
    #expect((["a": 1, "b": 2] as JSONValue) != ["b": 2, "a": 1])
    #expect(JSONValue.integer(1) != .number(1))
    #expect(JSONValue.null == nil)
  }
}
