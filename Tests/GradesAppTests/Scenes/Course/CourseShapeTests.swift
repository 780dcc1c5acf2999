import TestSupport
import Testing

/// Grades, points and minima of courses that differ in how they end.
@Suite("Results of every shape", .inTurn)
struct CourseShapeTests {
  @Test("An item named in one language only, fractions of three decimals, hidden items left out")
  func log() async throws {
    #expect(
      try await shown("course XI-LOG.23", width: 80) == """
        XI-LOG.23  Logic and Sets                                      Winter 2026/27
        93 of 100 points · grade A · minimum 50 met

        Semester                 48  /  50  ███████████████░
          Semester test          39  /  40  ███████████████░  min 20 ✓
          Aktivita na cvičeních   9  /  10  ██████████████░░            −1 b. za styl
        Early exam                –  /  50
        kontrola                  1  /   1  ████████████████
        Exam                     45  /  50  ██████████████░░  min 25 ✓
        Total points             93  / 100  ███████████████░  min 50 ✓
        Grade                     A

        Last changed 15 Nov 2026 11:56 (Europe/Prague)

        """)
  }

  @Test("Pass or fail, yes and no")
  func bez() async throws {
    #expect(
      try await shown("course XI-BEZ.22", width: 80) == """
        XI-BEZ.22  Health and Safety                        Winter 2026/27
        20 of 20 points · grade Z

        Training      yes
        Final test     20  / 20  ████████████████  min 12 ✓
        Attempts        1                                    výborná práce
        Total points   20  / 20  ████████████████
        Passed          Z

        Last changed 15 Nov 2026 11:43 (Europe/Prague)

        """)
  }

  @Test("No total, and a grade of yes")
  func eko() async throws {
    #expect(
      try await shown("course XI-EKO.21 --lang cs", width: 80) == """
        XI-EKO.21  Ekonomika podnikání          ZS 2026/27
        zatím bez bodů · splněno

        Esej           7  / 10  ███████████░░░░░  min. 5 ✓
        Splněno  splněno

        Poslední změna 15. 11. 2026 11:27 (Europe/Prague)

        """)
  }

  @Test("Two final results, and the better of two tests")
  func sit() async throws {
    #expect(
      try await shown("course XI-SIT.21 --lang cs", width: 80) == """
        XI-SIT.21  Počítačové sítě                   ZS 2026/27
        79 /\u{A0}100 bodů · známka C

        Test           23    /  30  ████████████░░░░
        Opravný test   23,5  /  30  █████████████░░░
        Laboratoře     23,5  /  30  █████████████░░░  min. 15 ✓
        Ústní zkouška  32    /  40  █████████████░░░
        Lepší z testů  23,5  /  30  █████████████░░░
        Body celkem    79    / 100  █████████████░░░
        Známka          C

        Poslední změna 15. 11. 2026 11:07 (Europe/Prague)

        """)
  }

  @Test("Nothing graded: no minimum is missed yet")
  func teo() async throws {
    #expect(
      try await shown("course XI-TEO.24", width: 80) == """
        XI-TEO.24  Game Theory     Winter 2026/27
        no points yet · no grade yet · min 50

        Semester                 –  /  50
          Semester test          –  /  40  min 20
          Aktivita na cvičeních  –  /  10
        Early exam               –  /  50
        kontrola                 –  /   1
        Exam                     –  /  50  min 25
        Total points             –  / 100  min 50
        Grade                    –

        """)
  }

  @Test("No items at all")
  func tva() async throws {
    #expect(
      try await shown("course XI-TVA", width: 80) == """
        XI-TVA  Physical Education  Winter 2026/27
        no points yet · no grade yet

        This course has no evaluation items yet.

        """)
  }

  @Test("All items hidden as not graded")
  func ungraded() async throws {
    #expect(
      try await shown("course XI-TEO.24", width: 80, settings: ["hide-ungraded yes"]) == """
        XI-TEO.24  Game Theory  Winter 2026/27
        no points yet · no grade yet · min 50

        8 ungraded items hidden. Use --all to show them.

        """)
  }

  @Test("The shape of 2018, with notes and without times")
  func old() async throws {
    #expect(
      try await shown("course XI-BEZ.22 --semester B241 --lang cs", width: 80) == """
        XI-BEZ.22  Bezpečnost a ochrana zdraví                             ZS 2024/25
        74 /\u{A0}100 bodů · známka C

        Semestrální práce   25  /  40  ██████████░░░░░░  min. 20 ✓  opraveno po
                                                                    reklamaci
        Písemka             24  /  30  █████████████░░░
        Ústní zkouška       25  /  30  █████████████░░░             chybí dokumentace
        Zápočet            ano
        Body celkem         74  / 100  ████████████░░░░
        Známka               C

        """)
  }
}
