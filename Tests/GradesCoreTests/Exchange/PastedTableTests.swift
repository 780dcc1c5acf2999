import GradesCore
import TestSupport
import Testing

struct PastedTableTests {
  @Test("What is copied is read back, whatever the texts")
  func fuzzRoundTrip() async {
    let pieces = [
      "a", "Č", "=", "+", "-", "@", "'", "\"", ",", ";", "\t", "\n", "\r", "\r\n", " ", "\u{A0}",
      "\u{301}", "7,5", "–", "{}", "username",
    ]
    await FuzzRun.seeds(200) { seed in
      var random = SeededNumbers(seed)
      func text() -> String {
        (0..<random.next() % 6).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
          .joined()
      }
      let width = Int(random.next() % 4) + 1
      let titles = ["username"] + (0..<width).map { "du\($0)" }
      let rows = (0..<Int(random.next() % 8)).map { row in
        ["st\(row)"] + (0..<width).map { _ in text() }
      }
      let copied = PastedTable.text(titles, rows.map { $0.map(PastedTable.field) })
      let expected = [titles] + rows.map { $0.map(\.withLineFeeds) }
      #expect(PastedTable.table(copied).rows.map(\.cells) == expected, "seed \(seed)")
      // Terminals send each line break as a carriage return.
      let pasted = copied.withLineFeeds.replacing("\n", with: "\r")
      #expect(PastedTable.table(pasted).rows.map(\.cells) == expected, "seed \(seed)")
    }
  }

  @Test(
    "Tabs separate cells, line ends of all kinds rows",
    arguments: [
      ("1\t2\n3\t4\n", [["1", "2"], ["3", "4"]]), ("1\t2\r\n\r\n3", [["1", "2"], [""], ["3"]]),
      ("1\r2\r", [["1"], ["2"]]), ("7,5", [["7,5"]]), ("", []), ("\n\n", []),
      ("\t\n", [["", ""]]), ("1\r\r\n2", [["1"], [""], ["2"]]),
      ("1\r\r\n\r\r2\n\r", [["1"], [""], [""], [""], ["2"]]),
    ])
  func plain(text: String, rows: [[String]]) {
    #expect(PastedTable.rows(text) == rows)
  }

  @Test("A pasted text of a file has line feeds in its cells, whatever the terminal makes of them")
  func pastedFile() {
    let text = "username,slovne\rzkusade1,\"late\rand wrong\"\r"
    #expect(
      PastedTable.table(text).rows.map(\.cells) == [
        ["username", "slovne"], ["zkusade1", "late\nand wrong"],
      ])
  }

  @Test(
    "A quoted cell is one cell, also with line breaks, tabs and quotes in it",
    arguments: [
      (
        "a\t\"late\nand wrong\"\t5\nb\t\t6\n\n",
        [["a", "late\nand wrong", "5"], ["b", "", "6"]]
      ),
      ("\"late\r\nand wrong\"\t5\r\n", [["late\nand wrong", "5"]]),
      ("\"late\rand wrong\"\r5", [["late\nand wrong"], ["5"]]),
      ("\"a\tb\"\t\"say \"\"no\"\"\"", [["a\tb", "say \"no\""]]),
    ])
  func quoted(text: String, rows: [[String]]) {
    #expect(PastedTable.rows(text) == rows)
  }

  @Test(
    "Other quotes are part of the text, and no cell is lost",
    arguments: [
      ("\"a\t5\nb\t6", [["\"a", "5"], ["b", "6"]]),
      ("\"a\" or \"b\"\t5\n7", [["\"a\" or \"b\"", "5"], ["7"]]),
      ("5\"\t6", [["5\"", "6"]]),
      ("\"a\" b\t\"c\"", [["\"a\" b", "c"]]),
      // The quotes of two cells, which would move the value of the third row to the first.
      ("\"a\t1\nb\t2\nc\"\t3\nd\t4", [["\"a", "1"], ["b", "2"], ["c\"", "3"], ["d", "4"]]),
    ])
  func otherQuotes(text: String, rows: [[String]]) {
    #expect(PastedTable.rows(text) == rows)
  }
}
