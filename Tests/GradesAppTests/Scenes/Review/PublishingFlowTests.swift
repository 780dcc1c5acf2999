import GradesServer
import Terminal
import TestSupport
import Testing

/// From the grid to the service and back again, key by key.
@Suite("From an edit to its undo on a screen")
struct PublishingFlowTests {
  private func grid(_ teacher: Teacher, columns: Int = 80, rows: Int = 14) async -> RunningApp {
    let app = teacher.program.open("--open group XI-ZPT.23", columns: columns, rows: rows)
    await app.screen.rest()
    return app
  }

  @Test("Edited, reviewed, published, looked up and taken back, without leaving the app")
  func wholeWay() async throws {
    try await Teacher.working { teacher in
      let app = await grid(teacher)
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
           ↑↓ move  ⏎ edit  ? keys  (u undo)  (s review)  g group  i items  / filter
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

  @Test("What is edited elsewhere between the review and the answer is not sent unseen")
  func editedMeanwhile() async throws {
    try await Teacher.working { teacher in
      let app = await grid(teacher, columns: 120)
      await app.type("5<enter>6<enter>sp")
      #expect(await teacher("set XI-ZPT.23 bartada1:du1=9 --draft").status == 0)
      #expect(
        await app.pressing("y") == """
            XI-ZPT.23 · Review                                                            as of 13:00 · Winter 2026/27 · 1 draft
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

           1 change was published.
           1 student is notified.

           1 change was not published:
             Bárta Daniel  bartada1  Task 1  edited again or discarded meanwhile, by another command or program




          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ to the drafts  ? keys  h history  , settings  q back
          """)
      #expect(teacher.sent == ["cibulja1 du1 6 notify"])
      #expect(await teacher.drafts() == ["bartada1 du1 7.75 9 draft"])
      // Now it was seen.
      #expect(await app.pressing("<enter>").contains("7.75 →   9"))
      #expect(await app.pressing("py").contains("1 change was published."))
      #expect(teacher.sent.last == "bartada1 du1 9 notify")
      _ = await app.hangUp()
    }
  }

  @Test("What is discarded elsewhere between the review and the answer is not sent")
  func discardedMeanwhile() async throws {
    try await Teacher.working { teacher in
      let app = await grid(teacher, columns: 120)
      await app.type("5<enter>6<enter>sp")
      #expect(await teacher("discard XI-ZPT.23 --yes").status == 0)
      #expect(
        await app.pressing("y") == """
            XI-ZPT.23 · Review
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

           2 changes were not published:
             Bárta Daniel  bartada1  Task 1  edited again or discarded meanwhile, by another command or program
             Cibulka Jan   cibulja1  Task 1  edited again or discarded meanwhile, by another command or program






          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ to the drafts  ? keys  h history  , settings  q back
          """)
      #expect(teacher.saves.isEmpty)
      #expect(await app.pressing("<enter>").contains("There are no drafts."))
      _ = await app.hangUp()
    }
  }

