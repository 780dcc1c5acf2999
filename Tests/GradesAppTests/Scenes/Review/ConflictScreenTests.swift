import AppTestSupport
import GradesServer
import TestSupport
import Testing

/// Conflicts side by side, and what the teacher decides.
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

  @Test("All three values, one conflict after the other, in three widths")
  func pictures() async throws {
    let teacher = try await contested()
    var app = teacher.review(rows: 16)
    await expectFrame("ConflictScreen/pictures", app.pressing("py"))
    await expectFrame("ConflictScreen/pictures-2", app.pressing("m"))
    _ = await app.hangUp()
    app = teacher.review("--lang cs", columns: 40, rows: 14)
    await expectFrame("ConflictScreen/pictures-3", app.pressing("pam"))
    // However low the window is, all three values are seen.
    await expectFrame(
      "ConflictScreen/pictures-4",
      app.resize(columns: 40, rows: 10).replacing("\u{A0}", with: " "))
    _ = await app.hangUp()
    app = teacher.review("--lang cs", columns: 120, rows: 15)
    await expectFrame("ConflictScreen/pictures-5", app.pressing("pate5,5<enter>"))
    _ = await app.hangUp()
    #expect(teacher.saves.isEmpty)
  }

  @Test("Mine overwrites, theirs stays; all is sent together, once")
  func decided() async throws {
    let teacher = try await contested()
    let app = teacher.review(rows: 16)
    let seen = await app.pressing("pymt<enter>")
    #expect(seen.contains("Published 2 changes."))
    #expect(seen.contains("Dropped 1 draft in favour of the value in Grades."))
    #expect(teacher.sent == ["druhyst2 du1 3 notify", "zkusade1 du1 1 notify"])
    #expect(teacher.saves.count == 1)
    #expect(await teacher.stored("zkusade1", "du2") == .number(8))
    #expect(await teacher.drafts() == [])
  }

  @Test("A third value is sent over theirs; later leaves the draft for another time")
  func otherValue() async throws {
    let teacher = try await contested()
    let app = teacher.review(rows: 16)
    #expect(await app.pressing("pwex<enter>").contains("“x” is not a number"))
    #expect(await app.pressing("<c-u>5,5<enter>").contains("another value: 5.5"))
    let seen = await app.pressing("l<enter>")
    #expect(seen.contains("Published 2 changes."))
    #expect(seen.contains("1 value was changed by someone else:"))
    #expect(seen.contains("Unpublished changes remain as drafts."))
    #expect(teacher.sent == ["druhyst2 du1 3", "zkusade1 du1 5.5"])
    #expect(await teacher.drafts() == ["zkusade1 du2 6.5 2 conflict conflict"])
  }

  @Test(
    "A third value replaces mine with its first key; beyond the bounds it is sent only once it is confirmed"
  )
  func otherValueBeyondBounds() async throws {
    let teacher = try await contested()
    let app = teacher.review(rows: 16)
    _ = await app.pressing("pwe11,5<enter>")
    await expectFrame("ConflictScreen/beyond", app.pressing("<enter>"))
    // Back to the value as it was typed.
    #expect(await app.pressing("<esc>").contains("11,5"))
    _ = await app.pressing("9<enter>")
    _ = await app.pressing("<up>e12<enter>bl")
    _ = await app.pressing("<end>l<enter>")
    #expect(teacher.sent == ["druhyst2 du1 3", "zkusade1 du1 12"])
  }

  @Test("A decision can be changed until all are sent; nobody goes on with one that is open")
  func reconsidered() async throws {
    let teacher = try await contested()
    let app = teacher.review(rows: 16)
    _ = await app.pressing("pwm")
    #expect(await app.pressing("<up>t").contains("✓ Zkušební Adéla · Task 1 · theirs: 9.5"))
    // Enter is only a step while something is open.
    #expect(await app.pressing("<enter><enter>").contains("undecided"))
    #expect(teacher.saves.isEmpty)
    _ = await app.pressing("<end>t<enter>")
    #expect(teacher.sent == ["druhyst2 du1 3"])
  }

  @Test("Mine is not sent over a value that changed while the teacher thought")
  func changedAgain() async throws {
    let teacher = try await contested()
    let app = teacher.review(rows: 16)
    _ = await app.pressing("pwmm")
    try await teacher.colleague("zkusade1", "du1", .number(10))
    let seen = await app.pressing("<enter>")
    #expect(seen.contains("1 value was changed by someone else:"))
    #expect(seen.contains("in Grades now     10"))
    _ = await app.pressing("t<enter>")
    #expect(teacher.sent == ["druhyst2 du1 3", "zkusade1 du2 2"])
    #expect(await teacher.stored("zkusade1", "du1") == .number(10))
  }

  @Test("Stopping instead of deciding sends nothing, also when the window is closed")
  func stopped() async throws {
    let teacher = try await contested()
    var app = teacher.review(rows: 16)
    _ = await app.pressing("pym")
    #expect(await app.pressing("<esc><esc>").contains("2 values were changed"))
    #expect(await app.pressing("<esc>y").contains("3 changes were not sent and remain drafts."))
    _ = await app.hangUp()
    app = teacher.review(rows: 16)
    _ = await app.pressing("pymm")
    _ = await app.hangUp()
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.drafts().count == 3)
  }
}
