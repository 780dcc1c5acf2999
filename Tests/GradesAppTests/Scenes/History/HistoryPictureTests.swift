import AppTestSupport
import GradesServer
import Testing

/// What the History scene looks like at the widths of terminals and in both languages.
@Suite("The picture of the history")
struct HistoryPictureTests {
  @Test("The batches, the newest first; the changes of one; what an undo would do")
  func english() async throws {
    try await HistoryScreenTests.published { teacher in
      let app = HistoryScreenTests.open(teacher)
      #expect(
        await app.picture == """
            grades · History
          ────────────────────────────────────────────────────────────────────────────────
            Published          Course     Changes  Notified  By        Semester
          ▌ 21 Nov 2026 13:00  XI-ZPT.23        1  silently  ucitezk1  Winter 2026/27
            21 Nov 2026 13:00  XI-ZPT.23        3  notified  ucitezk1  Winter 2026/27





           batch 2 · XI-ZPT.23 · Winter 2026/27 · 21 Nov 2026 13:00 · 1 change
           nobody was notified · by ucitezk1
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ changes  U undo  ? keys  , settings  Esc back
          """)
      #expect(
        await app.pressing("<down><enter>") == """
            XI-ZPT.23 · batch 1                       Winter 2026/27 · 21 Nov 2026 13:00
          ────────────────────────────────────────────────────────────────────────────────
              Student          Username  Item     Old → New
          ▌   Druhý Stanislav  druhyst2  Task 1  9.75 →   5
              Zkušební Adéla   zkusade1  Task 1  8.75 →   7
              Zkušební Adéla   zkusade1  Task 2  6.5  →   5


           Druhý Stanislav druhyst2 · Task 1 · 9.75 → 5

           batch 1 · XI-ZPT.23 · Winter 2026/27 · 21 Nov 2026 13:00 · 3 changes
           2 students were notified · by ucitezk1
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  U undo  Esc back  ? keys  , settings
          """)
      #expect(
        await app.pressing("U") == """
            XI-ZPT.23 · Undo of batch 1               Winter 2026/27 · 21 Nov 2026 13:00
          ────────────────────────────────────────────────────────────────────────────────
              Student          Username  Item    Old →  New
          ▌ ● Druhý Stanislav  druhyst2  Task 1  5   → 9.75
            ● Zkušební Adéla   zkusade1  Task 1  7   → 8.75
            = Zkušební Adéla   zkusade1  Task 2  6.5 → 5     it is 9 now


           Druhý Stanislav druhyst2 · Task 1 · 5 → 9.75

           2 values will be restored. 1 was changed since and is kept.
           Nothing is sent yet: the drafts go through the review.
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ make drafts  Esc back  ? keys  , settings
          """)
      // The key that asked does not answer.
      #expect(await app.pressing("U").contains("Undo of batch 1"))
      #expect(await app.pressing("<esc>").contains("XI-ZPT.23 · batch 1"))
      #expect(await app.pressing("<esc>").contains("grades · History"))
      #expect(await teacher.drafts() == [])
      _ = await app.hangUp()
    }
  }

  @Test("In Czech, narrow and wide")
  func czech() async throws {
    try await HistoryScreenTests.published { teacher in
      var app = HistoryScreenTests.open(teacher, "--lang cs", columns: 40)
      #expect(
        await app.picture == """
            grades · Historie
          ────────────────────────────────────────
            Zveřejněno          Předmět    Změny
          ▌ 21. 11. 2026 13:00  XI-ZPT.23      1
            21. 11. 2026 13:00  XI-ZPT.23      3




           dávka 2 · XI-ZPT.23 · Zima 2026/27
           21. 11. 2026 13:00 · 1 změna
           nikdo nebyl upozorněn · účet ucitezk1
          ────────────────────────────────────────
           ↑↓ pohyb  ⏎ změny  U vzít zpět
          """)
      #expect(
        await app.pressing("<end>U<end>") == """
            XI-ZPT.23 · Vrácení dávky 1
          ────────────────────────────────────────
              Student        Položka  Dosud → Nově
            ● Druhý Stanis…  Úloha 1    5   → 9,75
            ● Zkušební Adé…  Úloha 1    7   → 8,75
          ▌ = Zkušební Adé…  Úloha 2    6,5 → 5
           Zkušební Adéla zkusade1 · Úloha 2 ·
           6,5 → 5 · nyní je tam 9 · 21. 11. 202…
           Obnoví se 2 hodnoty. 1 se od té doby
           změnila a zůstane.
           Zatím se nic neodešle: koncepty
           nejdřív projdou kontrolou.
          ────────────────────────────────────────
           ↑↓ pohyb  ⏎ vytvořit koncepty
          """)
      _ = await app.hangUp()
      app = HistoryScreenTests.open(teacher, "--lang cs")
      #expect(
        await app.picture == """
            grades · Historie
          ────────────────────────────────────────────────────────────────────────────────
            Zveřejněno          Předmět    Změny  Upozornění     Kdo       Semestr
          ▌ 21. 11. 2026 13:00  XI-ZPT.23      1  tiše           ucitezk1  Zima 2026/27
            21. 11. 2026 13:00  XI-ZPT.23      3  s upozorněním  ucitezk1  Zima 2026/27





           dávka 2 · XI-ZPT.23 · Zima 2026/27 · 21. 11. 2026 13:00 · 1 změna
           nikdo nebyl upozorněn · účet ucitezk1
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ pohyb  ⏎ změny  U vzít zpět  ? klávesy  , nastavení  Esc zpět
          """)
      #expect(
        await app.pressing("<down>U") == """
            XI-ZPT.23 · Vrácení dávky 1                Zima 2026/27 · 21. 11. 2026 13:00
          ────────────────────────────────────────────────────────────────────────────────
              Student          Uživatel  Položka  Dosud → Nově
          ▌ ● Druhý Stanislav  druhyst2  Úloha 1    5   → 9,75
            ● Zkušební Adéla   zkusade1  Úloha 1    7   → 8,75
            = Zkušební Adéla   zkusade1  Úloha 2    6,5 → 5     nyní je tam 9


           Druhý Stanislav druhyst2 · Úloha 1 · 5 → 9,75

           Obnoví se 2 hodnoty. 1 se od té doby změnila a zůstane.
           Zatím se nic neodešle: koncepty nejdřív projdou kontrolou.
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ pohyb  ⏎ vytvořit koncepty  Esc zpět  ? klávesy  , nastavení
          """)
      _ = await app.hangUp()
      app = HistoryScreenTests.open(teacher, "--lang cs", columns: 120)
      #expect(
        await app.picture == """
            grades · Historie
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
            Zveřejněno          Předmět    Změny  Upozornění     Kdo       Semestr
          ▌ 21. 11. 2026 13:00  XI-ZPT.23      1  tiše           ucitezk1  Zima 2026/27
            21. 11. 2026 13:00  XI-ZPT.23      3  s upozorněním  ucitezk1  Zima 2026/27





           dávka 2 · XI-ZPT.23 · Zima 2026/27 · 21. 11. 2026 13:00 · 1 změna · nikdo nebyl upozorněn · účet ucitezk1

          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ pohyb  ⏎ změny  U vzít zpět  ? klávesy  , nastavení  Esc zpět
          """)
      #expect(
        await app.pressing("U") == """
            XI-ZPT.23 · Vrácení dávky 2                                                        Zima 2026/27 · 21. 11. 2026 13:00
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
              Student         Uživatel  Položka  Dosud → Nově
          ▌ ● Zkušební Adéla  zkusade1  Úloha 3      4 →  8,5  změna poznámky



           Zkušební Adéla zkusade1 · Úloha 3 · 4 → 8,5 · poznámka: late → opraveno po reklamaci

           Obnoví se 1 hodnota.
           O této dávce nebyl nikdo upozorněn, zvažte tedy i její vrácení zveřejnit tiše.
           Zatím se nic neodešle: koncepty nejdřív projdou kontrolou.
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ pohyb  ⏎ vytvořit koncepty  Esc zpět  ? klávesy  , nastavení
          """)
      _ = await app.hangUp()
    }
  }

  @Test("In English, narrow and wide")
  func narrowAndWide() async throws {
    try await HistoryScreenTests.published { teacher in
      var app = HistoryScreenTests.open(teacher, columns: 40)
      #expect(
        await app.picture == """
            grades · History
          ────────────────────────────────────────
            Published          Course     Changes
          ▌ 21 Nov 2026 13:00  XI-ZPT.23        1
            21 Nov 2026 13:00  XI-ZPT.23        3




           batch 2 · XI-ZPT.23 · Winter 2026/27
           21 Nov 2026 13:00 · 1 change
           nobody was notified · by ucitezk1
          ────────────────────────────────────────
           ↑↓ move  ⏎ changes  U undo  ? keys
          """)
      #expect(
        await app.pressing("<enter>") == """
            XI-ZPT.23 · batch 2
          ────────────────────────────────────────
              Student         Item    Old → New
          ▌   Zkušební Adéla  Task 3  8.5 →   4



           Zkušební Adéla zkusade1 · Task 3 · 8.5
           → 4 · note: opraveno po reklamaci → …
           batch 2 · XI-ZPT.23 · Winter 2026/27
           21 Nov 2026 13:00 · 1 change
           nobody was notified · by ucitezk1
          ────────────────────────────────────────
           ↑↓ move  U undo  Esc back  ? keys
          """)
      #expect(
        await app.pressing("U") == """
            XI-ZPT.23 · Undo of batch 2
          ────────────────────────────────────────
              Student         Item    Old → New
          ▌ ● Zkušební Adéla  Task 3    4 → 8.5
           Zkušební Adéla zkusade1 · Task 3 · 4 →
           8.5 · note: late → opraveno po …
           1 value will be restored.
           Nobody was notified of this batch, so
           you may want to publish its undo
           silently too.
           Nothing is sent yet: the drafts go
           through the review.
          ────────────────────────────────────────
           ↑↓ move  ⏎ make drafts  Esc back
          """)
      _ = await app.hangUp()
      app = HistoryScreenTests.open(teacher, columns: 120)
      #expect(
        await app.picture == """
            grades · History
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
            Published          Course     Changes  Notified  By        Semester
          ▌ 21 Nov 2026 13:00  XI-ZPT.23        1  silently  ucitezk1  Winter 2026/27
            21 Nov 2026 13:00  XI-ZPT.23        3  notified  ucitezk1  Winter 2026/27





           batch 2 · XI-ZPT.23 · Winter 2026/27 · 21 Nov 2026 13:00 · 1 change · nobody was notified · by ucitezk1

          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ changes  U undo  ? keys  , settings  Esc back
          """)
      #expect(
        await app.pressing("<end><enter>") == """
            XI-ZPT.23 · batch 1                                                               Winter 2026/27 · 21 Nov 2026 13:00
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
              Student          Username  Item     Old → New
          ▌   Druhý Stanislav  druhyst2  Task 1  9.75 →   5
              Zkušební Adéla   zkusade1  Task 1  8.75 →   7
              Zkušební Adéla   zkusade1  Task 2  6.5  →   5



           Druhý Stanislav druhyst2 · Task 1 · 9.75 → 5

           batch 1 · XI-ZPT.23 · Winter 2026/27 · 21 Nov 2026 13:00 · 3 changes · 2 students were notified · by ucitezk1
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  U undo  Esc back  ? keys  , settings
          """)
      _ = await app.hangUp()
    }
  }
}
