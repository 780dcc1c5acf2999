import TestSupport
import Testing

@Suite("One student, for a teacher", .inTurn)
struct StudentTests {
  @Test("80 columns: identifiers, hidden items and times")
  func usual() async throws {
    #expect(
      try await shown("student XI-ZPT.23 zkusade1", as: "ucitezk1", width: 80) == """
        XI-ZPT.23  Basics of Programming Techniques                       Winter 2026/27
        Zkušební Adéla  zkusade1
        80.25 of 100 points · grade B · minimum 50 met

        Homework          ukoly      30.25  /  40                            15 Nov 2026
          Task 1          du1         8.75  /  10   min 3 ✓                  27 Sep 2026
          Task 2          du2         6.5   /  10   min 3 ✓                  2 Oct 2026
          Task 3          du3         8.5   /  10   min 3 ✓  opraveno po     8 Oct 2026
                                                             reklamaci
          Task 4          du4         6.5   /  10   min 3 ✓                  13 Oct 2026
        Tests             testy      24.5   /  30                            15 Nov 2026
          Test A          test_a     12     /  15   min 5 ✓                  19 Oct 2026
          Test B          test_b     12.5   /  15   min 5 ✓                  24 Oct 2026
        Semester project  projekt    22     /  30  min 15 ✓                  29 Oct 2026
        Activity          aktivita    3.5   /   5                            4 Nov 2026
        Project review    slovne    Text má víc řádků. – první výtka: chybí  9 Nov 2026
                                    jednotky – druhá výtka: graf bez
                                    popisku os
        Interní poznámka  interni   ověřit zdroje    hidden                  15 Nov 2026
        Assessment        zapocet   yes                                      15 Nov 2026
        Total points      body       80.25  / 100  min 50 ✓                  15 Nov 2026
        Grade             znamka      B                                      15 Nov 2026

        Last changed 15 Nov 2026 11:24 (Europe/Prague)

        """)
  }

  @Test("40 columns, in Czech")
  func narrow() async throws {
    #expect(
      try await shown("student XI-BEZ.22 zkusade1 --lang cs", as: "ucitezk1", width: 40) == """
        XI-BEZ.22  Bezpečnost a ochrana zdraví
        ZS 2026/27
        Zkušební Adéla  zkusade1
        20 /\u{A0}20 bodů · známka Z

        Školení         skoleni  ano
        Závěrečný test  test      20
                        min. 12 ✓
        Počet pokusů    pokusy     1
                        výborná práce
        Body celkem     body      20
        Splněno         splneno    Z

        Poslední změna 15. 11. 2026 11:43
        (Europe/Prague)

        """)
  }

  @Test("40 columns: requirements and what is hidden stay")
  func narrowRequirements() async throws {
    let text = try await shown("student XI-ZPT.23 ulehlur2", as: "ucitezk1", width: 40)
    #expect(
      text.contains(
        """
          Task 1          du1        0
            min 3 ✗
        """))
    #expect(
      text.contains(
        """
        Interní poznámka  interni
          ověřit zdroje
          hidden
        """))
  }

  @Test("The document is that of a course, with hidden items")
  func document() async throws {
    let document = try await shown("student XI-ZPT.23 zkusade1 --json", as: "ucitezk1")
    #expect(
      document.split(separator: "\n").prefix(14).joined(separator: "\n") == """
        {
          "course": {
            "code": "XI-ZPT.23",
            "name": "Basics of Programming Techniques"
          },
          "semester": "B261",
          "student": {
            "username": "zkusade1",
            "firstName": "Adéla",
            "lastName": "Zkušební"
          },
          "points": 80.25,
          "maximumPoints": 100,
          "requiredPoints": 50,
        """)
    #expect(document.contains("\"identifier\": \"interni\""))
  }
}
