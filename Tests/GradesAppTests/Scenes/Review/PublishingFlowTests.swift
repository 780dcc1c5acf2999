import AppTestSupport
import GradesServer
import Terminal
import Testing

/// From the grid to the service and back again, key by key.
@Suite("From an edit to its undo on a screen")
struct PublishingFlowTests {
  static func grid(_ teacher: Teacher, columns: Int = 80, rows: Int = 14) async -> RunningApp {
    let app = teacher.program.open("--open group XI-ZPT.23", columns: columns, rows: rows)
    await app.screen.rest()
    return app
  }

  @Test("Edited, reviewed, published, looked up and taken back, without leaving the app")
  func wholeWay() async throws {
    try await Teacher.working { teacher in
      let app = await Self.grid(teacher)
      await app.type("5<enter>6<enter>")
      #expect(
        await app.pressing("s") == """
            XI-ZPT.23 · Review                   as of 13:00 · Winter 2026/27 · 2 drafts
          ────────────────────────────────────────────────────────────────────────────────
              Student       Username  Item     Old → New
          ▌ ● Bárta Daniel  bartada1  Task 1  7.75 →   5
            ● Cibulka Jan   cibulja1  Task 1  3.25 →   6



           Bárta Daniel bartada1 · Task 1 · 7.75 → 5 · edited 21 Nov 2026 13:00

           2 changes.
           2 students will be notified.
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  p publish  ? keys  Space leave out, take back  e edit  ⏎ student
          """)
      #expect(
        await app.pressing("p") == """
            XI-ZPT.23 · Review                   as of 13:00 · Winter 2026/27 · 2 drafts
          ────────────────────────────────────────────────────────────────────────────────
              Student       Username  Item     Old → New
          ▌ ● Bárta ┌─ Publish 2 changes? ─────────────────────────────────────┐
            ● Cibulk│ This concerns 2 students.                                │
                    │ Your settings: students are notified.                    │
                    │                                                          │
                    │ y  publish and notify them                               │
           Bárta Dan│ s  publish silently                                      │
                    └──────────────────────────────────────────────────────────┘
           2 changes.
           2 students will be notified.
          ────────────────────────────────────────────────────────────────────────────────
           y publish and notify them  s publish silently  Esc cancel
          """)
      #expect(teacher.saves.isEmpty)
      #expect(
        await app.pressing("y") == """
            XI-ZPT.23 · Review
          ────────────────────────────────────────────────────────────────────────────────

           2 changes were published.
           2 students are notified.







          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ to the drafts  ? keys  h history  , settings  q back
          """)
      #expect(teacher.sent == ["bartada1 du1 5 notify", "cibulja1 du1 6 notify"])
      #expect(
        await app.pressing("<enter>") == """
            XI-ZPT.23 · Review
          ────────────────────────────────────────────────────────────────────────────────
           There are no drafts.









          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  (p publish)  ? keys  (Space leave out, take back)  (e edit)  Esc back
          """)
      // The grid shows what the service has now, and nothing to leave behind.
      #expect(
        await app.pressing("q") == """
            XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
          ────────────────────────────────────────────────────────────────────────────────
           Student           Username  Homework =  Task 1  Task 2  Task 3   Task 4       ›
                                              /40     /10     /10     /10      /10
           Bárta Daniel      bartada1      32        5       8.75    9.25    9
           Cibulka Jan       cibulja1      20.75     6       4.75    3.75    6.25
          ▌Čapek Karel       capekka1      37.75    10      10      10       7.75
           Čapková Jana      capkoja1      28.25     7.75    8       6       6.5
           Druhý Stanislav   druhyst2      36        9.75    8.25    8.25    9.75
           Ďurica Martin     duricma1      23.25     6       5.25    7       5
           Dušková Klára     duskokl1      37.5      9.25    9.75    9.5     9
           Task 1: 10 · bounds 0–10 · ucitezk1 27 Sep 2026 12:15
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ edit  ? keys  (u undo)  (p review)  g group  i items  / filter
          """)
      #expect(await teacher.drafts() == [])
      #expect(
        await app.pressing("H") == """
            grades · History
          ────────────────────────────────────────────────────────────────────────────────
            Published          Course     Changes  Notified  By        Semester
          ▌ 21 Nov 2026 13:00  XI-ZPT.23        2  notified  ucitezk1  Winter 2026/27






           batch 1 · XI-ZPT.23 · Winter 2026/27 · 21 Nov 2026 13:00 · 2 changes
           2 students were notified · by ucitezk1
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ changes  U undo  ? keys  , settings  Esc back
          """)
      #expect(
        await app.pressing("<enter>") == """
            XI-ZPT.23 · batch 1                       Winter 2026/27 · 21 Nov 2026 13:00
          ────────────────────────────────────────────────────────────────────────────────
              Student       Username  Item     Old → New
          ▌   Bárta Daniel  bartada1  Task 1  7.75 →   5
              Cibulka Jan   cibulja1  Task 1  3.25 →   6



           Bárta Daniel bartada1 · Task 1 · 7.75 → 5

           batch 1 · XI-ZPT.23 · Winter 2026/27 · 21 Nov 2026 13:00 · 2 changes
           2 students were notified · by ucitezk1
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  U undo  Esc back  ? keys  , settings
          """)
      #expect(
        await app.pressing("U") == """
            XI-ZPT.23 · Undo of batch 1               Winter 2026/27 · 21 Nov 2026 13:00
          ────────────────────────────────────────────────────────────────────────────────
              Student       Username  Item    Old →  New
          ▌ ● Bárta Daniel  bartada1  Task 1    5 → 7.75
            ● Cibulka Jan   cibulja1  Task 1    6 → 3.25



           Bárta Daniel bartada1 · Task 1 · 5 → 7.75

           2 values will be restored.
           Nothing is sent yet: the drafts go through the review.
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ make drafts  Esc back  ? keys  , settings
          """)
      #expect(
        await app.pressing("<enter>") == """
            grades · Review                      as of 13:00 · Winter 2026/27 · 2 drafts
          ────────────────────────────────────────────────────────────────────────────────
              Student       Username  Item    Old →  New
          ▌ ● Bárta Daniel  bartada1  Task 1    5 → 7.75
            ● Cibulka Jan   cibulja1  Task 1    6 → 3.25



           Bárta Daniel bartada1 · Task 1 · 5 → 7.75 · edited 21 Nov 2026 13:00

           2 changes.
           2 students will be notified.
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  p publish  ? keys  Space leave out, take back  e edit  ⏎ student
          """)
      #expect(teacher.saves.count == 1)
      #expect(await app.pressing("p").contains("Publish 2 changes?"))
      #expect(await app.pressing("s").contains("2 changes were published."))
      #expect(teacher.saves.count == 2)
      #expect(await teacher.stored("bartada1", "du1") == .number(7.75))
      #expect(await teacher.stored("cibulja1", "du1") == .number(3.25))
      #expect(
        await teacher.history() == [
          "2 bartada1 du1 5 -> 7.75", "2 cibulja1 du1 6 -> 3.25",
          "1 bartada1 du1 7.75 -> 5 notified", "1 cibulja1 du1 3.25 -> 6 notified",
        ])
      _ = await app.hangUp()
    }
  }

  @Test("Ctrl-C in the review and in the grid loses no draft")
  func interrupted() async throws {
    try await Teacher.working { teacher in
      var app = await Self.grid(teacher)
      await app.type("5<enter>")
      app.press("<c-c>")
      _ = await app.end()
      #expect(await teacher.drafts() == ["bartada1 du1 7.75 5 draft"])
      app = teacher.review()
      _ = await app.pressing("p<c-c>")
      _ = await app.end()
      #expect(await teacher.drafts() == ["bartada1 du1 7.75 5 draft"])
      #expect(teacher.saves.isEmpty)
    }
  }

  @Test("Two apps edit the same course: each sees the other's drafts, and one publishing is enough")
  func twoApps() async throws {
    try await Teacher.working { teacher in
      let (one, other) = (await Self.grid(teacher), await Self.grid(teacher))
      await one.type("5<enter>")
      await other.type("<down>6<enter>")
      #expect(
        await teacher.drafts() == ["bartada1 du1 7.75 5 draft", "cibulja1 du1 3.25 6 draft"])
      // Both review all there is, and both answer at the same time.
      #expect(await one.pressing("sp").contains("Publish 2 changes?"))
      #expect(await other.pressing("sp").contains("Publish 2 changes?"))
      one.press("y")
      other.press("y")
      let seen = await [one.picture, other.picture]
      // Whoever comes second finds it done, and says so.
      #expect(seen.count { $0.contains("2 changes were published.") } == 1, "\(seen)")
      #expect(seen.count { $0.contains("2 values were there already.") } == 1, "\(seen)")
      #expect(
        teacher.sent == ["bartada1 du1 5 notify", "cibulja1 du1 6 notify"], "\(teacher.sent)")
      #expect(await teacher.drafts() == [])
      #expect(await teacher.history().count == 2)
      for app in [one, other] {
        #expect(await app.pressing("<enter>").contains("There are no drafts."))
        _ = await app.hangUp()
      }
    }
  }

  @Test("Two apps write into the same cell: the later value is kept, nothing is doubled")
  func sameCell() async throws {
    try await Teacher.working { teacher in
      let (one, other) = (await Self.grid(teacher), await Self.grid(teacher))
      await one.type("5<enter>")
      await other.type("6<enter>")
      #expect(await teacher.drafts() == ["bartada1 du1 7.75 6 draft"])
      // The first one looks again before it publishes.
      #expect(await one.pressing("s").contains("7.75 →   6"))
      #expect(await one.pressing("ps").contains("1 change was published."))
      #expect(teacher.sent == ["bartada1 du1 6"])
      // The other one still shows its draft; it is gone when it looks.
      #expect(await other.pressing("s").contains("There are no drafts."))
      #expect(await !other.pressing("q").contains("change"))
      for app in [one, other] { _ = await app.hangUp() }
    }
  }
}
