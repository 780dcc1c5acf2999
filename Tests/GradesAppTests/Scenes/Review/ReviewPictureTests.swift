import AppTestSupport
import GradesServer
import Terminal
import Testing

/// What the Review scene looks like at the widths of terminals and in both languages.
@Suite("The picture of a review")
struct ReviewPictureTests {
  @Test("80 columns: old and new, remarks, the focused draft in full, the sums")
  func english() async throws {
    try await ReviewScreenTests.reviewing { teacher in
      let app = teacher.review(rows: 16)
      #expect(
        await app.picture == """
            XI-ZPT.23 · Review                   as of 13:00 · Winter 2026/27 · 4 drafts
          ────────────────────────────────────────────────────────────────────────────────
              Student          Username  Item     Old →  New
          ▌ ≠ Druhý Stanislav  druhyst2  Task 1  9.75 →  5    somebody else has changed i…
            ● Druhý Stanislav  druhyst2  Task 2  8.25 →  1    note changed
            ● Zkušební Adéla   zkusade1  Task 1  8.75 →  7
            ! Zkušební Adéla   zkusade1  Task 2  6.5  → 99.5  over the maximum 10


           Druhý Stanislav druhyst2 · Task 1 · 9.75 → 5 · somebody else has changed it to
           9 · 21 Nov 2026 13:00 · edited 21 Nov 2026 13:00

           4 changes. 1 warning. 1 conflict.
           2 students will be notified.
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  p publish  ? keys  Space leave out, take back  e edit  ⏎ student
          """)
      #expect(
        await app.pressing("<down><down><space>") == """
            XI-ZPT.23 · Review                   as of 13:00 · Winter 2026/27 · 4 drafts
          ────────────────────────────────────────────────────────────────────────────────
              Student          Username  Item     Old →  New
            ≠ Druhý Stanislav  druhyst2  Task 1  9.75 →  5    somebody else has changed i…
            ● Druhý Stanislav  druhyst2  Task 2  8.25 →  1    note changed
            ○ Zkušební Adéla   zkusade1  Task 1  8.75 →  7    left out
          ▌ ! Zkušební Adéla   zkusade1  Task 2  6.5  → 99.5  over the maximum 10


           Zkušební Adéla zkusade1 · Task 2 · 6.5 → 99.5 · over the maximum 10
           edited 21 Nov 2026 13:00

           3 changes, 1 left out. 1 warning. 1 conflict.
           2 students will be notified.
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  p publish  ? keys  Space leave out, take back  e edit  ⏎ student
          """)
      #expect(await app.cursor == Position(column: 0, row: 6))
      #expect(
        await app.pressing("p") == """
            XI-ZPT.23 · Review                   as of 13:00 · Winter 2026/27 · 4 drafts
          ────────────────────────────────────────────────────────────────────────────────
              Student          Username  Item     Old →  New
            ≠ Druhý ┌─ Publish 3 changes? ─────────────────────────────────────┐changed i…
            ● Druhý │ This concerns 2 students.                                │
            ○ Zkušeb│ Your settings: students are notified.                    │
          ▌ ! Zkušeb│ You will decide about 1 conflict first.                  │0
                    │ 1 draft stays as it is.                                  │
                    │                                                          │
           Zkušební │ y  publish and notify them                               │
           edited 21│ s  publish silently                                      │
                    └──────────────────────────────────────────────────────────┘
           3 changes, 1 left out. 1 warning. 1 conflict.
           2 students will be notified.
          ────────────────────────────────────────────────────────────────────────────────
           y publish and notify them  s publish silently  Esc cancel
          """)
      _ = await app.hangUp()
    }
  }

  @Test("80 columns in Czech")
  func czech() async throws {
    try await ReviewScreenTests.reviewing { teacher in
      let app = teacher.review("--lang cs", rows: 16)
      #expect(
        await app.picture == """
            XI-ZPT.23 · Kontrola                stav k 13:00 · Zima 2026/27 · 4 koncepty
          ────────────────────────────────────────────────────────────────────────────────
              Student          Uživatel  Položka  Dosud → Nově
          ▌ ≠ Druhý Stanislav  druhyst2  Úloha 1   9,75 →  5    někdo jiný hodnotu změnil…
            ● Druhý Stanislav  druhyst2  Úloha 2   8,25 →  1    změna poznámky
            ● Zkušební Adéla   zkusade1  Úloha 1   8,75 →  7
            ! Zkušební Adéla   zkusade1  Úloha 2   6,5  → 99,5  nad maximem 10


           Druhý Stanislav druhyst2 · Úloha 1 · 9,75 → 5 · někdo jiný hodnotu změnil na 9
           21. 11. 2026 13:00 · upraveno 21. 11. 2026 13:00

           4 změny. 1 varování. 1 konflikt.
           Upozorněni budou 2 studenti.
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ pohyb  p zveřejnit  ? klávesy  Mezerník vynechat, vrátit  e upravit
          """)
      #expect(
        await app.pressing("p") == """
            XI-ZPT.23 · Kontrola                stav k 13:00 · Zima 2026/27 · 4 koncepty
          ────────────────────────────────────────────────────────────────────────────────
              Student          Uživatel  Položka  Dosud → Nově
          ▌ ≠ Druhý Stanislav  druhyst2  Úloha 1   9,75 →  5    někdo jiný hodnotu změnil…
            ● Druhý ┌─ Zveřejnit 4 změny? ─────────────────────────────────────┐
            ● Zkušeb│ Týká se to 2 studentů.                                   │
            ! Zkušeb│ Vaše nastavení: studenty upozorňovat.                    │
                    │ Nejdřív rozhodnete o 1 konfliktu.                        │
                    │                                                          │
           Druhý Sta│ a  zveřejnit a upozornit je                              │ěnil na 9
           21. 11. 2│ t  zveřejnit tiše                                        │
                    └──────────────────────────────────────────────────────────┘
           4 změny. 1 varování. 1 konflikt.
           Upozorněni budou 2 studenti.
          ────────────────────────────────────────────────────────────────────────────────
           a zveřejnit a upozornit je  t zveřejnit tiše  Esc zrušit
          """)
      _ = await app.hangUp()
    }
  }

  @Test("40 columns: names shrink, remarks stand below")
  func narrow() async throws {
    try await ReviewScreenTests.reviewing { teacher in
      let app = teacher.review(columns: 40, rows: 15)
      #expect(
        await app.picture == """
            XI-ZPT.23 · Review          4 drafts
          ────────────────────────────────────────
              Student         Item     Old →  New
          ▌ ≠ Druhý Stanisl…  Task 1  9.75 →  5
            ● Druhý Stanisl…  Task 2  8.25 →  1
            ● Zkušební Adéla  Task 1  8.75 →  7

           Druhý Stanislav druhyst2 · Task 1 ·
           9.75 → 5 · somebody else has changed
           it to 9 · 21 Nov 2026 13:00 · edited …

           4 changes. 1 warning. 1 conflict.
           2 students will be notified.
          ────────────────────────────────────────
           ↑↓ move  p publish  ? keys  e edit
          """)
      _ = await app.hangUp()
      let other = teacher.review("--lang cs", columns: 40, rows: 15)
      #expect(
        await other.pressing("<end>") == """
            XI-ZPT.23 · Kontrola      4 koncepty
          ────────────────────────────────────────
              Student        Položka  Dosud → Nově
            ● Druhý Stanis…  Úloha 2   8,25 →  1
            ● Zkušební Adé…  Úloha 1   8,75 →  7
          ▌ ! Zkušební Adé…  Úloha 2   6,5  → 99,5

           Zkušební Adéla zkusade1 · Úloha 2
           6,5 → 99,5 · nad maximem 10
           upraveno 21. 11. 2026 13:00

           4 změny. 1 varování. 1 konflikt.
           Upozorněni budou 2 studenti.
          ────────────────────────────────────────
           ↑↓ pohyb  p zveřejnit  ? klávesy
          """)
      _ = await other.hangUp()
    }
  }

  @Test("120 columns: remarks are whole; resizing measures the columns anew")
  func wide() async throws {
    try await ReviewScreenTests.reviewing { teacher in
      let app = teacher.review(columns: 120, rows: 14)
      #expect(
        await app.picture == """
            XI-ZPT.23 · Review                                                           as of 13:00 · Winter 2026/27 · 4 drafts
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
              Student          Username  Item     Old →  New
          ▌ ≠ Druhý Stanislav  druhyst2  Task 1  9.75 →  5    somebody else has changed it to 9
            ● Druhý Stanislav  druhyst2  Task 2  8.25 →  1    note changed
            ● Zkušební Adéla   zkusade1  Task 1  8.75 →  7
            ! Zkušební Adéla   zkusade1  Task 2  6.5  → 99.5  over the maximum 10

           Druhý Stanislav druhyst2 · Task 1 · 9.75 → 5 · somebody else has changed it to 9 · 21 Nov 2026 13:00
           edited 21 Nov 2026 13:00
           4 changes. 1 warning. 1 conflict.
           2 students will be notified.
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  p publish  ? keys  Space leave out, take back  e edit  ⏎ student  Del discard  , settings  Esc back
          """)
      let narrow = await app.resize(columns: 40, rows: 15)
      #expect(!narrow.contains("Username"))
      #expect(await app.resize(columns: 120, rows: 14).contains("Username"))
      _ = await app.hangUp()
      let other = teacher.review("--lang cs", columns: 120, rows: 14)
      #expect(
        await other.picture == """
            XI-ZPT.23 · Kontrola                                                        stav k 13:00 · Zima 2026/27 · 4 koncepty
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
              Student          Uživatel  Položka  Dosud → Nově
          ▌ ≠ Druhý Stanislav  druhyst2  Úloha 1   9,75 →  5    někdo jiný hodnotu změnil na 9
            ● Druhý Stanislav  druhyst2  Úloha 2   8,25 →  1    změna poznámky
            ● Zkušební Adéla   zkusade1  Úloha 1   8,75 →  7
            ! Zkušební Adéla   zkusade1  Úloha 2   6,5  → 99,5  nad maximem 10

           Druhý Stanislav druhyst2 · Úloha 1 · 9,75 → 5 · někdo jiný hodnotu změnil na 9 · 21. 11. 2026 13:00
           upraveno 21. 11. 2026 13:00
           4 změny. 1 varování. 1 konflikt.
           Upozorněni budou 2 studenti.
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ pohyb  p zveřejnit  ? klávesy  Mezerník vynechat, vrátit  e upravit  ⏎ student  Del zahodit  , nastavení  Esc zpět
          """)
      _ = await other.hangUp()
    }
  }
}
