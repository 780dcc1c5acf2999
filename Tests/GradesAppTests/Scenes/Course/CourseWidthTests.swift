import Testing

/// A course with two levels, minima and a long text, as a terminal and a pipe get it.
@Suite("Results at every width")
struct CourseWidthTests {
  @Test("In a window of 40 columns, bars leave")
  func at40() async throws {
    #expect(
      try await shown("course XI-ZPT.23", width: 40) == """
        XI-ZPT.23  Basics of Programming
        Techniques
        Winter 2026/27
        84.75 of 100 points · grade B · minimum
        50 met

        Homework          31.25  /  40
          Task 1           7.75  /  10   min 3 ✓
          Task 2           9.25  /  10   min 3 ✓
          Task 3           7.5   /  10   min 3 ✓
          Task 4           6.75  /  10   min 3 ✓
        Tests             24     /  30
          Test A          12.5   /  15   min 5 ✓
          Test B          11.5   /  15   min 5 ✓
        Semester proje…   26     /  30  min 15 ✓
        Activity           3.5   /   5
        Review of the …  Pěkné a čitelné řešení.
        Course credit    yes
        Total points      84.75  / 100  min 50 ✓
        Grade              B

        Last change 15 Nov 2026 11:25
        (Europe/Prague)

        """)
  }

  @Test("In Czech at 40 columns")
  func czechAt40() async throws {
    #expect(
      try await shown("course XI-ZPT.23 --lang cs", width: 40) == """
        XI-ZPT.23  Základy programovacích
        technik
        Zima 2026/27
        84,75 / 100 bodů · známka B · minimum 50
        splněno

        Domácí úlohy     31,25  /  40
          Úloha 1         7,75  /  10   min. 3 ✓
          Úloha 2         9,25  /  10   min. 3 ✓
          Úloha 3         7,5   /  10   min. 3 ✓
          Úloha 4         6,75  /  10   min. 3 ✓
        Testy            24     /  30
          Test A         12,5   /  15   min. 5 ✓
          Test B         11,5   /  15   min. 5 ✓
        Semestrální p…   26     /  30  min. 15 ✓
        Aktivita          3,5   /   5
        Slovní hodnoc…  Pěkné a čitelné řešení.
        Zápočet         ano
        Body celkem      84,75  / 100  min. 50 ✓
        Známka            B

        Poslední změna 15. 11. 2026 11:25
        (Europe/Prague)

        """)
  }

  @Test("In a window of 80 columns")
  func at80() async throws {
    #expect(
      try await shown("course XI-ZPT.23", width: 80) == """
        XI-ZPT.23  Basics of Programming Techniques       Winter 2026/27
        84.75 of 100 points · grade B · minimum 50 met

        Homework                31.25  /  40  █████████████░░░
          Task 1                 7.75  /  10  ████████████░░░░   min 3 ✓
          Task 2                 9.25  /  10  ███████████████░   min 3 ✓
          Task 3                 7.5   /  10  ████████████░░░░   min 3 ✓
          Task 4                 6.75  /  10  ███████████░░░░░   min 3 ✓
        Tests                   24     /  30  █████████████░░░
          Test A                12.5   /  15  █████████████░░░   min 5 ✓
          Test B                11.5   /  15  ████████████░░░░   min 5 ✓
        Semester project        26     /  30  ██████████████░░  min 15 ✓
        Activity                 3.5   /   5  ███████████░░░░░
        Review of the project  Pěkné a čitelné řešení.
        Course credit          yes
        Total points            84.75  / 100  ██████████████░░  min 50 ✓
        Grade                    B

        Last change 15 Nov 2026 11:25 (Europe/Prague)

        """)
  }

  @Test("In Czech at 80 columns")
  func czechAt80() async throws {
    #expect(
      try await shown("course XI-ZPT.23 --lang cs", width: 80) == """
        XI-ZPT.23  Základy programovacích technik          Zima 2026/27
        84,75 / 100 bodů · známka B · minimum 50 splněno

        Domácí úlohy          31,25  /  40  █████████████░░░
          Úloha 1              7,75  /  10  ████████████░░░░   min. 3 ✓
          Úloha 2              9,25  /  10  ███████████████░   min. 3 ✓
          Úloha 3              7,5   /  10  ████████████░░░░   min. 3 ✓
          Úloha 4              6,75  /  10  ███████████░░░░░   min. 3 ✓
        Testy                 24     /  30  █████████████░░░
          Test A              12,5   /  15  █████████████░░░   min. 5 ✓
          Test B              11,5   /  15  ████████████░░░░   min. 5 ✓
        Semestrální projekt   26     /  30  ██████████████░░  min. 15 ✓
        Aktivita               3,5   /   5  ███████████░░░░░
        Slovní hodnocení     Pěkné a čitelné řešení.
        Zápočet              ano
        Body celkem           84,75  / 100  ██████████████░░  min. 50 ✓
        Známka                 B

        Poslední změna 15. 11. 2026 11:25 (Europe/Prague)

        """)
  }

  @Test("In a window of 120 columns")
  func at120() async throws {
    #expect(
      try await shown("course XI-ZPT.23", width: 120) == """
        XI-ZPT.23  Basics of Programming Techniques       Winter 2026/27
        84.75 of 100 points · grade B · minimum 50 met

        Homework                31.25  /  40  █████████████░░░
          Task 1                 7.75  /  10  ████████████░░░░   min 3 ✓
          Task 2                 9.25  /  10  ███████████████░   min 3 ✓
          Task 3                 7.5   /  10  ████████████░░░░   min 3 ✓
          Task 4                 6.75  /  10  ███████████░░░░░   min 3 ✓
        Tests                   24     /  30  █████████████░░░
          Test A                12.5   /  15  █████████████░░░   min 5 ✓
          Test B                11.5   /  15  ████████████░░░░   min 5 ✓
        Semester project        26     /  30  ██████████████░░  min 15 ✓
        Activity                 3.5   /   5  ███████████░░░░░
        Review of the project  Pěkné a čitelné řešení.
        Course credit          yes
        Total points            84.75  / 100  ██████████████░░  min 50 ✓
        Grade                    B

        Last change 15 Nov 2026 11:25 (Europe/Prague)

        """)
  }

  @Test("In Czech in a pipe, without the suffix of its code")
  func czechPiped() async throws {
    #expect(
      try await shown("course xi-zpt --lang cs") == """
        XI-ZPT.23  Základy programovacích technik          Zima 2026/27
        84,75 / 100 bodů · známka B · minimum 50 splněno

        Domácí úlohy          31,25  /  40  █████████████░░░
          Úloha 1              7,75  /  10  ████████████░░░░   min. 3 ✓
          Úloha 2              9,25  /  10  ███████████████░   min. 3 ✓
          Úloha 3              7,5   /  10  ████████████░░░░   min. 3 ✓
          Úloha 4              6,75  /  10  ███████████░░░░░   min. 3 ✓
        Testy                 24     /  30  █████████████░░░
          Test A              12,5   /  15  █████████████░░░   min. 5 ✓
          Test B              11,5   /  15  ████████████░░░░   min. 5 ✓
        Semestrální projekt   26     /  30  ██████████████░░  min. 15 ✓
        Aktivita               3,5   /   5  ███████████░░░░░
        Slovní hodnocení     Pěkné a čitelné řešení.
        Zápočet              ano
        Body celkem           84,75  / 100  ██████████████░░  min. 50 ✓
        Známka                 B

        Poslední změna 15. 11. 2026 11:25 (Europe/Prague)

        """)
  }
}
