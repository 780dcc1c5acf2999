import Testing

@testable import GradesApp

@Suite("Tables as people see them")
struct TableGoldenTests {
  @Test("Courses at 40 columns")
  func coursesAt40() {
    expect(
      SampleTables.courses, at: 40,
      """
      Zimní semestr 2023/24 (B231)
      Jana Zkušební

      Studované    Předmět
        XI-AAA.23  Úvod do zkoušení nanečisto
                   Body 61,5 · Známka D
        XI-BBB     Důkazy a jejich vyvracení
                   Body – · Známka –
        XI-CCC.23  Databáze na papíře a 日本語
                   Body 108 · Známka A

      Učím
        XI-DDD.23  Programování tužkou
                   3 koncepty
      """)
  }

  @Test("Courses at 80 columns")
  func coursesAt80() {
    expect(
      SampleTables.courses, at: 80,
      """
      Zimní semestr 2023/24 (B231)                       Jana Zkušební

      Studované    Předmět                       Body  Známka  Kredity
        XI-AAA.23  Úvod do zkoušení nanečisto    61,5       D        5
        XI-BBB     Důkazy a jejich vyvracení      –         –        4
        XI-CCC.23  Databáze na papíře a 日本語  108         A        6

      Učím
        XI-DDD.23  Programování tužkou          3 koncepty
      """)
  }

  @Test("Results of a course at 40 columns")
  func resultsAt40() {
    expect(
      SampleTables.results, at: 40,
      """
      XI-AAA.23  Úvod do zkoušení
      zimní semestr 2023/24
      61,5 ze 100 bodů · známka D · minimum 50
      splněno

      Domácí úkoly               27,5   / 40
        min 20 ✓
        Úloha 1                   7,25  / 12
          min 3 ✓ · pozdě, ale s omluvou
        Úloha 2                  12     / 12
        Úloha 3                   0     / 16
          Bonus za kreslení       –     /  7,5
          žiraf
      Zkouška                    13     / 30
        min 15 ✗
      Docházka                  ano
      Téma eseje
        O tvaru lžic a o 👩‍👩‍👧‍👦, kteří jimi jedí
        polévku z talířů
      Ústní zkouška               –

      Poslední změna 12. 1. 2024 14:05
      (Europe/Prague)
      """)
  }

  @Test("Results of a course at 80 columns")
  func resultsAt80() {
    expect(
      SampleTables.results, at: 80,
      """
      XI-AAA.23  Úvod do zkoušení                           zimní semestr 2023/24
      61,5 ze 100 bodů · známka D · minimum 50 splněno

      Domácí úkoly           27,5   / 40    █████████░░░░  min 20 ✓
        Úloha 1               7,25  / 12    ████████░░░░░  min  3 ✓  pozdě, ale s
                                                                     omluvou
        Úloha 2              12     / 12    █████████████
        Úloha 3               0     / 16    ░░░░░░░░░░░░░
          Bonus za            –     /  7,5
          kreslení žiraf
      Zkouška                13     / 30    ██████░░░░░░░  min 15 ✗
      Docházka              ano
      Téma eseje            O tvaru lžic a o 👩‍👩‍👧‍👦, kteří jimi jedí polévku z talířů
      Ústní zkouška           –

      Poslední změna 12. 1. 2024 14:05 (Europe/Prague)
      """)
  }

  @Test("Results of a group at 40 columns")
  func groupAt40() {
    expect(
      SampleTables.group, at: 40,
      """
      Příjmení  Jméno         Úloha 1  Úloha 2
      Cibulka   Ota              11       9
                Docházka ano
      Čapek     Karel             8,5    12
                Docházka ne
      Černý     Jan               –      10,25
                Docházka – · Poznámka nemocen
                od pondělí
      Nguyễn    Thị Hồng Ánh     -1       0
                Docházka ano
      山田      太郎             13       7
                Docházka ano
      """)
  }

  @Test("Results of a group at 80 columns")
  func groupAt80() {
    expect(
      SampleTables.group, at: 80,
      """
      Příjmení  Jméno         Uživatel  Úloha 1  Úloha 2  Docházka  Poznámka
      Cibulka   Ota           cibulota     11       9     ano
      Čapek     Karel         capekka1      8,5    12     ne
      Černý     Jan           cernyja7      –      10,25  –         nemocen od pondělí
      Nguyễn    Thị Hồng Ánh  nguyethi     -1       0     ano
      山田      太郎          yamadta1     13       7     ano
      """)
  }

  @Test("A table is no wider than it needs, on a wide terminal and in a pipe")
  func natural() {
    for table in [SampleTables.courses, SampleTables.results, SampleTables.group] {
      let natural = table.lines(width: nil)
      #expect(table.lines(width: 120) == natural)
      #expect(table.lines(width: 200) == natural)
    }
  }

  @Test("No line is ever wider than the terminal, and none ends in blanks")
  func limits() {
    for table in [SampleTables.courses, SampleTables.results, SampleTables.group] {
      for width in 1...130 {
        for line in table.lines(width: width) where line.displayWidth > width {
          Issue.record("\(line.displayWidth) cells of \(width): \(line.text)")
        }
        #expect(table.lines(width: width).allSatisfy { !$0.text.hasSuffix(" ") })
      }
    }
  }

  private func expect(
    _ table: Table, at width: Int, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = table.lines(width: width).map(\.text).joined(separator: "\n")
    #expect(text == expected, sourceLocation: sourceLocation)
  }
}
