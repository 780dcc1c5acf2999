import TestSupport
import Testing

/// A course whose reports are texts of several lines, two levels below the root.
@Suite("Four levels of items and long texts", .inTurn)
struct CourseTreeTests {
  @Test("At 40 columns in Czech, texts are broken under their column")
  func czechAt40() async throws {
    #expect(
      try await shown("course XI-PRJ.22 --lang cs", width: 40) == """
        XI-PRJ.22  Softwarový týmový projekt
        ZS 2026/27
        87 /\u{A0}100 bodů · známka B · minimum 50
        splněno

        Projekt      70,5  /  80
          Iterace 1  36,5  /  40
            Zpráva   Pěkné a čitelné řešení.
              Obsah  15    /  15
              Forma   5    /   5
            Kód      16,5  /  20   min. 8 ✓
          Iterace 2  34    /  40
            Zpráva   Pěkné a čitelné řešení.
              Obsah  11,5  /  15
              Forma   5    /   5
            Kód      17,5  /  20   min. 8 ✓
        Obhajoba     16,5  /  20
        Body celkem  87    / 100  min. 50 ✓
        Známka        B

        Poslední změna 15. 11. 2026 11:44
        (Europe/Prague)

        """)
  }
}
