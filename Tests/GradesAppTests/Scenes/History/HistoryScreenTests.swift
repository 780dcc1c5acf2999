import GradesServer
import TestSupport
import Testing

/// The History scene in a window, and undo.
@Suite("History on a screen")
struct HistoryScreenTests {
  /// A teacher who has published twice; a colleague has changed one of the cells since.
  private func published(_ test: (Teacher) async throws -> Void) async throws {
    try await Teacher.working { teacher in
      #expect(
        await teacher("set XI-ZPT.23 zkusade1:du1=7 zkusade1:du2=5 druhyst2:du1=5 --yes").status
          == 0)
      #expect(
        await teacher("set XI-ZPT.23 zkusade1:du3=4 --note late --yes --no-notify").status == 0)
      try await teacher.colleague("zkusade1", "du2", .number(9))
      teacher.control.resetRequestLog()
      try await test(teacher)
    }
  }

  private func open(
    _ teacher: Teacher, _ arguments: String = "", columns: Int = 80, rows: Int = 14
  ) -> RunningApp {
    teacher.program.open("--open history \(arguments)", columns: columns, rows: rows)
  }

  @Test("The batches, the newest first; the changes of one; what an undo would do")
  func english() async throws {
    try await published { teacher in
      let app = open(teacher)
      do { let frame = await app.seen; print("@@list80\n\(frame)\n@@end") }
      do { let frame = await app.seen(after: "<down><enter>"); print("@@batch80\n\(frame)\n@@end") }
      do { let frame = await app.seen(after: "U"); print("@@undo80\n\(frame)\n@@end") }
      // The key that asked does not answer.
      #expect(await app.seen(after: "U").contains("Undo of batch 1"))
      #expect(await app.seen(after: "<esc>").contains("XI-ZPT.23 · batch 1"))
      #expect(await app.seen(after: "<esc>").contains("grades · History"))
      #expect(await teacher.drafts() == [])
      _ = await app.hangUp()
    }
  }

  @Test("In Czech, narrow and wide")
  func czech() async throws {
    try await published { teacher in
      var app = open(teacher, "--lang cs", columns: 40)
      do { let frame = await app.seen; print("@@list40\n\(frame)\n@@end") }
      do { let frame = await app.seen(after: "<end>U<end>"); print("@@undo40\n\(frame)\n@@end") }
      _ = await app.hangUp()
      app = open(teacher, "--lang cs", columns: 120)
      do { let frame = await app.seen; print("@@list120\n\(frame)\n@@end") }
      do { let frame = await app.seen(after: "U"); print("@@undo120\n\(frame)\n@@end") }
      _ = await app.hangUp()
    }
  }

  @Test("Undo makes drafts and reviews them; published, they are a batch of their own")
  func undo() async throws {
    try await published { teacher in
      let app = open(teacher, rows: 16)
      #expect(await app.seen(after: "<down>U<enter>").contains("2 changes."))
      #expect(
        await teacher.drafts() == [
          "druhyst2 du1 5 9.75 draft", "zkusade1 du1 7 8.75 draft",
        ])
      #expect(teacher.saves.isEmpty)
      #expect(await app.seen(after: "ps").contains("2 changes were published."))
      #expect(teacher.sent == ["druhyst2 du1 9.75", "zkusade1 du1 8.75"])
      #expect(await teacher.stored("zkusade1", "du2") == .number(9))
      // Back to what was published, which has one batch more.
      #expect(await app.seen(after: "hh").contains("▌ 21 Nov 2026 13:00  XI-ZPT.23        2"))
      _ = await app.hangUp()
    }
  }

  @Test("Nothing left to restore; drafts that would be replaced; a service that does not answer")
  func obstacles() async throws {
    try await published { teacher in
      let app = open(teacher, rows: 16)
      teacher.control.add(Fault("GET", "/courses/", times: nil, .answer(status: 503)))
      #expect(await app.seen(after: "U").contains("grades · History"))
      #expect(await !app.seen.contains("Undo of batch"))
      teacher.control.removeFaults()
      #expect(await teacher("set XI-ZPT.23 zkusade1:du3=1 --draft").status == 0)
      #expect(await app.seen(after: "U").contains("1 draft of these cells will be replaced."))
      await app.type("<esc>")
      try await teacher.colleague("zkusade1", "du3", .number(2))
      #expect(await app.seen(after: "U").contains("1 was changed since and is kept."))
      #expect(
        await app.seen(after: "<enter>").contains("Nothing of this batch can be taken back."))
      #expect(await teacher.drafts() == ["zkusade1 du3 4 1 late draft"])
      _ = await app.hangUp()
    }
  }

  @Test("Nothing was published yet")
  func empty() async throws {
    try await Teacher.working { teacher in
      let app = open(teacher, rows: 8)
      #expect(await app.seen.contains(" Nothing has been published yet."))
      #expect(await app.seen(after: "U").contains(" No batch is selected."))
      #expect(await app.seen(after: "<enter>").contains(" No batch is selected."))
      _ = await app.hangUp()
    }
  }

  @Test("Without drawing")
  func plain() async throws {
    try await published { teacher in
      let run = await teacher(
        "--plain --open history", width: 80, input: ["2", "1", "1", "q", "q", "q"])
      do {
        let frame = run.out.replacing("\u{A0}", with: " "); print("@@plainhistory\n\(frame)\n@@end")
      }
    }
  }
}
