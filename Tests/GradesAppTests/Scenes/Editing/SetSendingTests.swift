import GradesTesting
import TestSupport
import Testing

/// What `set` sends, proved on the service's own log: changed cells, once, and nothing without leave.
@Suite("What set sends", .inTurn)
struct SetSendingTests {
  @Test("Changed cells only, each with the note that is there; computed totals follow")
  func changedOnly() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("zkusade1", "du1", .number(6), note: "late")
    try await teacher.colleague("zkusade1", "du2", .number(9))
    let run = await teacher("set XI-ZPT.23 zkusade1:du1=7,5 zkusade1:du2=9 druhyst2:du1=4.25 --yes")
    #expect(run.status == 0)
    #expect(teacher.sent == ["druhyst2 du1 4.25 notify", "zkusade1 du1 7.5 (late) notify"])
    #expect(teacher.saves.count == 1)
    #expect(teacher.saves[0].query == ["notify": "true", "semester": "B261"])
    #expect(await teacher.stored("zkusade1", "du1") == .number(7.5))
    #expect(await teacher.drafts() == [])
  }

  @Test("An item is also found by its name, if only one has it")
  func names() async throws {
    let teacher = try await Teacher.working()
    let set = ["set", "XI-ZPT.23"]
    let cell = await teacher.program.run(set + ["zkusade1:Task 1=99", "--dry-run", "--json"])
    #expect(cell.status == 0)
    #expect(cell.out.contains("\"identifier\": \"du1\""))
    let item = ["--item", "task 2", "zkusade1=8", "--yes"]
    #expect(await teacher.program.run(set + item).status == 0)
    #expect(teacher.sent == ["zkusade1 du2 8 notify"])
    let group = await teacher.program.run(["group", "XI-ZPT.23", "ALL", "Task 1", "--csv"])
    #expect(group.lines.first == "username,lastName,firstName,du1")
    let statistics = await teacher.program.run(["stats", "XI-ZPT.23", "Test A"])
    #expect(statistics.out.contains("Test A"))
    #expect(await teacher.program.run(["stats", "XI-ZPT.23", "Task"]).status == 65)
  }

  @Test(
    "Nothing at all without leave",
    arguments: [
      ("", 64), (" --json", 64), (" --dry-run", 0), (" --dry-run --json", 0), (" --draft", 0),
      (" --yes --dry-run", 64), (" --yes --draft", 64), (" --yes --mine --theirs", 64),
    ])
  func withoutLeave(options: String, status: Int32) async throws {
    let teacher = try await Teacher.working()
    let run = await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2\(options)")
    #expect(run.status == status)
    #expect(teacher.saves.isEmpty)
    if status == 64 {
      #expect(teacher.control.requestCount == 0)
      #expect(run.out == "")
    }
    if options.isEmpty {
      #expect(run.err == "Error: Cannot ask: standard input is not a terminal. Add --yes.\n")
    }
    let keeps = options == " --draft"
    #expect(await teacher.drafts().count == (keeps ? 2 : 0))
  }

  @Test("Something else than cells is refused first")
  func noCell() async throws {
    let teacher = try await Teacher.working()
    let run = await teacher("set XI-ZPT.23 zkusade1:du1")
    #expect(run.status == 64)
    #expect(!run.err.contains("--yes"))
    #expect(run.err.contains("zkusade1:du1"))
    let nothing = await teacher("set XI-ZPT.23")
    #expect(nothing.status == 64)
    #expect(nothing.err == "Error: Missing argument <USERNAME:ITEM=VALUE>.\n")
  }

  @Test("Clearing needs a flag; a note is set in every named cell, and kept without --note")
  func clearing() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("zkusade1", "du1", .number(6), note: "late")
    try await teacher.colleague("zkusade1", "du2", .number(6), note: "late")
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1= --yes").status == 65)
    #expect(teacher.saves.isEmpty)
    let run = await teacher(
      "set XI-ZPT.23 zkusade1:du1= zkusade1:du2=6 zkusade1:du3=5 --clear --note copied --yes")
    #expect(run.status == 0)
    #expect(
      teacher.sent == [
        "zkusade1 du1 null (copied) notify", "zkusade1 du2 6 (copied) notify",
        "zkusade1 du3 5 (copied) notify",
      ])
  }

  @Test("Clearing a value says that its note stays")
  func clearedBesideNote() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("zkusade1", "du1", .number(6), note: "late")
    let run = await teacher("set XI-ZPT.23 zkusade1:du1= --clear --dry-run")
    #expect(run.out.contains("note kept: late"))
  }

  @Test("Out of bounds: nothing is sent without a terminal unless a flag allows it")
  func outOfBounds() async throws {
    let teacher = try await Teacher.working()
    let refused = await teacher("set XI-ZPT.23 zkusade1:du1=11 zkusade1:du2=5 --yes")
    #expect(refused.status == 65)
    #expect(
      refused.err == """
        Nothing was changed: 1 value is out of bounds. Check it and add --allow-out-of-bounds.

        """)
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.drafts() == [])
    // However the cell is written.
    for words in [
      ["zkusade1:Task 1=11"], ["zkusade1:DU1=11"], ["--item", "task 1", "zkusade1=11"],
      ["--item", "du1", "ZKUSADE1=11"],
    ] {
      let run = await teacher.program.run(["set", "XI-ZPT.23"] + words + ["--yes"])
      #expect(run.status == 65)
      #expect(run.err == refused.err)
    }
    #expect(teacher.saves.isEmpty)
    // Drafts need no flag: they are reviewed again.
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=11 --draft").status == 0)
    let drafts = await teacher("drafts", width: 100)
    #expect(drafts.out.contains("above the maximum of 10"))
    #expect(!drafts.out.contains("ready"))
    #expect(await teacher("publish --yes").status == 65)
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.drafts() == ["zkusade1 du1 8.75 11 draft outOfBounds"])
    let run = await teacher("publish --yes --no-notify --allow-out-of-bounds")
    #expect(run.status == 0)
    #expect(teacher.sent == ["zkusade1 du1 11"])
    // On a terminal a person has seen the warning.
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=12 --yes", input: []).status == 0)
  }

  @Test("Undo back to a value out of bounds needs the same flag")
  func undoOutOfBounds() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("zkusade1", "du1", .number(12))
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=5 --yes").status == 0)
    let refused = await teacher("undo --yes")
    #expect(refused.status == 65)
    #expect(refused.out.contains("above the maximum of 10"))
    #expect(teacher.saves.count == 1)
    #expect(await teacher("undo --yes --allow-out-of-bounds").status == 0)
    #expect(await teacher.stored("zkusade1", "du1") == .number(12))
  }

  @Test("Warnings of a long review are repeated at its end")
  func repeatedWarnings() async throws {
    let teacher = try await Teacher.working()
    let run = await teacher("set XI-ZPT.23 --item du1 --group ALL 11 --dry-run", width: 80)
    let lines = run.lines.map { $0.replacing("\u{A0}", with: " ") }
    let title = " values are out of bounds."
    let start = try #require(lines.firstIndex { $0.contains(title) })
    #expect(lines[start + 1].hasPrefix("  Bárta Daniel"))
    #expect(lines[start + 1].contains("above the maximum of 10"))
    let count = try #require(Int(lines[start].prefix { $0 != " " }))
    #expect(lines[start + 21] == "  and \(count - 20) more")
  }

  @Test("A group by its number, where only one has it")
  func shortGroup() async throws {
    let teacher = try await Teacher.working()
    let long = await teacher("group XI-ZPT.23 PARALLEL_555000115551 du1 --csv")
    #expect(long.status == 0)
    for command in [
      "group XI-ZPT.23 101 du1 --csv", "group XI-ZPT.23 555000115551 du1 --csv",
      "export XI-ZPT.23 --group 101 --item du1",
    ] {
      #expect(await teacher(command).out == long.out)
    }
    let run = await teacher("set XI-ZPT.23 --item du1 --group 101 2 --yes --no-notify")
    #expect(run.status == 0)
    #expect(teacher.sent.count == long.lines.count - 1)
    let unknown = await teacher("group XI-ZPT.23 999")
    #expect(unknown.status == 65)
  }

  @Test("Who is notified: the setting, unless a flag says otherwise")
  func notification() async throws {
    let teacher = try await Teacher.working()
    let before = try await teacher.control.notificationCount(of: "zkusade1")
    #expect(await teacher("settings set notify no").status == 0)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --yes").status == 0)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=2 --yes --notify").status == 0)
    #expect(await teacher("settings set notify yes").status == 0)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=3 --yes").status == 0)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=4 --yes --no-notify").status == 0)
    #expect(
      teacher.sent == [
        "zkusade1 du1 1", "zkusade1 du1 2 notify", "zkusade1 du1 3 notify", "zkusade1 du1 4",
      ])
    #expect(try await teacher.control.notificationCount(of: "zkusade1") == before + 2)
  }

  @Test("Setting the value that is there discards an older draft")
  func superseded() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("zkusade1", "du1", .number(6))
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=8 zkusade1:du2=1 --draft").status == 0)
    let dry = await teacher("set XI-ZPT.23 zkusade1:du1=6 --dry-run")
    #expect(dry.status == 0)
    #expect(await teacher.drafts().count == 2)
    let run = await teacher("set XI-ZPT.23 zkusade1:DU1=6 --yes")
    #expect(run.status == 0)
    #expect(run.err == "Discarded 1 draft.\n")
    #expect(await teacher.drafts().count == 1)
    // Its name means the same item.
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=8 --draft").status == 0)
    let named = await teacher.program.run(["set", "XI-ZPT.23", "zkusade1:Task 1=6", "--yes"])
    #expect(named.err == "Discarded 1 draft.\n")
    #expect(await teacher.drafts().count == 1)
    #expect(teacher.saves.isEmpty)
    // What is refused of another item does not keep it.
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=8 --draft").status == 0)
    let beside = await teacher("set XI-ZPT.23 zkusade1:none=1 zkusade1:du1=6 --skip-invalid --yes")
    #expect(beside.err.contains("Discarded 1 draft."))
    #expect(await teacher.drafts().count == 1)
    // Beside other changes, too, it does not go without a word.
    let kept = await teacher("set XI-ZPT.23 zkusade1:du2=6.5 zkusade1:du1=5 --draft")
    #expect(kept.err.hasPrefix("Discarded 1 draft.\nSaved 1 draft."))
    let sent = await teacher("set XI-ZPT.23 zkusade1:du1=6 zkusade1:du2=1 --yes")
    #expect(sent.err == "Discarded 1 draft.\n")
    #expect(teacher.sent == ["zkusade1 du2 1 notify"])
    #expect(await teacher.drafts() == [])
  }

  @Test("A draft with another value is not replaced without a word")
  func replacedDraft() async throws {
    let teacher = try await Teacher.working()
    let replaced = "1 existing draft will be replaced.\n"
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=8 --draft").err.contains("1 draft"))
    #expect(await !teacher("set XI-ZPT.23 zkusade1:du1=8 --dry-run").err.contains(replaced))
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=7 --dry-run").err.contains(replaced))
    try await teacher.colleague("zkusade1", "du1", .number(8.75), note: "late")
    #expect(await !teacher("set XI-ZPT.23 zkusade1:du1=8 --dry-run").err.contains(replaced))
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=7 --yes").err.contains(replaced))
  }

  @Test("No grade goes into a semester that is only remembered")
  func rememberedSemester() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("items XI-ZPT.23").status == 0)
    try await teacher.control.setCurrentSemester("B252")
    // Even where everything else works.
    let fault = teacher.control.add(
      Fault("GET", "/semester-code", times: nil, .answer(status: 503)))
    let run = await teacher("set XI-ZPT.23 zkusade1:du1=8 --yes")
    #expect(run.status == 69)
    #expect(teacher.saves.isEmpty)
    let named = await teacher("set XI-ZPT.23 zkusade1:du1=8 --semester B261 --yes --no-notify")
    #expect(named.status == 0)
    #expect(teacher.sent == ["zkusade1 du1 8"])
    fault.remove()
  }
}
