import AppTestSupport
import GradesTesting
import Terminal
import Testing

/// What comes between a review and its publishing, key by key.
@Suite("What comes between on a screen")
struct PublishingObstacleTests {
  @Test("What is edited elsewhere between the review and the answer is not sent unseen")
  func editedMeanwhile() async throws {
    try await Teacher.working { teacher in
      let app = await PublishingFlowTests.grid(teacher, columns: 120)
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
      let app = await PublishingFlowTests.grid(teacher, columns: 120)
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
      let app = await PublishingFlowTests.grid(teacher, columns: 120)
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
      let app = await PublishingFlowTests.grid(teacher, columns: 120)
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
           Your login has ended. Press L to log in again.
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
}
