import GradesClient
import GradesCore
import Testing

struct ValueReaderTests {
  private let points = Classification(
    identifier: ItemIdentifier("du1"), minimumValue: 0, maximumValue: 12)
  private let words = Classification(identifier: ItemIdentifier("slovne"), valueType: .string)
  private let attended = Classification(
    identifier: ItemIdentifier("ucast"), valueType: .boolean)
  private let computed = Classification(
    identifier: ItemIdentifier("body"), evaluationType: .expression)

  private func read(
    _ text: String, _ item: Classification, over current: GradeValue? = nil
  ) -> Result<GradeValue?, EditProblem> {
    ValueReader().value(typed: text, for: item, over: current)
  }

  @Test(
    "Typed numbers mean what they mean to `grades set`",
    arguments: [
      ("7,5", GradeValue.number(7.5)), (" 7.5 ", .number(7.5)), ("", nil), ("  ", nil),
      ("-1", .number(-1)), ("1 234,5", .number(1234.5)),
      ("=3+2,5", .number(5.5)), ("=2×(3−1)÷8", .number(0.5)), ("=0.1+0.2", .number(0.3)),
    ] as [(String, GradeValue?)])
  func numbers(text: String, value: GradeValue?) throws {
    #expect(try read(text, points, over: .number(3)).get() == value)
  }

  @Test("Other types are rejected, and 1,234 as ambiguous")
  func rejections() throws {
    for (text, item, kind) in [
      ("x", points, EditProblem.Kind.wrongType), ("=du1+1", points, .wrongType),
      ("=1/0", points, .wrongType), ("1,234", points, .ambiguousNumber),
      ("maybe", attended, .wrongType), ("1", computed, .computed),
    ] {
      guard case .failure(let problem) = read(text, item) else {
        Issue.record("\(text) was taken")
        continue
      }
      #expect(problem.kind == kind)
      #expect(problem.text == text)
      #expect(problem.severity == .refused)
    }
    #expect(try read("ano", attended).get() == .flag(true))
  }

  @Test("A text that spells the current value is that value, whatever its type")
  func current() throws {
    #expect(try read("omluven", points, over: .text("omluven")).get() == .text("omluven"))
    #expect(try read("2,5", words, over: .number(2.5)).get() == .number(2.5))
    #expect(try read("1,234", points, over: .number(1.234)).get() == .number(1.234))
    #expect(try read("", words, over: .text("")).get() == .text(""))
    #expect(try read("  ", words, over: .text("a")).get() == .text("  "))
  }

  @Test("Only numbers have bounds, which belong to them")
  func bounds() {
    #expect(EditProblem(.number(13), outside: points, of: nil)?.maximum == 12)
    #expect(EditProblem(.number(-0.5), outside: points, of: nil)?.text == "-0.5")
    for value in [.number(0), .number(12), .text("x"), nil] as [GradeValue?] {
      #expect(EditProblem(value, outside: points, of: nil) == nil)
    }
  }

  @Test("Yes becomes no and everything else becomes yes, where there is a yes or no")
  func toggling() {
    #expect(attended.toggled(nil) == .flag(true))
    #expect(attended.toggled(.flag(true)) == .flag(false))
    #expect(attended.toggled(.number(1)) == nil)
    #expect(points.toggled(nil) == nil)
  }
}
