import AppTestSupport
import GradesClient
import GradesLocalization
import Terminal
import TestSupport
import Testing

@testable import GradesApp

/// How final results look: they matter most, and their colours have a meaning.
@Suite("Final results", .inTurn)
struct GradeTextTests {
  private let english = ValueText(.load(.english))
  private let czech = ValueText(.load(.czech))

  @Test("A yes is passed, a no is not; letters stay letters")
  func words() {
    #expect(english.grade(.flag(true)).text == "passed")
    #expect(english.grade(.flag(false)).text == "not passed")
    #expect(czech.grade(.flag(true)).text == "splněno")
    #expect(czech.grade(.flag(false)).text == "nesplněno")
    #expect(english.grade(.text("B")).text == "B")
    #expect(czech.grade(.number(1.5)).text == "1,5")
    #expect(english.grade(nil) == StyledText("–", .quiet))
  }

  @Test("Colours by meaning, the same for what means the same")
  func colours() {
    func style(_ value: GradeValue) -> Style? { english.grade(value).spans.first?.style }
    #expect(style(.text("A")) == .strongGood)
    #expect(style(.text("Z")) == style(.flag(true)))
    #expect(style(.text("C")) == .strongAccent)
    #expect(style(.text("E")) == .strongWarning)
    #expect(style(.text("f")) == style(.flag(false)))
    #expect(style(.number(2)) == .heading)
    #expect(style(.text("zítra")) == .heading)
  }

  @Test(
    "Totals and the grade are bold, computed parts of them are not; without colours all is said")
  func rows() async throws {
    var program = try await Program.signedIn(to: .shared())
    let plain = await program.run(["course", "XI-ZPT.23"], width: 80).out
    #expect(plain.contains("Total points       80.25  / 100"))
    program.environment["TERM"] = "xterm-256color"
    let coloured = await program.run(["course", "XI-ZPT.23"], width: 80).out
    #expect(coloured.contains("\u{1B}[1mTotal points\u{1B}[0m       \u{1B}[1m80.25\u{1B}[0m"))
    #expect(coloured.contains("\u{1B}[1mGrade\u{1B}[0m"))
    #expect(coloured.contains("\u{1B}[38;5;28;1mB\u{1B}[0m"))
    #expect(coloured.contains("\u{1B}[38;5;244mHomework\u{1B}[0m"))
    #expect(coloured.contains("\u{1B}[38;5;28;1mgrade B\u{1B}[0m"))
    program.environment["NO_COLOR"] = "1"
    #expect(await program.run(["course", "XI-ZPT.23"], width: 80).out == plain)
  }
}
