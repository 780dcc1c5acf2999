import Testing

@testable import GradesApp

@Suite("Tables for spreadsheets")
struct CSVWriterTests {
  @Test("A line for each row, quoted only where it must be")
  func lines() {
    var csv = CSVWriter(header: ["username", "note", "du1", "attended"])
    csv.append(["zkusade1", "late, but \"good\"", 7.5, true])
    csv.append(["druhyst2", "two\nlines", -5, false])
    csv.append(["cernyja7", "", String?.none, String?.none])
    csv.append(["Žluť 日本", " blank", Double.nan, String?.none])
    #expect(
      csv.text == """
        username,note,du1,attended
        zkusade1,"late, but ""good""\",7.5,true
        druhyst2,"two
        lines",-5,false
        cernyja7,,,
        Žluť 日本," blank",,

        """)
    #expect(csv.text.utf8.first == UInt8(ascii: "u"))
  }

  @Test("The only field of a line is never invisible")
  func singleColumn() {
    var csv = CSVWriter(header: ["note"])
    csv.append([String?.none])
    csv.append([""])
    #expect(csv.text == "note\n\"\"\n\"\"\n")
  }

  @Test(
    "A text that a spreadsheet would run gets an apostrophe, and one that had some gets another",
    arguments: [
      ("=1+1", "'=1+1"), ("+420 123", "'+420 123"), ("-5", "'-5"), ("@SUM(A1)", "'@SUM(A1)"),
      ("\t=1", "'\t=1"), ("\r=1", "\"'\r=1\""), ("=A1,B1", "\"'=A1,B1\""),
      ("'=1", "''=1"), ("''-", "'''-"),
      ("'quoted'", "'quoted'"), ("a=b", "a=b"), ("7-8", "7-8"), ("'", "'"),
    ])
  func formulas(text: String, field: String) {
    var csv = CSVWriter(header: [])
    let header = csv.text
    csv.append([text, String?.none])
    #expect(csv.text == header + field + ",\n")
  }

  @Test("Controls other than blanks are made harmless, in names of columns too")
  func controls() {
    var csv = CSVWriter(header: ["a\u{1B}c", "b"])
    csv.append(["x\u{1B}[31m\u{9B}\u{202E}", "tab\there"])
    #expect(csv.text == "a␛c,b\nx␛[31m\u{FFFD}\u{FFFD},tab\there\n")
  }
}
