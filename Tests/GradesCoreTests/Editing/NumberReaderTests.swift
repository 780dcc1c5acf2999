import GradesClient
import GradesCore
import Testing

struct NumberReaderTests {
  @Test(
    "Numbers are read as people and spreadsheets write them",
    arguments: [
      ("7", 7), ("7,5", 7.5), ("7.5", 7.5), ("-7,25", -7.25), ("\u{2212}3", -3), ("+3", 3),
      ("0,125", 0.125), ("1.234", 1.234), ("12,3456", 12.3456), ("1234,567", 1234.567),
      ("1 234,5", 1234.5), ("1\u{A0}234 567", 1_234_567), ("1\u{202F}234.567", 1234.567),
      ("1,234,567", 1_234_567), ("1.234.567", 1_234_567), ("1.234,5", 1234.5),
      ("1,234.567", 1234.567), (" 7 ", 7), (",5", 0.5), (".5", 0.5), ("1e3", 1000),
      ("1,5E+2", 150), ("2e-2", 0.02), ("-0", 0), ("007", 7), ("1e+16", 1e16),
    ])
  func reading(text: String, number: Double) {
    #expect(NumberReader().read(text) == .success(number))
  }

  @Test(
    "Other texts are not numbers",
    arguments: [
      "", " ", "x", "7,5,", "7..5", "1,23,456", "1.23.456,7", "12 34", "1 2345", "- 7", "--7",
      "7-", "0x10", "inf", "nan", "1e", "1e9999", "7%", "٣", "１", "7,", ".", "-", "1,234.567,8",
      "1 234 ,5", "5 bodů", String(repeating: "9", count: 5_000),
    ])
  func refusing(text: String) {
    #expect(NumberReader().read(text) == .failure(.notANumber))
  }

  @Test("What could be thousands is read only where the decimal sign is known")
  func ambiguity() {
    let ambiguous = Result<Double, NumberProblem>.failure(.ambiguous(1.234, 1234))
    #expect(NumberReader().read("1,234") == ambiguous)
    #expect(NumberReader(decimal: .comma).read("1,234") == .success(1.234))
    #expect(NumberReader(decimal: .point).read("1,234") == ambiguous)
    #expect(NumberReader(decimal: .comma).read("1.234") == ambiguous)
    #expect(NumberReader(decimal: .point).read("1.234") == .success(1.234))
    #expect(NumberReader().read("-1,234") == .failure(.ambiguous(-1.234, -1234)))
  }

  @Test("A file's numbers tell its decimal sign")
  func decimalEvidence() {
    func decimalSign(_ texts: [String]) -> NumberReader.DecimalSign {
      var evidence = NumberReader.DecimalEvidence()
      for text in texts { evidence.add(text) }
      return evidence.sign
    }
    #expect(decimalSign(["7", "x", "1,234"]) == .either)
    #expect(decimalSign(["7,5", "1,234"]) == .comma)
    #expect(decimalSign(["7.5"]) == .point)
    #expect(decimalSign(["7.5", "7,5"]) == .either)
    #expect(decimalSign(["1.234,5"]) == .comma)
    #expect(decimalSign(["1,234,567"]) == .either)
    #expect(decimalSign(["0,125"]) == .comma)
  }

  @Test("A number's text reads back as the same number")
  func texts() {
    for number in [0, -5, 7.5, 0.1, 1.0 / 3, 1e15, 123_456_789_012_345, 1e300, -2.5e-7] {
      #expect(NumberReader().read(ValueWriter.text(number)) == .success(number))
      #expect(
        NumberReader(decimal: .comma).read(ValueWriter.text(number, decimal: ","))
          == .success(number))
    }
    #expect(ValueWriter.text(7.5, decimal: ",") == "7,5")
    #expect(ValueWriter.text(8) == "8")
  }
}
