import GradesLocalization
import Testing

@Suite("Numbers")
struct NumbersTests {
  @Test(
    "A number is written with the decimal sign of the language and without trailing zeros",
    arguments: [
      (7.5, "7,5", "7.5"), (4, "4", "4"), (0, "0", "0"), (-0.0, "0", "0"),
      (-2.25, "-2,25", "-2.25"),
      (61.125, "61,125", "61.125"), (0.1 + 0.2, "0,30000000000000004", "0.30000000000000004"),
      (100, "100", "100"), (1e15, "1000000000000000", "1000000000000000"),
      (1e16, "10000000000000000", "10000000000000000"),
      (1.5e20, "150000000000000000000", "150000000000000000000"),
      (0.0001, "0,0001", "0.0001"), (0.00001, "0,00001", "0.00001"),
      (-1.25e-7, "-0,000000125", "-0.000000125"), (12_345.678, "12345,678", "12345.678"),
      (.infinity, "∞", "∞"), (-.infinity, "-∞", "-∞"), (.nan, "?", "?"),
    ])
  func text(number: Double, czech: String, english: String) {
    #expect(NumberText.text(number, .czech) == czech)
    #expect(NumberText.text(number, .english) == english)
  }

  @Test(
    "Rounding is asked for",
    arguments: [
      (27.500000000000004, 3, "27.5"), (2.0 / 3, 2, "0.67"), (9.999, 2, "10"), (-0.004, 2, "0"),
      (0.125, 2, "0.12"), (0.375, 2, "0.38"), (1.5, 0, "2"), (2.5, 0, "2"), (99.5, 0, "100"),
      (1e-300, 3, "0"), (1e300, 1, "1" + String(repeating: "0", count: 300)), (7, 2, "7"),
    ])
  func rounding(number: Double, places: Int, text: String) {
    #expect(NumberText.text(number, .english, maximumFractionDigits: places) == text)
  }

  @Test("What is written reads back as the same number")
  func roundTrip() {
    var random = SplitMix(seed: 3)
    for _ in 0..<2000 {
      let bits = Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
      let number = Bool.random(using: &random) ? bits : (bits.significand * 4000).rounded() / 40
      guard number.isFinite else { continue }
      #expect(
        NumberReading.read(NumberText.text(number, .czech), decimal: .comma) == .success(number))
      #expect(
        NumberReading.read(NumberText.text(number, .english), decimal: .point) == .success(number))
    }
  }

  @Test(
    "People's numbers are read",
    arguments: [
      ("7,5", 7.5), ("7.5", 7.5), (" 12 ", 12), ("+3", 3), ("-0,25", -0.25), ("\u{2212}4", -4),
      ("0", 0), ("007", 7), (",5", 0.5), (".5", 0.5), ("-.5", -0.5), ("1.234", 1.234),
      ("1,2345", 1.2345), ("1,23", 1.23), ("0,125", 0.125), ("1234,567", 1234.567),
      ("1 234", 1234), ("1\u{A0}234\u{202F}567,5", 1_234_567.5), ("1,234.5", 1234.5),
      ("1.234,5", 1234.5), ("1,234,567", 1_234_567), ("1.234.567", 1_234_567),
      ("1,234,567.25", 1_234_567.25), ("1e3", 1000), ("1,5E-05", 0.000015), ("2E+2", 200),
      ("1e0000003", 1000), ("-0", 0), ("0e-999", 0),
    ])
  func read(text: String, number: Double) {
    #expect(NumberReading.read(text) == .success(number), "\(text)")
  }

  @Test(
    "What is no number, or may be two, is refused",
    arguments: [
      ("", NumberReading.Problem.empty), (" \u{A0}\t", .empty),
      ("1,234", .ambiguous), ("-12,345", .ambiguous), ("+123,456", .ambiguous),
      ("abc", .notANumber), ("nan", .notANumber), ("inf", .notANumber), ("-Infinity", .notANumber),
      ("0x10", .notANumber), ("1e", .notANumber), ("e5", .notANumber), ("1e5,2", .notANumber),
      ("5,", .notANumber), ("5.", .notANumber), (",", .notANumber), (".", .notANumber),
      ("-", .notANumber), ("–", .notANumber), ("--5", .notANumber), ("+-5", .notANumber),
      ("5-", .notANumber), ("1 2", .notANumber), ("12 34", .notANumber), ("1234 567", .notANumber),
      ("0 123", .notANumber), ("1  234", .notANumber), ("1,2,3", .notANumber),
      ("12.1.2024", .notANumber), ("1,234.567,8", .notANumber), ("1.2,34.5", .notANumber),
      ("1,23.5", .notANumber), ("1 234,567.8", .notANumber), ("7 %", .notANumber),
      ("1_000", .notANumber), ("１２", .notANumber), ("1,5 2", .notANumber), ("- 5", .notANumber),
      ("1e999", .outOfRange), ("1e-999", .outOfRange), ("1e99999999999999999999", .outOfRange),
      ("yes", .notANumber), ("\u{0}5", .notANumber), ("5\n6", .notANumber),
    ])
  func refuse(text: String, problem: NumberReading.Problem) {
    #expect(NumberReading.read(text) == .failure(problem), "\(text)")
  }

  @Test(
    "A known decimal sign decides what would be ambiguous",
    arguments: [
      (
        "1,234", NumberReading.DecimalSign.comma,
        Result<Double, NumberReading.Problem>.success(1.234)
      ),
      ("1.234,5", .comma, .success(1234.5)), ("1.234.567", .comma, .success(1_234_567)),
      ("1.5", .comma, .success(1.5)), ("1.234", .comma, .failure(.ambiguous)),
      ("1,234,567", .comma, .failure(.notANumber)), ("1,234.5", .comma, .failure(.notANumber)),
      ("1.234", .point, .success(1.234)), ("1,234.5", .point, .success(1234.5)),
      ("1,5", .point, .success(1.5)), ("1,234", .point, .failure(.ambiguous)),
      ("1.234,5", .point, .failure(.notANumber)), ("0,125", .point, .success(0.125)),
    ])
  func known(
    text: String, decimal: NumberReading.DecimalSign,
    result: Result<Double, NumberReading.Problem>
  ) {
    #expect(NumberReading.read(text, decimal: decimal) == result, "\(text)")
  }
}
