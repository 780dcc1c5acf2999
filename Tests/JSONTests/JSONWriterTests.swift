import JSON
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
  private struct Course: JSONWritable {
    var code: String
    var points: Double?
    var credits: Int?

    func write(to writer: inout JSONWriter) {
      writer.object {
        $0.member("code", code)
        $0.member("points", points)
        $0.member(ifPresent: "credits", credits)
      }
    }
  }

  private let document = JSONWriter(.indented) {
    $0.object {
      $0.member("semester", "B231")
      $0.member(
        "studying",
        [Course(code: "XI-AAA.23", points: 61.5, credits: 5), Course(code: "XI-BBB")])
      $0.member("teaching", [String]())
      $0.object("nothing") { _ in }
      $0.array("numbers", of: 1...2) { $0.value($1) }
      $0.member(foreign: "a\"b", false)
    }
    $0.endLine()
  }

  @Test("Members keep their order, what is absent is null, containers are indented")
  func indented() {
    #expect(
      document.text == """
        {
          "semester": "B231",
          "studying": [
            {
              "code": "XI-AAA.23",
              "points": 61.5,
              "credits": 5
            },
            {
              "code": "XI-BBB",
              "points": null
            }
          ],
          "teaching": [],
          "nothing": {},
          "numbers": [
            1,
            2
          ],
          "a\\"b": false
        }

        """)
  }

  @Test("A compact document stands on one line")
  func compact() {
    #expect([Course(code: "A", points: 1)].jsonLine == #"[{"code":"A","points":1}]"#)
    #expect([String]().jsonLine == "[]")
  }

  @Test(
    "Numbers have a dot and the fewest digits that give them again",
    arguments: [
      (7.5, "7.5"), (12, "12"), (0, "0"), (-0.0, "0"), (-3, "-3"), (0.1, "0.1"), (100, "100"),
      (0.1 + 0.2, "0.30000000000000004"), (1.0 / 3, "0.3333333333333333"),
      (9_007_199_254_740_991, "9007199254740991"), (1e16, "1e+16"), (1e-7, "1e-07"),
      (.infinity, "null"), (.nan, "null"),
    ])
  func numbers(number: Double, text: String) throws {
    #expect(number.jsonLine == text)
    guard number.isFinite else { return }
    #expect(try JSONReader.read(Array(text.utf8)).root.number() == number)
  }

  @Test("Points have as few digits as any way to write them")
  func points() {
    for hundredths in -3000...3000 {
      let number = Double(hundredths) / 100
      #expect(number.jsonLine == (hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(number)"))
    }
    for number in [0.001, 1234567.89, 9_999_999_999_999.99, 90_071_992_547_409.91, 0.07, 1e-300] {
      #expect(number.jsonLine == "\(number)")
      #expect((-number).jsonLine == "-\(number)")
    }
  }

  @Test("Integers of any size", arguments: [0, 7, -1, 10, 1234, Int.max, Int.min])
  func integers(integer: Int) {
    #expect(integer.jsonLine == "\(integer)")
  }

  @Test("Whole numbers may keep their fraction")
  func fraction() {
    let writer = JSONWriter(keepsFraction: true) {
      $0.array {
        $0.value(4.0)
        $0.value(4)
        $0.value(4.5)
      }
    }
    #expect(writer.text == "[4.0,4,4.5]")
  }

  @Test("Text loses nothing, and nothing in it reaches a terminal as a control")
  func text() throws {
    let text = "a/b \"c\" \\ \n\r\t\u{8}\u{0}\u{1B}[31m\u{7F}\u{9B}\u{202E}\u{2028} Žluť 日本 👩‍👩‍👧‍👦"
    let written = text.jsonLine
    #expect(
      written
        == #""a/b \"c\" \\ \n\r\t\u0008\u0000\u001b[31m\u007f\u009b\u202e\u2028 Žluť 日本 👩‍👩‍👧‍👦""#)
    #expect(try JSONReader.read(Array(written.utf8)).root.string() == text)
  }

  @Test("Exactly the controls, separators and marks of direction are escaped")
  func escapes() {
    let escaped = (UInt32(0)...0x1_0000).compactMap(Unicode.Scalar.init)
      .filter { String($0).jsonLine != "\"\($0)\"" }.map(\.value)
    let expected: [ClosedRange<UInt32>] = [
      0...0x1F, 0x22...0x22, 0x5C...0x5C, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x206F,
      0xFFF9...0xFFFB,
    ]
    #expect(escaped == expected.flatMap(Array.init))
  }
}
