import Terminal
import TestSupport
import Testing

@testable import GradesApp

@Suite("What a table does with its parts", .inTurn)
struct TableTests {
  @Test("Numbers stand with their decimal signs under each other, words end at the units")
  func decimals() {
    let values = ["7.25", "12", "–", "-1.5", "yes", "88 %", "1e3"]
    let table = Table(
      columns: [Table.Column(title: "Points", alignment: .decimal)],
      sections: [Table.Section(rows: values.map { Table.Row(cells: [.text($0)]) })])
    #expect(
      text(table) == """
        Points
          7.25
         12
          –
         -1.5
        yes
         88 %
          1e3
        """)
  }

  @Test("A title that is wider than the numbers is above their right end")
  func wideTitle() {
    let table = Table(
      columns: [
        Table.Column(title: "Name"), Table.Column(title: "Points in all", alignment: .decimal),
      ],
      sections: [
        Table.Section(rows: [
          Table.Row(cells: ["Anna", "7.5"]), Table.Row(cells: ["Bo", "10"]),
        ])
      ])
    #expect(
      text(table) == """
        Name  Points in all
        Anna            7.5
        Bo             10
        """)
  }

  @Test("A section's title is above the titles of the columns where it has no room beside them")
  func narrowSection() {
    func lines(_ narrowing: Table.Column.Narrowing, width: Int) -> String {
      Table(
        columns: [
          .init(title: "Time", narrowing: narrowing),
          .init(title: "Item", leastWidth: 8, overflow: .wrap),
          .init(title: "Points", alignment: .decimal),
        ],
        sections: [
          .init(title: "New since noon", rows: [.init(cells: ["13:00", "Homework", "7.5"])])
        ]
      ).lines(width: width).map(\.text).joined(separator: "\n")
    }
    #expect(
      lines(.stays, width: 25) == """
        New since noon
        Time     Item      Points
          13:00  Homework     7.5
        """)
    #expect(
      lines(.folds(order: 1), width: 20) == """
        New since noon
        Item      Points
        Homework     7.5
            Time 13:00
        """)
  }

  @Test("A column in which nothing stands is not shown, nor is a section without rows or words")
  func emptyParts() {
    let table = Table(
      columns: [Table.Column(title: "A"), Table.Column(title: "B"), Table.Column(title: "C")],
      sections: [
        Table.Section(title: "None", rows: []),
        Table.Section(
          title: "Some", rows: [Table.Row(cells: ["1", "", "3"])]),
        Table.Section(title: "Later", rows: [], emptyText: "Nothing yet."),
      ])
    #expect(
      text(table)
        == """
        Some  C
          1   3

        Later
          Nothing yet.
        """)
  }

  @Test("A table without a single row prints its empty text alone")
  func emptyTable() {
    let table = Table(
      title: Table.Title(leading: "Winter 2023/24"),
      columns: [Table.Column(title: "Course")],
      sections: [Table.Section(rows: [], emptyText: "No courses in this semester.")])
    #expect(text(table) == "Winter 2023/24\n\nNo courses in this semester.")
    #expect(text(table, width: 16) == "Winter 2023/24\n\nNo courses in\nthis semester.")
    #expect(Table(columns: [], sections: []).lines(width: 80).isEmpty)
  }

  @Test("Titles and leads are quiet, cells keep their styles")
  func styles() {
    let table = Table(
      columns: [Table.Column(title: "Item"), Table.Column(lead: "/ ")],
      sections: [Table.Section(rows: [Table.Row(cells: ["Exam", .text("✗", .bad)])])])
    let lines = table.lines(width: nil).map { $0.rendered(.ansi16) }
    #expect(
      lines == [
        "\u{1B}[90mItem\u{1B}[0m",
        "Exam  \u{1B}[90m/ \u{1B}[0m\u{1B}[31m✗\u{1B}[0m",
      ])
  }

  @Test("A name from the service cannot move the cursor or begin a line")
  func foreignText() {
    let table = Table(
      columns: [Table.Column(), Table.Column()],
      sections: [
        Table.Section(rows: [Table.Row(cells: ["a\u{1B}[2J\nb", .spilling("\u{9B}31m\u{202E}x")])])
      ])
    #expect(text(table) == "a␛[2J b  \u{FFFD}31m\u{FFFD}x")
  }

  @Test("A bar is never empty with something in it, never full with something missing")
  func bars() {
    func bar(_ fraction: Double) -> String {
      text(
        Table(
          columns: [Table.Column()],
          sections: [Table.Section(rows: [Table.Row(cells: [.bar(fraction)])])]))
    }
    #expect(bar(0) == "░░░░░░░░░░░░░░░░")
    #expect(bar(0.001) == "█░░░░░░░░░░░░░░░")
    #expect(bar(0.5) == "████████░░░░░░░░")
    #expect(bar(0.999) == "███████████████░")
    #expect(bar(1) == "████████████████")
    #expect(bar(1.25) == "████████████████")
    #expect(bar(-1) == "░░░░░░░░░░░░░░░░")
    #expect(bar(.nan) == "░░░░░░░░░░░░░░░░")
  }

  @Test("A spilling text stops before the next cell that has something")
  func spilling() {
    let table = Table(
      columns: [Table.Column(), Table.Column(), Table.Column(), Table.Column()],
      sections: [
        Table.Section(rows: [
          Table.Row(cells: ["Essay", .spilling("a long word about spoons"), "", "ok"]),
          Table.Row(cells: ["Test", "12", "of thirty points or more", "ok"]),
        ])
      ])
    #expect(
      text(table, width: 80) == """
        Essay  a long word about spoons        ok
        Test   12    of thirty points or more  ok
        """)
    let crowded = Table(
      columns: [Table.Column(), Table.Column(), Table.Column()],
      sections: [Table.Section(rows: [Table.Row(cells: ["Essay", .spilling("two words"), "ok"])])])
    #expect(text(crowded, width: 80) == "Essay        ok\n       two words")
    #expect(text(crowded) == "Essay  two words  ok")
  }

  @Test("A detail stands under its row and is broken to fit")
  func details() {
    let table = Table(
      columns: [Table.Column()],
      sections: [
        Table.Section(rows: [
          Table.Row(cells: ["Task 1"], depth: 1, detail: "handed in late, with an apology")
        ])
      ])
    #expect(text(table) == "  Task 1\n    handed in late, with an apology")
    #expect(text(table, width: 24) == "  Task 1\n    handed in late, with\n    an apology")
  }

  @Test("What belongs on the right of the title goes below it where there is no room")
  func title() {
    let table = Table(
      title: Table.Title(leading: "Winter 2023/24", trailing: "Jana Zkušební"),
      columns: [Table.Column()],
      sections: [Table.Section(rows: [Table.Row(cells: ["x"])])])
    #expect(text(table, width: 29) == "Winter 2023/24  Jana Zkušební\n\nx")
    #expect(text(table, width: 28) == "Winter 2023/24\nJana Zkušební\n\nx")
  }

  @Test("Ten thousand rows are laid out, each on its line")
  func manyRows() {
    let rows = (1...10_000).map { Table.Row(cells: ["Černý \($0)", .text("\($0).5")]) }
    let table = Table(
      columns: [Table.Column(), Table.Column(alignment: .decimal)],
      sections: [Table.Section(rows: rows)])
    let lines = table.lines(width: 80)
    #expect(lines.count == 10_000)
    #expect(lines[0].text == "Černý 1          1.5")
    #expect(lines[9_999].text == "Černý 10000  10000.5")
  }

  private func text(_ table: Table, width: Int? = nil) -> String {
    table.lines(width: width).map(\.text).joined(separator: "\n")
  }

  @Test("Without a limit one long text moves the rest of its own line alone")
  func longTextWithoutLimit() {
    let long = String(repeating: "Dlouhé jméno ", count: 8)
    let table = Table(
      columns: [
        .init(title: "Student", leastWidth: 10), .init(title: "Username"),
        .init(alignment: .decimal),
      ],
      sections: [
        .init(rows: [
          .init(cells: [.text("Novák Jan"), .text("novakja1"), .text("7.5")]),
          .init(cells: [.text(long), .text("dlouhyja"), .text("12")]),
        ])
      ])
    let lines = table.lines(width: nil).map(\.text)
    #expect(lines[1] == "Novák Jan" + String(repeating: " ", count: 33) + "novakja1   7.5")
    #expect(lines[2] == long + "  dlouhyja  12")
  }
}