  @Test("A value that the service refuses stays with the reason; the other one is there")
  func partlyRefused() async throws {
    try await Teacher.working { teacher in
      let app = await grid(teacher, columns: 120)
      await app.type("5<enter>6<enter>s")
      // The first request has both, then each goes alone.
      for _ in 1...2 {
        teacher.control.add(
          Fault("PUT", "/student-classifications", .answer(status: 400, body: "Not this one")))
      }
      #expect(
        await app.pressing("py") == """
            XI-ZPT.23 · Review                                                            as of 13:00 · Winter 2026/27 · 1 draft
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

           1 change was published.
           1 student is notified.

           1 change was not published and stays a draft:
             Bárta Daniel  bartada1  Task 1  the service refused it: Not this one

           What was not published waits among the drafts.


          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ to the drafts  ? keys  h history  , settings  q back
          """)
      #expect(await teacher.drafts().count == 1)
      #expect(await teacher.history() == ["1 cibulja1 du1 3.25 -> 6 notified"])
      #expect(
        await app.pressing("<enter>") == """
            XI-ZPT.23 · Review                                                            as of 13:00 · Winter 2026/27 · 1 draft
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
              Student       Username  Item     Old → New
          ▌ ● Bárta Daniel  bartada1  Task 1  7.75 →   5  not published: the service refused it: Not this one




           Bárta Daniel bartada1 · Task 1 · 7.75 → 5 · not published: the service refused it: Not this one
           edited 21 Nov 2026 13:00
           1 change.
           1 student will be notified.
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  p publish  ? keys  Space leave out, take back  e edit  ⏎ student  Del discard  , settings  Esc back
          """)
      _ = await app.hangUp()
    }
  }

  @Test("The service does not let the teacher go on: what was sent is settled, the rest waits")
  func turnedAway() async throws {
    try await Teacher.working { teacher in
      try await teacher.manyDrafts()
      let count = await teacher.drafts().count
      let app = teacher.review(columns: 120, rows: 20)
      _ = await app.picture
      teacher.control.add(
        Fault("PUT", "/student-classifications", skipping: 1, times: nil, .answer(status: 401)))
      let seen = await app.pressing("ps")
      #expect(seen.contains("100 changes were published."))
      #expect(seen.contains("\(count - 100) changes were not published and stay drafts:"))
      #expect(seen.contains("Task 1  you are not permitted to change it"))
      // The end of a long list can be reached.
      #expect(
        await app.pressing("<end>").contains("What was not published waits among the drafts."))
      #expect(await teacher.history().count == 100)
      #expect(await teacher.drafts().count == count - 100)
      teacher.control.removeFaults()
      #expect(
        await app.pressing("<enter>ps").contains("\(count - 100) changes were published."))
      #expect(await teacher.drafts() == [])
      _ = await app.hangUp()
    }
  }

  @Test("The login ends while drafts are sent: it is said what is not known, and found out later")
  func loginEnds() async throws {
    try await Teacher.working { teacher in
      let app = await grid(teacher, columns: 120)
      await app.type("5<enter>6<enter>s")
      let control = teacher.control
      control.add(
        Fault(
          "PUT", "/student-classifications",
          .run {
            control.add(Fault(nil, "/api/", skipping: 1, times: nil, .answer(status: 401)))
            control.add(
              Fault(
                "POST", "/oauth/token", times: nil,
                .answer(
                  status: 400, headers: ["Content-Type": "application/json"],
                  body: #"{"error":"invalid_grant"}"#)))
          }))
      #expect(
        await app.pressing("py") == """
            XI-ZPT.23 · Review                                                           as of 13:00 · Winter 2026/27 · 2 drafts
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

           2 changes may have been published; they stay drafts until that is known:
             Bárta Daniel  bartada1  Task 1  it is not known whether the service has it; it will be read again first
             Cibulka Jan   cibulja1  Task 1  it is not known whether the service has it; it will be read again first

           What was not published waits among the drafts.




          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ⏎ to the drafts  ? keys  h history  , settings  q back
          """)
      #expect(
        await app.pressing("<enter>") == """
            XI-ZPT.23 · Review                                                           as of 13:00 · Winter 2026/27 · 2 drafts
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
              Student       Username  Item     Old → New
          ▌ ? Bárta Daniel  bartada1  Task 1  7.75 →   5  may have arrived
            ? Cibulka Jan   cibulja1  Task 1  3.25 →   6  may have arrived



           Bárta Daniel bartada1 · Task 1 · 7.75 → 5 · may have arrived · edited 21 Nov 2026 13:00

           2 unknown.
           You are not logged in. Press L to log in.
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  (p publish)  L log in  ? keys  (Space leave out, take back)  (e edit)  ⏎ student  (Del discard)  , settings
          """)
      control.removeFaults()
      // Logged in again, in another terminal.
      try await teacher.program.signIn(to: teacher.service, as: "ucitezk1")
      #expect(
        await app.pressing("r") == """
            XI-ZPT.23 · Review
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           There are no drafts.








           2 changes of an earlier publishing, which was cut off, had arrived.
          ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  (p publish)  ? keys  (Space leave out, take back)  (e edit)  (⏎ student)  (Del discard)  , settings  Esc back
          """)
      #expect(teacher.saves.count == 1)
      _ = await app.hangUp()
    }
  }

  @Test("Ctrl-C in the review and in the grid loses no draft")
  func interrupted() async throws {
    try await Teacher.working { teacher in
      var app = await grid(teacher)
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
      let (one, other) = (await grid(teacher), await grid(teacher))
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
      let (one, other) = (await grid(teacher), await grid(teacher))
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
