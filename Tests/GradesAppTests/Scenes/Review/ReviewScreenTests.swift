import AppTestSupport
import GradesCore
import GradesTesting
import TestSupport
import Testing

/// The Review scene in a window: what is done before anything is published.
@Suite("Review on a screen", .inTurn)
struct ReviewScreenTests {
  /// A teacher with three drafts: an ordinary one, one over the maximum, and one whose note changes; and
  /// a colleague who has changed a fourth one's cell.
  static func reviewing() async throws -> Teacher {
    let teacher = try await Teacher.working()
    #expect(
      await teacher("set XI-ZPT.23 zkusade1:du1=7 zkusade1:du2=99,5 druhyst2:du1=5 --draft")
        .status == 0)
    #expect(await teacher("set XI-ZPT.23 druhyst2:du2=1 --note late --draft").status == 0)
    try await teacher.colleague("druhyst2", "du1", .number(9))
    return teacher
  }

  @Test(
    "Drafts of all courses, each under its title; one course that fails does not hide the other")
  func allCourses() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=7 --draft").status == 0)
    #expect(await teacher("set XI-DAT.23 zkusade1:kviz1=1 --draft").status == 0)
    var app = teacher.program.open("--open drafts", columns: 80, rows: 16)
    await expectFrame("ReviewScreen/allCourses", app.frame)
    _ = await app.hangUp()
    teacher.control.add(
      Fault("GET", "/XI-DAT.23/", times: nil, .answer(status: 404)))
    app = teacher.program.open("--open drafts", columns: 80, rows: 16)
    let seen = await app.frame
    #expect(seen.contains("No course XI-DAT.23 in B261."))
    #expect(seen.contains("1 change (1 replaces a value), 1 not compared yet."))
    // What was compared can be published.
    #expect(await app.pressing("pw").contains("Published 1 change."))
    #expect(teacher.sent == ["zkusade1 du1 7"])
  }

  @Test("Nothing to review")
  func empty() async throws {
    let teacher = try await Teacher.working()
    let app = teacher.review(rows: 8)
    await expectFrame("ReviewScreen/empty", app.frame)
    #expect(await app.pressing("p").contains(" No drafts."))
    #expect(await app.pressing("<delete>").contains(" No drafts."))
  }

  @Test("A draft is edited, typed mistakes are said, and the old value takes it away")
  func editing() async throws {
    let teacher = try await Self.reviewing()
    let app = teacher.review(rows: 16)
    #expect(await app.pressing("o<end>e<c-u>x<enter>").contains("“x” is not a number"))
    #expect(await app.pressing("<c-u>8,5<enter>").contains("Task 2  6.5   →  8.5\n"))
    #expect(await teacher.drafts().contains("zkusade1 du2 6.5 8.5 draft"))
    #expect(await app.pressing("e<c-u>6.5<enter>").contains("Discarded 1 draft."))
    #expect(await teacher.drafts().count == 3)
    #expect(teacher.saves.isEmpty)
  }

  @Test(
    "Discarding asks, one draft or all; the key that asks does not answer, and what is gone by then is not counted"
  )
  func discarding() async throws {
    let teacher = try await Self.reviewing()
    let app = teacher.review(rows: 16)
    #expect(await app.pressing("<delete><delete>").contains("Discard this draft?"))
    #expect(await app.pressing("<esc>").contains("3 changes (3 replace a value)."))
    #expect(await app.pressing("<delete>y").contains("Discarded 1 draft."))
    #expect(await teacher.drafts().count == 3)
    #expect(await app.pressing("DD").contains("Discard all 3 drafts?"))
    #expect(await teacher("set XI-ZPT.23 zkusade1:du2=6,5 --draft").status == 0)
    let discarded = await app.pressing("y")
    #expect(discarded.contains("Discarded 2 drafts.") && discarded.contains("No drafts."))
    #expect(await teacher.drafts() == [])
    #expect(await teacher.stored("zkusade1", "du1") == .number(8.75))
  }

  @Test("Ctrl-Z takes back what was edited and discarded here, and never suspends the program")
  func undo() async throws {
    let teacher = try await Self.reviewing()
    let drafts = await teacher.drafts()
    let app = teacher.review(rows: 16)
    #expect(
      await app.pressing("<c-z>").contains(
        "Nothing to undo. Published changes are undone in the history."))
    #expect(await app.pressing("<delete>yDy").contains("No drafts."))
    let restored = await app.pressing("<c-z>")
    #expect(restored.contains("Restored 3 drafts.") && restored.contains("Task 2"))
    #expect(await app.pressing("u").contains("Restored 1 draft."))
    #expect(await teacher.drafts() == drafts)
    // Also after the list was loaded without them.
    #expect(await app.pressing("Dy<f5>").contains("No drafts."))
    let again = await app.pressing("<c-z>")
    #expect(again.contains("Restored 4 drafts.") && again.contains("Task 2"))
    await app.type("o<end>e<c-u>8,5<enter>")
    #expect(await teacher.drafts().contains("zkusade1 du2 6.5 8.5 draft"))
    // What something else has changed since stays.
    #expect(await teacher("set XI-ZPT.23 zkusade1:du2=9 --draft").status == 0)
    #expect(await app.pressing("<c-z>").contains("Restored 0 drafts."))
    #expect(await teacher.drafts().contains("zkusade1 du2 6.5 9 draft"))
  }

  @Test("What was left out stays so when it is changed, or discarded and restored")
  func leftOut() async throws {
    let teacher = try await Self.reviewing()
    let app = teacher.review(rows: 16)
    #expect(await app.pressing("o<end><space>").contains("Task 2 · 6.5 → 99.5 · skipped"))
    await app.type("e<c-u>8,5<enter>")
    #expect(await teacher.drafts().contains("zkusade1 du2 6.5 8.5 draft"))
    await app.type("<end><delete>y<c-z>")
    #expect(await app.text.contains("Restored 1 draft."))
    await app.type("pw")
    #expect(!teacher.sent.contains { $0.hasPrefix("zkusade1 du2") })
    #expect(await teacher.drafts().contains("zkusade1 du2 6.5 8.5 draft"))
  }

  @Test("A draft that is made after the skipped one is not skipped")
  func skippedBefore() async throws {
    let teacher = try await Self.reviewing()
    let app = teacher.review(rows: 16)
    #expect(await app.pressing("o<end><space>").contains("· skipped"))
    await app.type("<end><delete>y")
    #expect(await teacher("set XI-ZPT.23 zkusade1:du2=3 --draft").status == 0)
    #expect(await !app.type("<f5>").contains("skipped"))
    #expect(await app.type("<end><space>").contains("· skipped"))
    #expect(await teacher("set XI-ZPT.23 zkusade1:du2=4 --draft").status == 0)
    // Another change of the review shows it, and its own of that draft skips nothing.
    #expect(await !app.type("<home><delete>y").contains("skipped"))
    let changed = await app.type("<end>e<c-u>5<enter>")
    #expect(changed.contains("→ 5") && !changed.contains("skipped"))
    let restored = await app.type("<c-z>")
    #expect(restored.contains("→ 4") && !restored.contains("skipped"))
  }

  @Test("A skipped draft that is changed in a student's values and restored there stays skipped")
  func restoredElsewhere() async throws {
    let teacher = try await Self.reviewing()
    let app = teacher.review(rows: 16)
    #expect(await app.pressing("o<end><space><enter>").contains("Zkušební"))
    #expect(await app.type("5<enter><c-z><esc>").contains("99.5 · skipped"))
    // What the review takes away is skipped no more when it is made again.
    await app.type("<end>e<c-u>6,5<enter>")
    #expect(await teacher("set XI-ZPT.23 zkusade1:du2=99,5 --draft").status == 0)
    let text = await app.type("<f5>")
    #expect(text.contains("99.5") && !text.contains("skipped"))
  }

  @Test("A draft that is shown as included stays so with the value that was skipped before")
  func includedAgain() async throws {
    let teacher = try await Self.reviewing()
    let app = teacher.review(rows: 16)
    #expect(await app.pressing("o<end><space>").contains("99.5 · skipped"))
    #expect(await teacher("set XI-ZPT.23 zkusade1:du2=5 --draft").status == 0)
    let edited = await app.type("<f5>")
    #expect(edited.contains("→ 5") && !edited.contains("skipped"), "\(edited)")
    let again = await app.type("<end>e<c-u>99,5<enter>b<enter>")
    #expect(again.contains("99.5") && !again.contains("skipped"), "\(again)")
  }

  @Test("Another value replaces what another program made of the draft, and undo restores that")
  func replacedElsewhere() async throws {
    let teacher = try await Self.reviewing()
    let app = teacher.review(rows: 16)
    _ = await app.frame
    #expect(await teacher("set XI-ZPT.23 zkusade1:du2=9 --note new --draft").status == 0)
    await app.type("o<end><space>")
    let skipped = await app.type("e<c-u>5<enter>")
    #expect(skipped.contains("→ 5") && skipped.contains("skipped"), "\(skipped)")
    #expect(await teacher("drafts --json").out.contains("\"new\""))
    #expect(await teacher.drafts().contains("zkusade1 du2 6.5 5 draft"))
    #expect(await app.type("<c-z>").contains("Restored 1 draft."))
    #expect(await teacher.drafts().contains("zkusade1 du2 6.5 9 draft"))
    // Where another program has discarded it, it is made again, and undo takes it away.
    await app.type("<end>e")
    #expect(await teacher("discard --yes").status == 0)
    await app.type("<c-u>5<enter>")
    #expect(await teacher.drafts().contains("zkusade1 du2 6.5 5 draft"))
    #expect(await app.type("<c-z>").contains("Discarded 1 draft."))
    #expect(await !teacher.drafts().contains { $0.hasPrefix("zkusade1 du2") })
  }

  @Test("A value beyond the bounds is asked about each time it is typed")
  func bounds() async throws {
    let teacher = try await Self.reviewing()
    let app = teacher.review(rows: 16)
    let warning = "above the maximum of 10."
    #expect(await app.pressing("<home>e<c-u>98<enter>").contains(warning))
    #expect(await !app.type("<esc>").contains(warning))
    #expect(await app.type("<enter>").contains(warning))
    await app.type("<esc><esc>")
    #expect(await !teacher.drafts().contains { $0.contains("98") })
    _ = await app.hangUp()
    // With the comma of Czech it could be a thousand times as much.
    let czech = teacher.review("--lang cs", rows: 16)
    _ = await czech.frame
    let asked = await czech.type("<home>e<c-u>12.345<enter>")
    #expect(asked.contains("nad maximem 10."), "\(asked)")
    #expect(await czech.type("<esc><enter>") == asked)
  }

  @Test("The focus stays on its draft when others come above it")
  func focusOnADraft() async throws {
    let teacher = try await Self.reviewing()
    let app = teacher.review(rows: 16)
    _ = await app.pressing("o<end>")
    #expect(await teacher("set XI-ZPT.23 bartada1:du1=5 --draft").status == 0)
    let lines = await app.pressing("<f5><space>").split(separator: "\n")
    #expect(lines.contains { $0.contains("99.5") && $0.contains("skipped") }, "\(lines)")
    #expect(lines.contains { $0.contains("bartada1") && !$0.contains("skipped") }, "\(lines)")
  }

  @Test("A text of several lines keeps them where Enter is pressed without a change")
  func severalLines() async throws {
    let teacher = try await Teacher.working()
    let set = ["set", "XI-ZPT.23", "zkusade1:slovne=a\t\nb", "--draft"]
    #expect(await teacher.program.run(set).status == 0)
    let before = await teacher("drafts --json").out
    #expect(before.contains("a\\t\\nb"))
    let app = teacher.review(rows: 16)
    _ = await app.pressing("e<enter>")
    #expect(await teacher("drafts --json").out == before)
    await app.type("e<end>x<c-c>")
    #expect(await app.text.contains("Quit without saving the value you are typing?"))
    await app.type("s<enter>")
    #expect(await teacher("drafts --json").out.contains("\\nbx"))
  }

  @Test("A draft that cannot be sent says why, stays, and does not keep the others back")
  func refused() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=7 druhyst2:du1=5 --draft").status == 0)
    // The student leaves the course.
    teacher.control.add(
      Fault(
        "GET", "/student-classifications/druhyst2", times: nil, .answer(status: 404)))
    let app = teacher.review(rows: 16)
    await expectFrame("ReviewScreen/refused", app.frame)
    #expect(await app.pressing("<home><space>").contains("This draft cannot be published"))
    #expect(await app.pressing("p").contains("1 draft is not affected."))
    // The outcome reports it as "grades publish" does, and the reason is stored.
    await expectFrame("ReviewScreen/refused-2", app.pressing("w"))
    #expect(teacher.sent == ["zkusade1 du1 7"])
    #expect(await teacher.drafts() == ["druhyst2 du1 9.75 5 rejected unknownStudent"])
  }

  @Test("Without the service the drafts are there, and nothing can be published")
  func offline() async throws {
    let teacher = try await Self.reviewing()
    teacher.control.add(Fault("GET", "/courses/", times: nil, .answer(status: 503)))
    let app = teacher.review(rows: 16)
    let seen = await app.frame
    #expect(seen.contains("Zkušební Adéla") || seen.contains("zkusade1"))
    #expect(seen.contains("4 not compared yet."))
    #expect(await app.pressing("p").contains("Not compared with Grades yet"))
    teacher.control.removeFaults()
    #expect(
      await app.pressing("r").contains(
        "3 changes (3 replace a value). 1 value out of bounds. 1 conflict."))
  }
}

extension Teacher {
  /// Opens the review of the course in a window.
  func review(_ arguments: String = "", columns: Int = 80, rows: Int = 16) -> RunningApp {
    program.open(
      "--open drafts \(Self.course) \(arguments)", columns: columns, rows: rows)
  }

  /// Drafts that do not fit into one request.
  func manyDrafts() async throws {
    for item in ["du1", "du2", "du3", "du4"] {
      #expect(await self("set \(Self.course) --item \(item) --group ALL 5.5 --draft").status == 0)
    }
  }
}
