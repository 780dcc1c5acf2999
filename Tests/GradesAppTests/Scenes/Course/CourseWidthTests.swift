import TestSupport
import Testing

/// A course with two levels, minima and a long text, as a terminal and a pipe get it.
@Suite("Results at every width", .inTurn)
struct CourseWidthTests {
  @Test("In a window of 40 columns, bars leave")
  func at40() async throws {
    #expect(
      try await shown("course XI-ZPT.23", width: 40) == """
        XI-ZPT.23  Basics of Programming
        Techniques
        Winter 2026/27
        80.25 of 100 points · grade B · minimum
        50 met

        Homework          30.25  /  40
          Task 1           8.75  /  10   min 3 ✓
          Task 2           6.5   /  10   min 3 ✓
          Task 3           8.5   /  10   min 3 ✓
            opraveno po reklamaci
          Task 4           6.5   /  10   min 3 ✓
        Tests             24.5   /  30
          Test A          12     /  15   min 5 ✓
          Test B          12.5   /  15   min 5 ✓
        Semester          22     /  30  min 15 ✓
        project
        Activity           3.5   /   5
        Project review
          Text má víc řádků. – první výtka:
          chybí jednotky – druhá výtka: graf bez
          popisku os
        Assessment       yes
        Total points      80.25  / 100  min 50 ✓
        Grade              B

        Last changed 15 Nov 2026 11:24
        (Europe/Prague)

        """)
  }

  @Test("In a window of 80 columns")
  func at80() async throws {
    #expect(
      try await shown("course XI-ZPT.23", width: 80) == """
        XI-ZPT.23  Basics of Programming Techniques                 Winter 2026/27
        80.25 of 100 points · grade B · minimum 50 met

        Homework           30.25  /  40  ████████████░░░░
          Task 1            8.75  /  10  ██████████████░░   min 3 ✓
          Task 2            6.5   /  10  ██████████░░░░░░   min 3 ✓
          Task 3            8.5   /  10  ██████████████░░   min 3 ✓  opraveno po
                                                                     reklamaci
          Task 4            6.5   /  10  ██████████░░░░░░   min 3 ✓
        Tests              24.5   /  30  █████████████░░░
          Test A           12     /  15  █████████████░░░   min 5 ✓
          Test B           12.5   /  15  █████████████░░░   min 5 ✓
        Semester project   22     /  30  ████████████░░░░  min 15 ✓
        Activity            3.5   /   5  ███████████░░░░░
        Project review    Text má víc řádků. – první výtka: chybí jednotky – druhá
                          výtka: graf bez popisku os
        Assessment        yes
        Total points       80.25  / 100  █████████████░░░  min 50 ✓
        Grade               B

        Last changed 15 Nov 2026 11:24 (Europe/Prague)

        """)
  }
}
