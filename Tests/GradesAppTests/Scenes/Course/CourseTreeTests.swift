import Testing

/// A course whose reports are texts of several lines, two levels below the root.
@Suite("Four levels of items and long texts")
struct CourseTreeTests {
  @Test("At 40 columns in Czech, texts are broken under their column")
  func czechAt40() async throws {
    #expect(
      try await shown("course XI-PRJ.22 --lang cs", width: 40) == """
        XI-PRJ.22  Softwarový týmový projekt
        Zima 2026/27
        79 / 100 bodů · známka C · minimum 50
        splněno

        Projekt      62,5   /  80
          Iterace 1  30,25  /  40
            Zpráva   Řešení splňuje zadání ve
                     všech bodech. Oceňuji
                     testy, které hlídají i
                     krajní případy, a
                     srozumitelné názvy. K
                     dotažení: načítání souboru
                     drží v paměti celý vstup,
                     třebaže stačí jeden řádek;
                     chybové hlášky neříkají,
                     který řádek je vadný; a
                     dokumentace popisuje starší
                     podobu rozhraní. Doporučuji
                     projít si kapitolu o
                     zdrojích a vrátit se k tomu
                     před obhajobou.
              Obsah  10,5   /  15
              Forma   3,75  /   5
            Kód      16     /  20   min. 8 ✓
          Iterace 2  32,25  /  40
            Zpráva   Funguje, ale rozdělení do
                     tříd by sneslo víc péče;
                     viz poznámky v kódu.
              Obsah  11     /  15
              Forma   3,75  /   5
            Kód      17,5   /  20   min. 8 ✓
        Obhajoba     16,5   /  20
        Body celkem  79     / 100  min. 50 ✓
        Známka        C

        Poslední změna 15. 11. 2026 11:39
        (Europe/Prague)

        """)
  }

  @Test("At 80 columns, texts use the room beside them")
  func at80() async throws {
    #expect(
      try await shown("course XI-PRJ.22", width: 80) == """
        XI-PRJ.22  Software Team Project                                  Winter 2026/27
        79 of 100 points · grade C · minimum 50 met

        Project        62.5   /  80  █████████████░░░
          Iteration 1  30.25  /  40  ████████████░░░░
            Report     Řešení splňuje zadání ve všech bodech. Oceňuji testy, které
                       hlídají i krajní případy, a srozumitelné názvy. K dotažení:
                       načítání souboru drží v paměti celý vstup, třebaže stačí jeden
                       řádek; chybové hlášky neříkají, který řádek je vadný; a
                       dokumentace popisuje starší podobu rozhraní. Doporučuji projít si
                       kapitolu o zdrojích a vrátit se k tomu před obhajobou.
              Content  10.5   /  15  ███████████░░░░░
              Form      3.75  /   5  ████████████░░░░
            Code       16     /  20  █████████████░░░   min 8 ✓
          Iteration 2  32.25  /  40  █████████████░░░
            Report     Funguje, ale rozdělení do tříd by sneslo víc péče; viz poznámky v
                       kódu.
              Content  11     /  15  ████████████░░░░
              Form      3.75  /   5  ████████████░░░░
            Code       17.5   /  20  ██████████████░░   min 8 ✓
        Defence        16.5   /  20  █████████████░░░
        Total points   79     / 100  █████████████░░░  min 50 ✓
        Grade           C

        Last change 15 Nov 2026 11:39 (Europe/Prague)

        """)
  }

  @Test("At 120 columns in Czech")
  func czechAt120() async throws {
    #expect(
      try await shown("course XI-PRJ.22 --lang cs", width: 120) == """
        XI-PRJ.22  Softwarový týmový projekt                                                                        Zima 2026/27
        79 / 100 bodů · známka C · minimum 50 splněno

        Projekt      62,5   /  80  █████████████░░░
          Iterace 1  30,25  /  40  ████████████░░░░
            Zpráva   Řešení splňuje zadání ve všech bodech. Oceňuji testy, které hlídají i krajní případy, a srozumitelné názvy.
                     K dotažení: načítání souboru drží v paměti celý vstup, třebaže stačí jeden řádek; chybové hlášky neříkají,
                     který řádek je vadný; a dokumentace popisuje starší podobu rozhraní. Doporučuji projít si kapitolu o
                     zdrojích a vrátit se k tomu před obhajobou.
              Obsah  10,5   /  15  ███████████░░░░░
              Forma   3,75  /   5  ████████████░░░░
            Kód      16     /  20  █████████████░░░   min. 8 ✓
          Iterace 2  32,25  /  40  █████████████░░░
            Zpráva   Funguje, ale rozdělení do tříd by sneslo víc péče; viz poznámky v kódu.
              Obsah  11     /  15  ████████████░░░░
              Forma   3,75  /   5  ████████████░░░░
            Kód      17,5   /  20  ██████████████░░   min. 8 ✓
        Obhajoba     16,5   /  20  █████████████░░░
        Body celkem  79     / 100  █████████████░░░  min. 50 ✓
        Známka        C

        Poslední změna 15. 11. 2026 11:39 (Europe/Prague)

        """)
  }

  @Test("In a pipe, texts are not broken and the title stays near")
  func piped() async throws {
    #expect(
      try await shown("course XI-PRJ.22") == """
        XI-PRJ.22  Software Team Project                                  Winter 2026/27
        79 of 100 points · grade C · minimum 50 met

        Project        62.5   /  80  █████████████░░░
          Iteration 1  30.25  /  40  ████████████░░░░
            Report     Řešení splňuje zadání ve všech bodech. Oceňuji testy, které hlídají i krajní případy, a srozumitelné názvy. K dotažení: načítání souboru drží v paměti celý vstup, třebaže stačí jeden řádek; chybové hlášky neříkají, který řádek je vadný; a dokumentace popisuje starší podobu rozhraní. Doporučuji projít si kapitolu o zdrojích a vrátit se k tomu před obhajobou.
              Content  10.5   /  15  ███████████░░░░░
              Form      3.75  /   5  ████████████░░░░
            Code       16     /  20  █████████████░░░   min 8 ✓
          Iteration 2  32.25  /  40  █████████████░░░
            Report     Funguje, ale rozdělení do tříd by sneslo víc péče; viz poznámky v kódu.
              Content  11     /  15  ████████████░░░░
              Form      3.75  /   5  ████████████░░░░
            Code       17.5   /  20  ██████████████░░   min 8 ✓
        Defence        16.5   /  20  █████████████░░░
        Total points   79     / 100  █████████████░░░  min 50 ✓
        Grade           C

        Last change 15 Nov 2026 11:39 (Europe/Prague)

        """)
  }
}
