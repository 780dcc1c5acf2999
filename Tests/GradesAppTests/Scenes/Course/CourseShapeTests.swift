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
}
