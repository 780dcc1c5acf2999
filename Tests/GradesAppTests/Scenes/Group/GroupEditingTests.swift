import AppTestSupport
import GradesServer
import Terminal
import Testing

/// Editing a group's values as in a spreadsheet.
@Suite("Editing a group on a screen")
struct GroupEditingTests {
  /// Opens the scene for a teacher, whose drafts are read when the app has ended.
  private func editing(
    _ address: String = "group XI-ZPT.23", columns: Int = 80, rows: Int = 12,
    _ test: (RunningApp, Teacher) async throws -> Void
  ) async throws {
    try await Teacher.working { teacher in
      let app = teacher.program.open("--open \(address)", columns: columns, rows: rows)
      _ = await app.text
      try await test(app, teacher)
      _ = await app.hangUp()
    }
  }

  @Test("A number with a comma: Enter keeps it and goes down, Tab goes right; both are drafts")
  func typing() async throws {
    try await editing { app, teacher in
      #expect(
        await plain(app.type("7,5")) == """
            XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
          ────────────────────────────────────────────────────────────────────────────────
           Student           Username  Homework =  Task 1  Task 2  Task 3   Task 4       ›
                                              /40     /10     /10     /10      /10
          ▌Bárta Daniel      bartada1      34.75   7,5       8.75    9.25    9
           Cibulka Jan       cibulja1      18        3.25    4.75    3.75    6.25
           Čapek Karel       capekka1      37.75    10      10      10       7.75
           Čapková Jana      capkoja1      28.25     7.75    8       6       6.5
           Druhý Stanislav   druhyst2      36        9.75    8.25    8.25    9.75
           Task 1 (was 7.75) · bounds 0–10
          ────────────────────────────────────────────────────────────────────────────────
           ⏎ down  ⇥ right  Esc cancel
          """)
      #expect(await app.cursor == Position(column: 44, row: 4))
      #expect(
        await plain(app.type("<enter>8<tab>6<enter>")) == """
            XI-ZPT.23 · all students            as of 13:00 · Winter 2026/27 · 3 changes
          ────────────────────────────────────────────────────────────────────────────────
           Student           Username  Homework =  Task 1  Task 2  Task 3   Task 4       ›
                                              /40     /10     /10     /10      /10
           Bárta Daniel      bartada1      34.75   ● 7.5     8.75    9.25    9
           Cibulka Jan       cibulja1      18      ● 8     ● 6       3.75    6.25
          ▌Čapek Karel       capekka1      37.75    10      10      10       7.75
           Čapková Jana      capkoja1      28.25     7.75    8       6       6.5
           Druhý Stanislav   druhyst2      36        9.75    8.25    8.25    9.75
           Task 2: 10 · bounds 0–10 · kolegjo1 2 Oct 2026 12:16
          ────────────────────────────────────────────────────────────────────────────────
           ⏎ edit  p review  ? keys  ↑↓ move  u undo  g group  i items  / filter  o sort
          """)
      #expect(
        await teacher.drafts() == [
          "bartada1 du1 7.75 7.5 draft",
          "cibulja1 du1 3.25 8 draft",
          "cibulja1 du2 4.75 6 draft",
        ])
    }
  }

  @Test(
    "A narrow footer has the key for what was changed, before those that everybody knows",
    arguments: [
      ("en", "↑↓ move  ⏎ edit  ? keys  (u undo)", "⏎ edit  p review  ? keys  ↑↓ move"),
      ("cs", "↑↓ pohyb  ⏎ upravit  ? klávesy", "⏎ upravit  p kontrola  ? klávesy"),
    ])
  func narrowFooter(language: String, before: String, after: String) async throws {
    try await Teacher.working { teacher in
      let app = teacher.program.open(
        "--open group XI-ZPT.23 --lang \(language)", columns: 40, rows: 12)
      #expect(await app.text.split(separator: "\n").last == " \(before)")
      await app.type("<right>")
      #expect(await app.type("5<enter>").split(separator: "\n").last == " \(after)")
      // Without changes there is nothing to review.
      #expect(await app.type("u").split(separator: "\n").last == " \(before)")
      _ = await app.hangUp()
    }
  }

  @Test("What a second app made is there when this one looks again, and nothing is lost")
  func twoApps() async throws {
    try await editing { app, teacher in
      await app.type("1<enter>")
      let other = teacher.program.open("--open group XI-ZPT.23", columns: 80, rows: 12)
      #expect(await other.text.contains("1 change"))
      #expect(await other.type("<down>2<enter>").contains("2 changes"))
      _ = await other.hangUp()
      #expect(await app.type("r").contains("2 changes"))
      #expect(await teacher.drafts().count == 2)
    }
  }

  @Test("What is no number is refused while it is typed, and not kept")
  func refused() async throws {
    try await editing { app, teacher in
      #expect(
        await plain(app.type("7x<enter>")) == """
            XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
          ────────────────────────────────────────────────────────────────────────────────
           Student           Username  Homework =  Task 1  Task 2  Task 3   Task 4       ›
                                              /40     /10     /10     /10      /10
          ▌Bárta Daniel      bartada1      34.75   7x        8.75    9.25    9
           Cibulka Jan       cibulja1      18        3.25    4.75    3.75    6.25
           Čapek Karel       capekka1      37.75    10      10      10       7.75
           Čapková Jana      capkoja1      28.25     7.75    8       6       6.5
           Task 1 · ✗ “7x” is not a number · bounds 0–10
           “7x” is not a number
          ────────────────────────────────────────────────────────────────────────────────
           ⏎ down  ⇥ right  Esc cancel
          """)
      // A number that has only begun is no mistake yet.
      #expect(await !app.type("<backspace>,").contains("✗"))
      #expect(await app.type("<esc>").contains("Task 1: 7.75"))
      #expect(await teacher.drafts().isEmpty)
    }
  }

  @Test("A value beyond the bounds is kept with a sign")
  func bounds() async throws {
    try await editing { app, _ in
      #expect(
        await plain(app.type("12.25")).contains("Task 1 · ! over the maximum 10 · bounds 0–10"))
      #expect(
        await plain(app.type("<enter><up>")) == """
            XI-ZPT.23 · all students             as of 13:00 · Winter 2026/27 · 1 change
          ────────────────────────────────────────────────────────────────────────────────
           Student           Username  Homework =    Task 1  Task 2  Task 3   Task 4     ›
                                              /40       /10     /10     /10      /10
          ▌Bárta Daniel      bartada1      34.75  ● 12.25 !    8.75    9.25    9
           Cibulka Jan       cibulja1      18        3.25      4.75    3.75    6.25
           Čapek Karel       capekka1      37.75    10        10      10       7.75
           Čapková Jana      capkoja1      28.25     7.75      8       6       6.5
           Druhý Stanislav   druhyst2      36        9.75      8.25    8.25    9.75
           Task 1: 12.25 (was 7.75) · ! over the maximum 10 · bounds 0–10
          ────────────────────────────────────────────────────────────────────────────────
           ⏎ edit  p review  ? keys  ↑↓ move  u undo  g group  i items  / filter  o sort
          """)
    }
  }

  @Test("Steps, yes and no, clearing; Space steps back to yes")
  func keys() async throws {
    try await editing { app, teacher in
      await app.type("+++<down>-")
      #expect(await app.type("<down><down><delete>").contains("Task 1: – (was 7.75)"))
      #expect(
        await app.type("<delete>").contains("There is no value to clear."))
      #expect(await app.type("<space>").contains("This item is not a yes or no."))
      #expect(
        await teacher.drafts() == [
          "bartada1 du1 7.75 10 draft",
          "capkoja1 du1 7.75 draft",
          "cibulja1 du1 3.25 2.25 draft",
        ])
    }
  }

  @Test("Undo and redo take whole steps back and forth; undoing all leaves no change")
  func undo() async throws {
    try await editing { app, teacher in
      #expect(await app.type("u").contains("There is nothing to undo."))
      await app.type("1<enter>2<enter>")
      #expect(await app.type("f").contains("How many cells below get this value?"))
      #expect(await app.type("3<enter>").contains("5 changes"))
      #expect(await app.type("u").contains("2 changes"))
      #expect(await app.type("u").contains("1 change"))
      #expect(await !app.type("u").contains("change"))
      #expect(await teacher.drafts().isEmpty)
      #expect(await app.type("U").contains("1 change"))
      #expect(await app.type("UU").contains("5 changes"))
      #expect(await app.type("U").contains("There is nothing to redo."))
      #expect(await teacher.drafts().count == 5)
    }
  }

  @Test("Typing the old value back leaves no change")
  func back() async throws {
    try await editing { app, teacher in
      #expect(await app.type("1<enter>").contains("1 change"))
      #expect(await !app.type("<up>7.75<enter>").contains("change"))
      #expect(await teacher.drafts().isEmpty)
    }
  }

  @Test("Computed items say why they cannot be edited")
  func computed() async throws {
    try await editing { app, teacher in
      for keys in ["<left>", "<enter>", "5", "<delete>", "f"] {
        let text = await app.type(keys)
        if keys != "<left>" {
          #expect(text.contains("The service computes this item, so it cannot be edited."))
        }
      }
      #expect(await teacher.drafts().isEmpty)
    }
  }

  @Test("A note is kept as a draft, and seen beside the value")
  func note() async throws {
    try await editing { app, teacher in
      #expect(await app.type("m").contains("Note: Bárta Daniel, Task 1"))
      #expect(await app.type("late<enter>").contains("Task 1: 7.75 · note: late · bounds 0–10"))
      #expect(
        await teacher.drafts() == [
          "bartada1 du1 7.75 7.75 draft"
        ])
    }
  }

  @Test("Filling says how many cells there are, and offers those without a value")
  func fill() async throws {
    try await editing { app, teacher in
      try await teacher.colleague("cibulja1", "du1", nil)
      try await teacher.colleague("capekka1", "du1", nil)
      await app.type("r")
      #expect(
        await plain(app.type("f")) == """
            XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
          ────────────────────────────────────────────────────────────────────────────────
           Student           Username  Homework =  Task 1  Task 2  Task 3   Task 4       ›
                  ┌─ How many cells below get this value? ───────────────────────┐
          ▌Bárta D│ 29 students are below.                                       │
           Cibulka│ 2 cells right below have no value.                           │
           Čapek K│                                                              │
           Čapková│ 2                                                            │
           Druhý S└──────────────────────────────────────────────────────────────┘
           Task 1: 7.75 · bounds 0–10 · ucitezk1 27 Sep 2026 12:20
          ────────────────────────────────────────────────────────────────────────────────
           ⏎ accept  Esc cancel
          """)
      #expect(await app.type("<backspace>99<enter>").contains("Write a number from 1 to 29."))
      await app.type("<backspace><backspace>2<enter>")
      #expect(
        await teacher.drafts() == [
          "capekka1 du1 7.75 draft",
          "cibulja1 du1 7.75 draft",
        ])
    }
  }

  @Test("Texts are written in a wide field, and an unchanged one stays as it is")
  func texts() async throws {
    try await editing("group XI-ZPT.23") { app, teacher in
      await app.type("islovne<space><enter>")
      #expect(await app.type("5").contains("Review of the project: Funguje"))
      await app.type("<down><enter><enter>")
      #expect(await teacher.drafts().isEmpty)
      await app.type("<up><enter>")
      #expect(await app.type("<c-u>ok").contains("line breaks become spaces"))
      await app.type("<enter>")
      // What was there has line breaks, which are in its draft as they were.
      let drafts = await teacher("drafts --csv").out
      #expect(drafts.contains(",ok,") == true)
      #expect(await app.type("s").contains("1 change."))
    }
  }

  @Test("Leaving asks about what was changed here; Escape stays, d leaves the drafts")
  func leaving() async throws {
    try await editing { app, teacher in
      #expect(
        await plain(app.type("1<enter>q")) == """
            XI-ZPT.23 · all students             as of 13:00 · Winter 2026/27 · 1 change
          ────────────────────────────────────────────────────────────────────────────────
           Student           Username  Homework =  Task 1  Task 2  Task 3   Task 4       ›
                    ┌─ 1 change is not published ──────────────────────────────┐10
           Bárta Dan│                                                          │
          ▌Cibulka J│ p  review and publish                                    │5
           Čapek Kar│ d  leave them as drafts                                  │5
           Čapková J│ s  stay here                                             │
           Druhý Sta└──────────────────────────────────────────────────────────┘5
           Task 1: 3.25 · bounds 0–10 · ucitezk1 27 Sep 2026 12:45
          ────────────────────────────────────────────────────────────────────────────────
           p review and publish  d leave them as drafts  s stay here  Esc cancel
          """)
      #expect(await app.type("<esc>").contains("XI-ZPT.23 · all students"))
      #expect(await app.type("qd").contains("grades · Courses"))
      // What was left before is nothing to ask about.
      #expect(await app.type("<enter>q").contains("grades · Courses"))
      #expect(await teacher.drafts().count == 1)
    }
  }

  private func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }
}
