import GradesClient
import TestSupport
import Testing

@Suite(.inTurn)
struct ItemExpressionTests {
  private func error(_ text: String) -> ExpressionError? {
    do throws(ExpressionError) {
      _ = try ItemExpression(parsing: text)
      return nil
    } catch {
      return error
    }
  }

  @Test("A mistake is shown where it is")
  func mistakes() {
    #expect(error("") == ExpressionError(at: 0, .unexpectedEnd))
    #expect(error("   ") == ExpressionError(at: 3, .unexpectedEnd))
    #expect(error("a b") == ExpressionError(at: 2, .unexpected("b")))
    #expect(error("a + ") == ExpressionError(at: 4, .unexpectedEnd))
    #expect(error("(a + b") == ExpressionError(at: 6, .unexpectedEnd))
    #expect(error("a + b)") == ExpressionError(at: 5, .unexpected(")")))
    #expect(error("SUM()") == ExpressionError(at: 4, .unexpected(")")))
    #expect(error("SUM(`a") == ExpressionError(at: 4, .unclosed("`")))
    #expect(error("a ? 'b : 'c'") == ExpressionError(at: 11, .unclosed("'")))
    #expect(error("'abc") == ExpressionError(at: 0, .unclosed("'")))
    #expect(error("\"A\"") == ExpressionError(at: 0, .unexpected("\"")))
    #expect(error("`a`") == ExpressionError(at: 0, .unexpected("`a`")))
    #expect(error("a & b") == ExpressionError(at: 2, .unexpected("&")))
    #expect(error("a >= b >= c") == ExpressionError(at: 7, .unexpected(">=")))
    #expect(error("a ? b") == ExpressionError(at: 5, .unexpectedEnd))
    #expect(error("number a = 1") == ExpressionError(at: 12, .unexpectedEnd))
    #expect(error("number a = 1;") == ExpressionError(at: 13, .unexpectedEnd))
    #expect(error("number a = 1, a = 2; a") == ExpressionError(at: 14, .declaredTwice("a")))
    #expect(error("1.") == ExpressionError(at: 1, .unexpected(".")))
    #expect(error("7x") == ExpressionError(at: 1, .unexpected("x")))
    #expect(error("žluť + é ?") == ExpressionError(at: 10, .unexpectedEnd))
    #expect(
      error("a + 1" + String(repeating: "0", count: 400))
        == ExpressionError(at: 4, .numberTooLarge))
  }

  @Test(
    "What other languages and Czech numbers write is recognised",
    arguments: [
      ("a = 1", "=="), ("a <> 1", "!="), ("a ≠ 1", "!="), ("a => 1", ">="), ("a ≥ 1", ">="),
      ("a =< 1", "<="), ("a > 1 AND b", "&&"), ("a & b", "&&"), ("a or b", "||"), ("a > 1,5", "."),
      ("a, b", nil), ("a === 1", nil), ("a b", nil), ("(a + b", nil), ("1.", nil),
    ])
  func suggestions(text: String, suggestion: String?) throws {
    let found = try #require(error(text))
    #expect(found.suggestion(in: text) == suggestion)
    #expect(found.suggestion(in: "") == nil)
  }

  @Test("Words of types are names where nothing is declared")
  func typeWords() {
    #expect(error("number + string") == nil)
    #expect(error("number number = 1; number") == nil)
  }

  @Test(
    "Depth is bounded, not the stack",
    arguments: ["(", "SUM(", "a ? ", "a ? b : ", "MARK(a + ("])
  func depth(opening: String) throws {
    let text = String(repeating: opening, count: 100_000)
    let found = try #require(error(text))
    #expect(found.reason == .tooDeep)
    #expect(
      error(String(repeating: "(", count: 63) + "a" + String(repeating: ")", count: 63)) == nil)
  }

  @Test("Random text is read or refused, never worse")
  func randomText() {
    var random = SeededNumbers(20_231_201)
    let pieces = [
      "a", "SUM", "MARK", "(", ")", ",", "`x[0-9]`", "'F'", "+", "-", "?", ":", ";", "number", "=",
      "&&", ">=", "!", "40", "7.5", " ", "\n", "ž", "|", "`", "'",
    ]
    var read = 0
    for _ in 0..<5_000 {
      let length = Int(random.next() % 12)
      let text = (0..<length).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
        .joined()
      guard let found = error(text) else {
        read += 1
        continue
      }
      #expect(0...text.unicodeScalars.count ~= found.position)
    }
    #expect(read > 50)
  }
}

struct IdentifierPatternTests {
  @Test(
    "Whole identifiers match",
    arguments: [
      ("ukol[0-9]+", "ukol12", true), ("ukol[0-9]+", "ukol", false),
      ("ukol[0-9]+", "ukol1x", false), ("ukol[0-9]+", "xukol1", false),
      ("ukol.*", "ukol", true), ("^ukol\\d{2}$", "ukol07", true),
      ("ukol\\d{2}", "ukol007", false), ("a{2,3}", "aaaa", false), ("a{2,}", "aaaa", true),
      ("a{0}b", "b", true), ("(du|ukol)_?\\w", "du_a", true), ("(?:du|ukol)x", "ukolx", true),
      ("a|b|", "", true), ("[^a-c]", "d", true), ("[^a-c]", "b", false), ("[\\w-]+", "a-b_1", true),
      ("[^\\W]+", "ab1", true), ("[^\\W]+", "a-b", false), ("[a-]", "-", true),
      ("\\.", ".", true), ("\\.", "a", false), ("(a*)*b", "aaab", true), ("a??b", "ab", true),
      ("ž+", "žž", true), ("\\D\\S\\W", "a?-", true), ("", "", true), ("()", "", true),
    ])
  func matching(pattern: String, identifier: String, expected: Bool) throws {
    var budget = 1000
    #expect(try IdentifierPattern(pattern).matches(identifier, budget: &budget) == expected)
  }

  @Test(
    "Other patterns are refused",
    arguments: [
      ("(a", .malformed), ("a)", .malformed), ("*a", .malformed), ("[a", .malformed),
      ("[]", .malformed), ("[b-a]", .malformed), ("a{2,1}", .malformed), ("a{", .malformed),
      ("\\", .malformed), ("(?=a)", .unsupported("(?=")), ("(?<n>a)", .unsupported("(?<")),
      ("(a)\\1", .unsupported("\\1")), ("\\bA", .unsupported("\\b")), ("a*+", .unsupported("+")),
      ("a$b", .unsupported("$")), ("b^a", .unsupported("^")), ("[[:alpha:]]", .unsupported("[")),
      ("a{2000}", .tooLarge), ("((a{100}){100}){100}", .tooLarge),
    ] as [(String, IdentifierPattern.Problem)])
  func refusal(pattern: String, problem: IdentifierPattern.Problem) {
    #expect(throws: problem) { try IdentifierPattern(pattern) }
  }

  @Test("Deep and exploding patterns end")
  func hostilePatterns() throws {
    #expect(throws: IdentifierPattern.Problem.tooLarge) {
      try IdentifierPattern(String(repeating: "(", count: 100_000))
    }
    let exploding = try IdentifierPattern("(a|aa|a?)*(a+)+b")
    var budget = Int.max
    #expect(!exploding.matches(String(repeating: "a", count: 10_000), budget: &budget))
  }
}
