import GradesServer
import Terminal
import TestSupport
import Testing

/// The Review scene in a window: what it shows, and what is done before anything is published.
@Suite("Review on a screen")
struct ReviewScreenTests {
  /// A teacher with three drafts: an ordinary one, one over the maximum, and one whose note changes; and
  /// a colleague who has changed a fourth one's cell.
  static func reviewing(_ test: (Teacher) async throws -> Void) async throws {
    try await Teacher.working { teacher in
      #expect(
        await teacher("set XI-ZPT.23 zkusade1:du1=7 zkusade1:du2=99,5 druhyst2:du1=5 --draft")
          .status == 0)
      #expect(await teacher("set XI-ZPT.23 druhyst2:du2=1 --note late --draft").status == 0)
      try await teacher.colleague("druhyst2", "du1", .number(9))
      try await test(teacher)
    }
  }

  // MARK: Pictures

  @Test("80 columns: old and new, remarks, the focused draft in full, the sums")
  func english() async throws {
    try await Self.reviewing { teacher in
      let app = teacher.review(rows: 16)
      do { let frame = await app.seen; print("@@en80\n\(frame)\n@@end") }
      do {
        let frame = await app.seen(after: "<down><down><space>");
        print("@@en80out\n\(frame)\n@@end")
      }
      #expect(await app.cursor == Position(column: 0, row: 6))
      do { let frame = await app.seen(after: "p"); print("@@en80ask\n\(frame)\n@@end") }
      _ = await app.hangUp()
    }
  }

  @Test("80 columns in Czech")
  func czech() async throws {
    try await Self.reviewing { teacher in
      let app = teacher.review("--lang cs", rows: 16)
      do { let frame = await app.seen; print("@@cs80\n\(frame)\n@@end") }
      do { let frame = await app.seen(after: "p"); print("@@cs80ask\n\(frame)\n@@end") }
      _ = await app.hangUp()
    }
  }

  @Test("40 columns: names shrink, remarks stand below")
  func narrow() async throws {
    try await Self.reviewing { teacher in
      let app = teacher.review(columns: 40, rows: 15)
      do { let frame = await app.seen; print("@@en40\n\(frame)\n@@end") }
      _ = await app.hangUp()
      let other = teacher.review("--lang cs", columns: 40, rows: 15)
      do { let frame = await other.seen(after: "<end>"); print("@@cs40\n\(frame)\n@@end") }
      _ = await other.hangUp()
    }
  }

  @Test("120 columns: remarks are whole; resizing measures the columns anew")
  func wide() async throws {
    try await Self.reviewing { teacher in
      let app = teacher.review(columns: 120, rows: 14)
      do { let frame = await app.seen; print("@@en120\n\(frame)\n@@end") }
      let narrow = await app.resize(columns: 40, rows: 15)
      #expect(!narrow.contains("Username"))
      #expect(await app.resize(columns: 120, rows: 14).contains("Username"))
      _ = await app.hangUp()
      let other = teacher.review("--lang cs", columns: 120, rows: 14)
      do { let frame = await other.seen; print("@@cs120\n\(frame)\n@@end") }
      _ = await other.hangUp()
    }
  }

  @Test(
    "Drafts of all courses, each under its title; one course that fails does not hide the other")
  func allCourses() async throws {
    try await Teacher.working { teacher in
      #expect(await teacher("set XI-ZPT.23 zkusade1:du1=7 --draft").status == 0)
      #expect(await teacher("set XI-DAT.23 zkusade1:projekt=7 --draft").status == 0)
      var app = teacher.program.open("--open drafts", columns: 80, rows: 16)
      do { let frame = await app.seen; print("@@all\n\(frame)\n@@end") }
      _ = await app.hangUp()
      teacher.control.add(
        Fault("GET", "/XI-DAT.23/", times: nil, .answer(status: 404)))
      app = teacher.program.open("--open drafts", columns: 80, rows: 16)
      let seen = await app.seen
      #expect(seen.contains("XI-DAT.23 is not among your courses in winter 2026/27."))
      #expect(seen.contains("1 change, 1 not compared with the service yet."))
      // What was compared can be published.
      #expect(await app.seen(after: "ps").contains("1 change was published."))
      #expect(teacher.sent == ["zkusade1 du1 7"])
      _ = await app.hangUp()
    }
  }

  @Test("Nothing to review")
  func empty() async throws {
    try await Teacher.working { teacher in
      let app = teacher.review(rows: 8)
      do { let frame = await app.seen; print("@@empty\n\(frame)\n@@end") }
      #expect(await app.seen(after: "p").contains(" There are no drafts."))
      #expect(await app.seen(after: "<delete>").contains(" There are no drafts."))
      _ = await app.hangUp()
    }
  }

  // MARK: Before publishing

  @Test("A draft is edited, typed mistakes are said, and the old value takes it away")
  func editing() async throws {
    try await Self.reviewing { teacher in
      let app = teacher.review(rows: 16)
      #expect(await app.seen(after: "<end>e<c-u>x<enter>").contains("“x” is not a number"))
      #expect(await app.seen(after: "<c-u>8,5<enter>").contains("Task 2  6.5  → 8.5\n"))
      #expect(await teacher.drafts().contains("zkusade1 du2 6.5 8.5 draft"))
      #expect(await app.seen(after: "e<c-u>6.5<enter>").contains("1 draft was discarded."))
      #expect(await teacher.drafts().count == 3)
      #expect(teacher.saves.isEmpty)
      _ = await app.hangUp()
    }
  }

  @Test("Discarding asks, one draft or all; the key that asks does not answer")
  func discarding() async throws {
    try await Self.reviewing { teacher in
      let app = teacher.review(rows: 16)
      #expect(await app.seen(after: "<delete><delete>").contains("Discard this draft?"))
      #expect(await app.seen(after: "<esc>").contains("4 changes."))
      #expect(await app.seen(after: "<delete>y").contains("1 draft was discarded."))
      #expect(await teacher.drafts().count == 3)
      #expect(await app.seen(after: "DD").contains("Discard all 3 drafts?"))
      #expect(await app.seen(after: "y").contains("There are no drafts."))
      #expect(await teacher.drafts() == [])
      #expect(await teacher.stored("zkusade1", "du1") == .number(8.75))
      _ = await app.hangUp()
    }
  }

  @Test("A draft that cannot be sent says why, stays, and does not keep the others back")
  func refused() async throws {
    try await Teacher.working { teacher in
      #expect(await teacher("set XI-ZPT.23 zkusade1:du1=7 druhyst2:du1=5 --draft").status == 0)
      // The student leaves the course.
      teacher.control.add(
        Fault(
          "GET", "/student-classifications/druhyst2", times: nil, .answer(status: 404)))
      let app = teacher.review(rows: 16)
      do { let frame = await app.seen; print("@@refused\n\(frame)\n@@end") }
      #expect(await app.seen(after: "<home><space>").contains("This draft cannot be published"))
      #expect(await app.seen(after: "p").contains("1 draft stays as it is."))
      #expect(await app.seen(after: "s").contains("1 change was published."))
      #expect(teacher.sent == ["zkusade1 du1 7"])
      #expect(await teacher.drafts().count == 1)
      _ = await app.hangUp()
    }
  }

  @Test("Without the service the drafts are there, and nothing can be published")
  func offline() async throws {
    try await Self.reviewing { teacher in
      teacher.control.add(Fault("GET", "/courses/", times: nil, .answer(status: 503)))
      let app = teacher.review(rows: 16)
      let seen = await app.seen
      #expect(seen.contains("Zkušební Adéla") || seen.contains("zkusade1"))
      #expect(seen.contains("4 not compared with the service yet."))
      #expect(await app.seen(after: "p").contains("have not been compared with the service yet"))
      teacher.control.removeFaults()
      #expect(await app.seen(after: "r").contains("4 changes. 1 warning. 1 conflict."))
      _ = await app.hangUp()
    }
  }

  @Test("Without drawing: the same by numbers")
  func plain() async throws {
    try await Self.reviewing { teacher in
      let run = await teacher(
        "--plain --open drafts XI-ZPT.23", width: 80, input: ["3", "1", "5", "2", "q", "q"])
      do { let frame = run.out.replacing("\u{A0}", with: " "); print("@@plain\n\(frame)\n@@end") }
    }
  }
}

extension Teacher {
  /// Opens the review of the course in a window.
  func review(_ arguments: String = "", columns: Int = 80, rows: Int = 16) -> RunningApp {
    program.open(
      "--open drafts \(Self.course) \(arguments)", columns: columns, rows: rows)
  }
}

extension RunningApp {
  /// What is seen, with ordinary blanks where lines must not be broken.
  var seen: String { get async { await text.replacing("\u{A0}", with: " ") } }

  /// What is seen after some keys.
  func seen(after keys: String) async -> String {
    await type(keys).replacing("\u{A0}", with: " ")
  }
}
