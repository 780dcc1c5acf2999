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
}
