import GradesClient
import Testing

/// The parts of an expression that is being written.
@Suite("Parts of an expression")
struct ExpressionPartTests {
  @Test("Names, functions, numbers, texts, patterns and signs have their ranges")
  func parts() {
    let text = "SUM(`du[0-9]+`) > 3.5 ? 'ž' : x_1"
    let parts = ItemExpression.parts(of: text)
    let scalars = Array(text.unicodeScalars)
    #expect(
      parts.map { part in
        String(String.UnicodeScalarView(scalars[part.range]))
      } == ["SUM", "(", "`du[0-9]+`", ")", ">", "3.5", "?", "'ž'", ":", "x_1"])
    #expect(
      parts.map(\.kind) == [
        .function, .sign, .pattern, .sign, .sign, .number, .sign, .string, .sign, .name,
      ])
  }

  @Test("What cannot be read is the rest")
  func unreadable() {
    let parts = ItemExpression.parts(of: "a + 'b")
    #expect(parts.map(\.kind) == [.name, .sign, .unreadable])
    #expect(parts.last?.range == 4..<6)
    #expect(ItemExpression.parts(of: "") == [])
  }
}
