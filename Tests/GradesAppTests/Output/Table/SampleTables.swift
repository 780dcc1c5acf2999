@testable import GradesApp

/// Tables in the shapes of the commands, with invented contents.
enum SampleTables {
  /// `grades courses`
  static let courses = Table(
    title: Table.Title(leading: "Zimní semestr 2023/24 (B231)", trailing: "Jana Zkušební"),
    columns: [
      Table.Column(title: "Kód"),
      Table.Column(title: "Předmět", leastWidth: 20),
      Table.Column(title: "Body", alignment: .decimal, narrowing: .folds(order: 2)),
      Table.Column(title: "Známka", alignment: .right, narrowing: .folds(order: 2)),
      Table.Column(title: "Kredity", alignment: .right, narrowing: .leaves(order: 1)),
    ],
    sections: [
      Table.Section(
        title: "Studované",
        rows: [
          Table.Row(cells: ["XI-AAA.23", "Úvod do zkoušení nanečisto", "61,5", "D", "5"]),
          Table.Row(cells: ["XI-BBB", "Du\u{30A}kazy a jejich vyvracení", "–", "–", "4"]),
          Table.Row(cells: ["XI-CCC.23", "Databáze na papíře a 日本語", "108", "A", "6"]),
        ]),
      Table.Section(
        title: "Učím",
        rows: [Table.Row(cells: ["XI-DDD.23", "Programování tužkou", .spilling("3 koncepty")])]),
    ])

  /// `grades course CODE`
  static let results = Table(
    title: Table.Title(
      leading: "XI-AAA.23  Úvod do zkoušení", trailing: "zimní semestr 2023/24"),
    summary: ["61,5 ze 100 bodů · známka D · minimum 50 splněno"],
    columns: [
      Table.Column(leastWidth: 16, overflow: .wrap),
      Table.Column(alignment: .decimal),
      Table.Column(alignment: .decimal, lead: "/ "),
      Table.Column(leastWidth: 8, narrowing: .leaves(order: 2)),
      Table.Column(alignment: .decimal, lead: "min ", narrowing: .folds(order: 3)),
      Table.Column(leastWidth: 12, overflow: .wrap, narrowing: .folds(order: 1)),
    ],
    sections: [
      Table.Section(rows: [
        Table.Row(cells: ["Domácí úkoly", "27,5", "40", .bar(27.5 / 40), "20 ✓"]),
        Table.Row(
          cells: ["Úloha 1", "7,25", "12", .bar(7.25 / 12), "3 ✓", "pozdě, ale s omluvou"],
          depth: 1),
        Table.Row(cells: ["Úloha 2", "12", "12", .bar(1)], depth: 1),
        Table.Row(cells: ["Úloha 3", "0", "16", .bar(0)], depth: 1),
        Table.Row(cells: ["Bonus za kreslení žiraf", "–", "7,5"], depth: 2),
        Table.Row(cells: ["Zkouška", "13", "30", .bar(13 / 30), "15 ✗"]),
        Table.Row(cells: ["Docházka", "ano"]),
        Table.Row(cells: [
          "Téma eseje", .spilling("O tvaru lžic a o 👩‍👩‍👧‍👦, kteří jimi jedí polévku z talířů"),
        ]),
        Table.Row(cells: ["Ústní zkouška", "–"]),
      ])
    ],
    remarks: ["Poslední změna 12. 1. 2024 14:05 (Europe/Prague)"])

  /// `grades group CODE`
  static let group = Table(
    columns: [
      Table.Column(title: "Příjmení", leastWidth: 8),
      Table.Column(title: "Jméno", leastWidth: 6),
      Table.Column(title: "Uživatel", narrowing: .leaves(order: 1)),
      Table.Column(title: "Úloha 1", alignment: .decimal),
      Table.Column(title: "Úloha 2", alignment: .decimal, narrowing: .folds(order: 4)),
      Table.Column(title: "Docházka", narrowing: .folds(order: 3)),
      Table.Column(title: "Poznámka", leastWidth: 10, narrowing: .folds(order: 2)),
    ],
    sections: [
      Table.Section(rows: [
        Table.Row(cells: ["Cibulka", "Ota", "cibulota", "11", "9", "ano"]),
        Table.Row(cells: ["C\u{30C}apek", "Karel", "capekka1", "8,5", "12", "ne"]),
        Table.Row(cells: ["Černý", "Jan", "cernyja7", "–", "10,25", "–", "nemocen od pondělí"]),
        Table.Row(cells: ["Nguyễn", "Thị Hồng Ánh", "nguyethi", "-1", "0", "ano"]),
        Table.Row(cells: ["山田", "太郎", "yamadta1", "13", "7", "ano"]),
      ])
    ])
}
