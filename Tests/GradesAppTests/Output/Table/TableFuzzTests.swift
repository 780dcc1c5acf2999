import Terminal
import TestSupport
import Testing

@testable import GradesApp

@Suite("Tables of any shape")
struct TableFuzzTests {
  @Test("Whatever is in it, no line is wider than the terminal")
  func anyTable() async { await FuzzRun.seeds(40) { anyTable(seed: $0) } }

  private func anyTable(seed: UInt64) {
    var random = SeededNumbers(seed)
    let table = randomTable(&random)
    for _ in 0..<10 {
      let width = Int.random(in: 1...140, using: &random)
      for line in table.lines(width: width) where line.displayWidth > width {
        Issue.record("seed \(seed): \(line.displayWidth) cells of \(width): \(line.text)")
      }
    }
    #expect(table.lines(width: nil).count >= table.sections.map(\.rows.count).reduce(0, +))
  }

  private func randomTable(_ random: inout SeededNumbers) -> Table {
    let columns = (0..<Int.random(in: 1...9, using: &random)).map { _ in
      Table.Column(
        title: pick(["", "Points", "Předmět", "題"], &random),
        alignment: pick([.left, .right, .decimal], &random),
        lead: pick(["", "", "/ "], &random),
        leastWidth: pick([nil, 0, 3, 12], &random),
        overflow: pick([.cut, .wrap], &random),
        narrowing: pick([.stays, .folds(order: 1), .leaves(order: 1), .folds(order: 2)], &random))
    }
    let sections = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Table.Section(
        title: pick(["", "Studované", "A title that takes rather more room than others"], &random),
        rows: (0..<Int.random(in: 0...4, using: &random)).map { _ in
          Table.Row(
            cells: (0..<Int.random(in: 0...columns.count, using: &random)).map { _ in
              randomCell(&random)
            },
            depth: Int.random(in: 0...6, using: &random),
            detail: pick(["", "a detail of some words"], &random))
        },
        emptyText: pick(["", "Nothing here."], &random))
    }
    return Table(
      title: pick([nil, Table.Title(leading: "Winter 2023/24", trailing: "Jana 山田")], &random),
      summary: pick([[], ["61.5 of 100 points · grade D"]], &random),
      columns: columns, sections: sections, remarks: pick([[], ["A remark."]], &random))
  }

  private func randomCell(_ random: inout SeededNumbers) -> Table.Cell {
    let texts = [
      "", "–", "7.25", "1e300", "12", "yes", "Žluťoučký kůň", "日本語のテスト", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "a\nb\u{1B}[2J",
      "pneumonoultramicroscopicsilicovolcanoconiosis", "two words and then some more of them",
    ]
    let text = StyledText(pick(texts, &random), pick(Style.allCases, &random))
    return pick([.text(text), .text(text), .spilling(text), .bar(0.3)], &random)
  }

  private func pick<Choice>(_ choices: [Choice], _ random: inout SeededNumbers) -> Choice {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}
