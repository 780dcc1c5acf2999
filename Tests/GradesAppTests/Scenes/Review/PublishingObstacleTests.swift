import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// What comes between a review and its publishing, key by key.
@Suite("What comes between on a screen", .inTurn)
struct PublishingObstacleTests {
  @Test("What is edited elsewhere between the review and the answer is not sent unseen")
  func editedMeanwhile() async throws {
    let teacher = try await Teacher.working()
    let app = await PublishingFlowTests.grid(teacher, columns: 120)
    await app.type("5<enter>6<enter><c-s>p")
    #expect(await teacher("set XI-ZPT.23 bartada1:du1=9 --draft").status == 0)
    await expectFrame("PublishingObstacle/editedMeanwhile", app.pressing("y"))
    #expect(teacher.sent == ["cibulja1 du1 6 notify"])
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 9 draft"])
    // Now it was seen.
    #expect(await app.pressing("<enter>").contains("7.75  →    9"))
    #expect(await app.pressing("py").contains("Published 1 change."))
    #expect(teacher.sent.last == "bartada1 du1 9 notify")
  }

  @Test("The service does not let the teacher go on: what was sent is settled, the rest waits")
  func turnedAway() async throws {
    let teacher = try await Teacher.working()
    try await teacher.manyDrafts()
    let count = await teacher.drafts().count
    let app = teacher.review(columns: 120, rows: 20)
    _ = await app.frame
    teacher.control.add(
      Fault("PUT", "/student-classifications", skipping: 1, times: nil, .answer(status: 401)))
    let seen = await app.pressing("pw")
    #expect(seen.contains("Published 100 changes."))
    #expect(seen.contains("\(count - 100) changes were not published and remain drafts:"))
    #expect(seen.contains("Task 1  you do not have permission to change it"))
    // The end of a long list can be reached.
    #expect(await app.pressing("<end>").contains("Unpublished changes remain as drafts."))
    #expect(await teacher.history().count == 100)
    #expect(await teacher.drafts().count == count - 100)
    teacher.control.removeFaults()
    #expect(await app.pressing("<enter>pw").contains("Published \(count - 100) changes."))
    #expect(await teacher.drafts() == [])
  }

  @Test("The login ends while drafts are sent: it is said what is not known, and found out later")
  func loginEnds() async throws {
    let teacher = try await Teacher.working()
    let app = await PublishingFlowTests.grid(teacher, columns: 120)
    await app.type("5<enter>6<enter><c-s>")
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
    await expectFrame("PublishingObstacle/loginEnds", app.pressing("py"))
    await expectFrame("PublishingObstacle/loginEnds-2", app.pressing("<enter>"))
    control.removeFaults()
    // Logged in again, in another terminal.
    try await teacher.program.signIn(to: teacher.service, as: "ucitezk1")
    await expectFrame("PublishingObstacle/loginEnds-3", app.pressing("r"))
    #expect(teacher.saves.count == 1)
  }
}
