import TestSupport
import Testing

@Suite("Student search", .inTurn)
struct StudentsTests {
  @Test("80 columns")
  func usual() async throws {
    #expect(
      try await shown("students XI-ZPT.23 an ta", as: "ucitezk1", width: 80) == """
        XI-ZPT.23        Winter 2026/27

        Last name  First name  Username
        Bárta      Daniel      bartada1
        Druhý      Stanislav   druhyst2
        Toman      Tadeáš      tomanta1
        Žáčková    Žaneta      zackoza1

        4 students

        """)
  }

  @Test("40 columns, in Czech, of one group")
  func narrow() async throws {
    #expect(
      try await shown("students XI-ZPT.23 --group TEST --lang cs", as: "ucitezk1", width: 40)
        == """
        XI-ZPT.23      ZS 2026/27

        Příjmení  Jméno  Uživatel
        Umělý 1   Test   testst01
        Umělý 2   Test   testst02
        Umělý 3   Test   testst03

        3 studenti

        """)
  }

  @Test("Nobody, and the same as a document")
  func nobody() async throws {
    #expect(
      try await shown("students XI-ZPT.23 qqq", as: "ucitezk1") == """
        XI-ZPT.23  Winter 2026/27

        No student matches “qqq”.

        """)
    #expect(
      try await shown("students XI-ZPT.23 qqq --json", as: "ucitezk1") == """
        {
          "course": "XI-ZPT.23",
          "semester": "B261",
          "students": []
        }

        """)
  }
}
