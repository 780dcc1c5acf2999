import AppTestSupport
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Conflicts in the review, and what the teacher decides about them.
@Suite("Conflicts on a screen", .inTurn)
struct ConflictScreenTests {
  /// A teacher with three drafts, two of whose cells a colleague has changed since.
  private func contested() async throws -> Teacher {
    let teacher = try await Teacher.working()
    #expect(
      await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2 druhyst2:du1=3 --draft")
        .status == 0)
    try await teacher.colleague("zkusade1", "du1", .number(9.5))
    try await teacher.colleague("zkusade1", "du2", .number(8))
    return teacher
  }

  @Test("All three values of the focused conflict, in three widths; the next one follows")
  func pictures() async throws {
    let teacher = try await contested()
    var app = teacher.review(rows: 18)
    await expectFrame("ConflictScreen/pictures", app.frame)
    await expectFrame("ConflictScreen/pictures-2", app.pressing("m"))
    _ = await app.hangUp()
    #expect(await teacher("discard --yes").status == 0)
    let other = try await contested()
    app = other.review("--lang cs", columns: 40, rows: 14)
    await expectFrame("ConflictScreen/pictures-3", app.frame)
    // However low the window is, all three values are seen.
    await expectFrame(
      "ConflictScreen/pictures-4",
      app.resize(columns: 40, rows: 10).replacing("\u{A0}", with: " "))
    _ = await app.hangUp()
    app = other.review("--lang cs", columns: 120, rows: 17)
    await expectFrame("ConflictScreen/pictures-5", app.pressing("te5,5<enter>"))
    _ = await app.hangUp()
    #expect(teacher.saves.isEmpty && other.saves.isEmpty)
  }

  @Test("Mine overwrites, theirs stays; all is sent together, once")
  func decided() async throws {
    let teacher = try await contested()
    let app = teacher.review(rows: 16)
    _ = await app.text
    _ = await app.pressing("m")
    #expect(await app.pressing("t").contains("Discarded 1 draft and kept the value in Grades."))
    #expect(await app.pressing("py").contains("Published 2 changes."))
    #expect(teacher.sent == ["druhyst2 du1 3 notify", "zkusade1 du1 1 notify"])
    #expect(teacher.saves.count == 1)
    #expect(await teacher.stored("zkusade1", "du2") == .number(8))
    #expect(await teacher.drafts() == [])
  }

  @Test("A third value is sent over theirs; what is not decided waits")
  func otherValue() async throws {
    let teacher = try await contested()
    let app = teacher.review(rows: 16)
    _ = await app.text
    #expect(await app.pressing("ex<enter>").contains("“x” is not a number"))
    #expect(await app.pressing("<c-u>5,5<enter>").contains(#/9\.5 +→ +5\.5/#))
    let question = await app.pressing("lp")
    #expect(question.contains("Publish 2 changes ("))
    #expect(question.contains("1 conflict is not published until you decide."))
    #expect(await app.pressing("w").contains("Published 2 changes."))
    #expect(teacher.sent == ["druhyst2 du1 3", "zkusade1 du1 5.5"])
    #expect(await app.pressing("<enter>").contains("≠ Zkušební Adéla  zkusade1  Task 2"))
    #expect(await app.pressing("p").contains("Nothing can be published now."))
    #expect(await teacher.drafts() == ["zkusade1 du2 6.5 2 draft"])
  }

  @Test(
    "A third value replaces mine with its first key; beyond the bounds it is taken only once it is confirmed"
  )
  func otherValueBeyondBounds() async throws {
    let teacher = try await contested()
    let app = teacher.review(rows: 16)
    _ = await app.text
    _ = await app.pressing("e11,5<enter>")
    await expectFrame("ConflictScreen/beyond", app.frame)
    // Back to the value as it was typed.
    #expect(await app.pressing("<esc>").contains("11,5"))
    _ = await app.pressing("9<enter>")
    #expect(await teacher.drafts().contains("zkusade1 du1 9.5 9 draft"))
    // The next one is focused.
    _ = await app.pressing("e12<enter>b")
    #expect(await teacher.drafts().contains("zkusade1 du2 8 12 draft outOfBounds"))
    #expect(teacher.saves.isEmpty)
  }

  @Test("A decision can be taken back, and decided otherwise")
  func reconsidered() async throws {
    let teacher = try await contested()
    let drafts = await teacher.drafts()
    let app = teacher.review(rows: 16)
    _ = await app.text
    _ = await app.pressing("tm")
    #expect(await teacher.drafts().count == 2)
    _ = await app.pressing("<c-z><c-z>")
    #expect(await teacher.drafts() == drafts)
    #expect(await app.text.contains("2 conflicts."))
    #expect(teacher.saves.isEmpty)
    _ = await app.pressing("<home>t<home>tpw")
    #expect(teacher.sent == ["druhyst2 du1 3"])
  }
}
