import GradesServer
import TestSupport
import Testing

/// Conflicts side by side, and what the teacher decides.
@Suite("Conflicts on a screen")
struct ConflictScreenTests {
  /// A teacher with three drafts, two of whose cells a colleague has changed since.
  private func contested(_ test: (Teacher) async throws -> Void) async throws {
    try await Teacher.working { teacher in
      #expect(
        await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2 druhyst2:du1=3 --draft")
          .status == 0)
      try await teacher.colleague("zkusade1", "du1", .number(9.5))
      try await teacher.colleague("zkusade1", "du2", .number(8))
      try await test(teacher)
    }
  }

  @Test("All three values, one conflict after the other, in both languages and three widths")
  func pictures() async throws {
    try await contested { teacher in
      var app = teacher.review(rows: 16)
      do { let frame = await app.seen(after: "py"); print("@@conflict80\n\(frame)\n@@end") }
      do { let frame = await app.seen(after: "m"); print("@@conflict80mine\n\(frame)\n@@end") }
      _ = await app.hangUp()
      app = teacher.review("--lang cs", columns: 40, rows: 14)
      do { let frame = await app.seen(after: "pam"); print("@@conflict40\n\(frame)\n@@end") }
      // However low the window is, all three values are seen.
      do {
        let frame = await app.resize(columns: 40, rows: 10).replacing("\u{A0}", with: " ");
        print("@@conflict40low\n\(frame)\n@@end")
      }
      _ = await app.hangUp()
      app = teacher.review("--lang cs", columns: 120, rows: 15)
      do {
        let frame = await app.seen(after: "pate<c-u>5,5<enter>");
        print("@@conflict120\n\(frame)\n@@end")
      }
      _ = await app.hangUp()
      #expect(teacher.saves.isEmpty)
    }
  }

  @Test("Mine overwrites, theirs stays; all is sent together, once")
  func decided() async throws {
    try await contested { teacher in
      let app = teacher.review(rows: 16)
      let seen = await app.seen(after: "pymt<enter>")
      #expect(seen.contains("2 changes were published."))
      #expect(seen.contains("1 draft gave way to the other value."))
      #expect(teacher.sent == ["druhyst2 du1 3 notify", "zkusade1 du1 1 notify"])
      #expect(teacher.saves.count == 1)
      #expect(await teacher.stored("zkusade1", "du2") == .number(8))
      #expect(await teacher.drafts() == [])
      _ = await app.hangUp()
    }
  }

  @Test("A third value is sent over theirs; later leaves the draft for another time")
  func otherValue() async throws {
    try await contested { teacher in
      let app = teacher.review(rows: 16)
      #expect(await app.seen(after: "pse<c-u>x<enter>").contains("“x” is not a number"))
      #expect(await app.seen(after: "<c-u>5,5<enter>").contains("another value: 5.5"))
      let seen = await app.seen(after: "l<enter>")
      #expect(seen.contains("2 changes were published."))
      #expect(seen.contains("1 cell was changed by somebody else:"))
      #expect(seen.contains("What was not published waits among the drafts."))
      #expect(teacher.sent == ["druhyst2 du1 3", "zkusade1 du1 5.5"])
      #expect(await teacher.drafts() == ["zkusade1 du2 6.5 2 conflict conflict"])
      _ = await app.hangUp()
    }
  }

  @Test("A decision can be changed until all are sent; nobody goes on with one that is open")
  func reconsidered() async throws {
    try await contested { teacher in
      let app = teacher.review(rows: 16)
      await app.type("psm")
      #expect(await app.seen(after: "<up>t").contains("✓ Zkušební Adéla · Task 1 · theirs: 9.5"))
      // Enter is only a step while something is open.
      #expect(await app.seen(after: "<enter><enter>").contains("not decided"))
      #expect(teacher.saves.isEmpty)
      await app.type("<end>t<enter>")
      #expect(teacher.sent == ["druhyst2 du1 3"])
      _ = await app.hangUp()
    }
  }

  @Test("Mine is not sent over a value that changed while the teacher thought")
  func changedAgain() async throws {
    try await contested { teacher in
      let app = teacher.review(rows: 16)
      await app.type("psmm")
      try await teacher.colleague("zkusade1", "du1", .number(10))
      let seen = await app.seen(after: "<enter>")
      #expect(seen.contains("1 cell was changed by somebody else:"))
      #expect(seen.contains("in the service now  10"))
      await app.type("t<enter>")
      #expect(teacher.sent == ["druhyst2 du1 3", "zkusade1 du2 2"])
      #expect(await teacher.stored("zkusade1", "du1") == .number(10))
      _ = await app.hangUp()
    }
  }

  @Test("Stopping instead of deciding sends nothing, also when the window is closed")
  func stopped() async throws {
    try await contested { teacher in
      var app = teacher.review(rows: 16)
      await app.type("pym")
      #expect(await app.seen(after: "<esc><esc>").contains("2 cells were changed"))
      #expect(
        await app.seen(after: "<esc>y").contains("3 changes were not sent and stay drafts."))
      _ = await app.hangUp()
      app = teacher.review(rows: 16)
      await app.type("pymm")
      _ = await app.hangUp()
      #expect(teacher.saves.isEmpty)
      #expect(await teacher.drafts().count == 3)
    }
  }

  @Test("Without drawing: each conflict is asked about")
  func plain() async throws {
    try await contested { teacher in
      let run = await teacher(
        "--plain --open drafts XI-ZPT.23", width: 80,
        input: ["4", "2", "1", "1", "2", "2", "3", "q", "q"])
      do {
        let frame = run.out.replacing("\u{A0}", with: " ");
        print("@@plainconflict\n\(frame)\n@@end")
      }
      #expect(teacher.sent == ["druhyst2 du1 3", "zkusade1 du1 1"])
    }
  }
}
