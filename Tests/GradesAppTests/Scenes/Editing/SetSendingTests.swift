import GradesTesting
import TestSupport
import Testing

/// What `set` sends, proved on the service's own log: changed cells, once, and nothing without leave.
@Suite("What set sends", .inTurn)
struct SetSendingTests {
  @Test("Changed cells only, each with the note that is there; computed totals follow")
  func changedOnly() async throws {
    try await Teacher.working { teacher in
      try await teacher.colleague("zkusade1", "du1", .number(6), note: "late")
      try await teacher.colleague("zkusade1", "du2", .number(9))
      let run = await teacher(
        "set XI-ZPT.23 zkusade1:du1=7,5 zkusade1:du2=9 druhyst2:du1=4.25 --yes")
      #expect(run.status == 0)
      #expect(
        teacher.sent == ["druhyst2 du1 4.25 notify", "zkusade1 du1 7.5 (late) notify"])
      #expect(teacher.saves.count == 1)
      #expect(teacher.saves[0].query == ["notify": "true", "semester": "B261"])
      #expect(await teacher.stored("zkusade1", "du1") == .number(7.5))
      #expect(await teacher.drafts() == [])
    }
  }

  @Test(
    "The four forms change the same cells",
    arguments: [
      "set XI-ZPT.23 zkusade1:du1=7 zkusade1:du2=8 --yes",
      "set XI-ZPT.23 --student zkusade1 du1=7 DU2=8 --yes",
      "set XI-ZPT --student ZKUSADE1 du1=7 du2=8 --yes --semester B261",
    ])
  func forms(command: String) async throws {
    try await Teacher.working { teacher in
      if command.contains("XI-ZPT ") { #expect(await teacher("courses").status == 0) }
      #expect(await teacher(command).status == 0)
      #expect(teacher.sent == ["zkusade1 du1 7 notify", "zkusade1 du2 8 notify"])
    }
  }

  @Test("One item for some students, and one value for a group, of which only others change")
  func item() async throws {
    try await Teacher.working { teacher in
      #expect(await teacher("set XI-ZPT.23 --item du1 zkusade1=1 testst02=2 --yes").status == 0)
      #expect(teacher.sent == ["testst02 du1 2 notify", "zkusade1 du1 1 notify"])
      teacher.control.resetRequestLog()
      #expect(
        await teacher("set XI-ZPT.23 --item du1 --group test 2 --yes --no-notify").status == 0)
      #expect(teacher.sent == ["testst01 du1 2", "testst03 du1 2"])
    }
  }

  @Test(
    "Nothing at all without leave",
    arguments: [
      ("", 64), (" --json", 64), (" --dry-run", 0), (" --dry-run --json", 0), (" --draft", 0),
      (" --yes --dry-run", 64), (" --yes --draft", 64), (" --yes --mine --theirs", 64),
    ])
  func withoutLeave(options: String, status: Int32) async throws {
    try await Teacher.working { teacher in
      let run = await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2\(options)")
      #expect(run.status == status)
      #expect(teacher.saves.isEmpty)
      if status == 64 {
        #expect(teacher.control.requestCount == 0)
        #expect(run.out == "")
      }
      let keeps = options == " --draft"
      #expect(await teacher.drafts().count == (keeps ? 2 : 0))
    }
  }

  @Test("Who cannot be asked is told the flag")
  func missingFlag() async throws {
    try await Teacher.working { teacher in
      let run = await teacher("set XI-ZPT.23 zkusade1:du1=1")
      #expect(
        run.err == """
          Error: Standard input is not a terminal, so nobody can be asked. Add --yes.

          """)
    }
  }

  @Test("Who writes something else than cells is told that first")
  func noCell() async throws {
    try await Teacher.working { teacher in
      let run = await teacher("set XI-ZPT.23 zkusade1:du1")
      #expect(run.status == 64)
      #expect(!run.err.contains("--yes"))
      #expect(run.err.contains("zkusade1:du1"))
      let nothing = await teacher("set XI-ZPT.23")
      #expect(nothing.status == 64)
      #expect(nothing.err == "Error: The argument <USERNAME:ITEM=VALUE> is missing.\n")
    }
  }

  @Test("What is refused stops everything, unless it is skipped")
  func refused() async throws {
    try await Teacher.working { teacher in
      let cells =
        "zkusade1:du1=1 zkusade1:body=50 nobody:du1=1 zkusade1:nothing=1 zkusade1:du2=x"
        + " zkusade1:du3= zkusade1:zapocet=yes druhyst2:du1=1,234"
      let run = await teacher("set XI-ZPT.23 \(cells) --yes")
      #expect(run.status == 65)
      #expect(teacher.saves.isEmpty)
      #expect(await teacher.drafts() == [])
      let rest = await teacher("set XI-ZPT.23 \(cells) --yes --skip-invalid")
      #expect(rest.status == 0)
      #expect(teacher.sent == ["zkusade1 du1 1 notify"])
    }
  }

  @Test("The same cell twice: the same value is odd, two values are refused")
  func duplicates() async throws {
    try await Teacher.working { teacher in
      let contradiction = await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:DU1=2 --yes")
      #expect(contradiction.status == 65)
      #expect(teacher.saves.isEmpty)
      #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:DU1=1 --yes").status == 0)
      #expect(teacher.sent == ["zkusade1 du1 1 notify"])
    }
  }

  @Test("Clearing needs a flag; notes are set where values change, and are kept otherwise")
  func clearing() async throws {
    try await Teacher.working { teacher in
      try await teacher.colleague("zkusade1", "du1", .number(6), note: "late")
      try await teacher.colleague("zkusade1", "du2", .number(6), note: "late")
      #expect(await teacher("set XI-ZPT.23 zkusade1:du1= --yes").status == 65)
      #expect(teacher.saves.isEmpty)
      let run = await teacher(
        "set XI-ZPT.23 zkusade1:du1= zkusade1:du2=6 zkusade1:du3=5 --clear --note copied --yes")
      #expect(run.status == 0)
      #expect(
        teacher.sent == [
          "zkusade1 du1 null (copied) notify", "zkusade1 du3 5 (copied) notify",
        ])
    }
  }

  @Test("Who is told: the setting, unless a flag says otherwise")
  func notification() async throws {
    try await Teacher.working { teacher in
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
  }

  @Test("Whoever asks for the value that is there takes an older draft back")
  func superseded() async throws {
    try await Teacher.working { teacher in
      try await teacher.colleague("zkusade1", "du1", .number(6))
      #expect(await teacher("set XI-ZPT.23 zkusade1:du1=8 zkusade1:du2=1 --draft").status == 0)
      let dry = await teacher("set XI-ZPT.23 zkusade1:du1=6 --dry-run")
      #expect(dry.status == 0)
      #expect(await teacher.drafts().count == 2)
      let run = await teacher("set XI-ZPT.23 zkusade1:DU1=6 --yes")
      #expect(run.status == 0)
      #expect(run.err == "1 draft was discarded.\n")
      #expect(await teacher.drafts().count == 1)
      #expect(teacher.saves.isEmpty)
      // Beside other changes, too, it does not go without a word.
      let kept = await teacher("set XI-ZPT.23 zkusade1:du2=6.5 zkusade1:du1=5 --draft")
      #expect(kept.err.hasPrefix("1 draft was discarded.\n1 draft is kept."))
      let sent = await teacher("set XI-ZPT.23 zkusade1:du1=6 zkusade1:du2=1 --yes")
      #expect(sent.err == "1 draft was discarded.\n")
      #expect(teacher.sent == ["zkusade1 du2 1 notify"])
      #expect(await teacher.drafts() == [])
    }
  }

  @Test("A large group goes in requests of a moderate size, and nobody's cell goes twice")
  func batches() async throws {
    try await Teacher.working { teacher in
      #expect(
        await teacher("set XI-BEZ.22 --item pokusy --group ALL 77 --yes --no-notify").status == 0)
      #expect(teacher.saves.count > 1)
      let sent = teacher.sent
      #expect(Set(sent).count == sent.count)
      #expect(sent.count == 150)
    }
  }

  @Test("No grade goes into a semester that is only remembered")
  func rememberedSemester() async throws {
    try await Teacher.working { teacher in
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
}
