import GradesServer
import Terminal
import TestSupport
import Testing

/// Pasting from a spreadsheet into a group's table.
@Suite("Pasting into a group")
struct GroupPasteTests {
  private func editing(
    columns: Int = 80, rows: Int = 16, _ test: (RunningApp, Teacher) async throws -> Void
  ) async throws {
    try await Teacher.working { teacher in
      let app = teacher.program.open("--open group XI-ZPT.23", columns: columns, rows: rows)
      _ = await app.text
      try await test(app, teacher)
      _ = await app.hangUp()
    }
  }

  @Test("A block is shown before it is taken, and is one step")
  func block() async throws {
    try await editing { app, teacher in
      #expect(await plain(app.paste("1\t2\n3,5\tx\n\t9.75\n12\t\n")) == Shot("r1"))
      #expect(await app.type("<enter>").contains("5 changes"))
      #expect(
        await teacher.drafts() == Shot("r2"))
      #expect(await !app.type("u").contains("change"))
      #expect(await teacher.drafts().isEmpty)
    }
  }

  @Test("Escape takes nothing")
  func cancelled() async throws {
    try await editing { app, teacher in
      await app.paste("1\n2\n")
      #expect(await !app.type("<esc>").contains("change"))
      #expect(await teacher.drafts().isEmpty)
    }
  }

  @Test("Rows with usernames find their students, columns with titles their items")
  func usernames() async throws {
    try await editing { app, teacher in
      #expect(
        await plain(
          app.paste(
            "login\ttest_a\tAktivita\tbody\ncapekka1\t2\t1\t5\nnikdo\t1\t1\t1\nbartada1\t1,5\t\t\n")
        )
          == Shot("s1"))
      await app.type("<enter>")
      #expect(
        await teacher.drafts() == Shot("s2"))
    }
  }

  @Test("40 columns: the preview stays readable", arguments: ["en", "cs"])
  func narrow(language: String) async throws {
    try await Teacher.working { teacher in
      let app = teacher.program.open(
        "--open group XI-ZPT.23 --lang \(language)", columns: 40, rows: 14)
      _ = await app.text
      let text = await plain(app.paste("1\nx\n99\n"))
      let expected = ["en": Shot("t1"), "cs": Shot("t2")]
      #expect(text == expected[language]!)
      _ = await app.hangUp()
    }
  }

  @Test("One value goes into the cell's field; a computed item takes none")
  func single() async throws {
    try await editing { app, teacher in
      await app.paste("7,25\n")
      await app.type("<enter>")
      #expect(await teacher.drafts() == Shot("u1"))
      await app.type("<left>")
      #expect(await app.paste("5").contains("The service computes this item"))
    }
  }

  @Test("What changes nothing says so; what goes beyond the table is counted")
  func outside() async throws {
    try await editing { app, teacher in
      #expect(
        await app.paste("7.75\n3.25\n").contains("Nothing in the pasted text changes anything."))
      #expect(await app.type("<end>").contains("Task 1"))
      #expect(await app.paste("1\n2\n3\n").contains("1 change, 2 outside the table"))
      await app.type("<enter>")
      #expect(await teacher.drafts().count == 1)
    }
  }

  @Test("A megabyte is taken apart without a fault")
  func large() async throws {
    try await editing { app, _ in
      let text = String(repeating: "5\t6\t7\n", count: 170_000)
      #expect(await app.paste(text).contains("outside the table"))
      await app.type("<esc>")
    }
  }

  private func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }
}
