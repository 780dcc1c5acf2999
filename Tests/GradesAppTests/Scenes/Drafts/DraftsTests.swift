import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// Drafts wait on this machine until they are published or discarded.
@Suite("Drafts", .inTurn)
struct DraftsTests {
  private func prepared(_ teacher: Teacher) async throws {
    let first = await teacher(
      "set XI-ZPT.23 zkusade1:du1=1 ulehlur2:projekt=12.5 --draft --note late")
    #expect(first.status == 0)
    #expect(first.err == "Saved 2 drafts. Publish them with “grades publish”.\n")
    #expect(await teacher("set XI-BEZ.22 zkusade1:skoleni=no --draft").status == 0)
  }

  @Test("A table for each course; names come from what is stored, without a request")
  func table() async throws {
    let teacher = try await Teacher.working()
    try await prepared(teacher)
    #expect(await teacher("items XI-ZPT.23").status == 0)
    #expect(await teacher("students XI-ZPT.23").status == 0)
    teacher.control.resetRequestLog()
    let table = await teacher("drafts", width: 100)
    #expect(
      table.out == """
        XI-BEZ.22                                  Winter 2026/27

        Username  Item      Old  →  New  State  Created
        zkusade1  Training  yes  →   no  ready  21 Nov 2026 13:00

        XI-ZPT.23                                                             Winter 2026/27

        Student          Username  Item               Old  →   New  State  Created
        Ulehlová Uršula  ulehlur2  Semester project  –     →  12.5  ready  21 Nov 2026 13:00
          note: no note → late
        Zkušební Adéla   zkusade1  Task 1            8.75  →   1    ready  21 Nov 2026 13:00
          note: no note → late

        """)
    let narrow = await teacher("drafts xi-bez --lang cs", width: 40)
    #expect(
      narrow.out == """
        XI-BEZ.22               ZS 2026/27

        Uživatel  Položka   Dosud  →  Nově
        zkusade1  Training    ano  →    ne
                  Stav připraven

        """)
    #expect(teacher.control.requestCount == 0)
  }

  @Test("One JSON document with all keys")
  func document() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1= --clear --draft").status == 0)
    let document = await teacher("drafts --json")
    #expect(
      document.out == """
        {
          "drafts": [
            {
              "course": "XI-ZPT.23",
              "semester": "B261",
              "username": "zkusade1",
              "identifier": "du1",
              "base": 8.75,
              "value": null,
              "note": null,
              "createdAt": "2026-11-21T12:00:00Z",
              "state": "draft",
              "reason": null,
              "confirmAfter": null,
              "warning": null
            }
          ]
        }

        """)
  }

  @Test("Published all together, or one course's; without leave nothing")
  func publish() async throws {
    let teacher = try await Teacher.working()
    try await prepared(teacher)
    for options in ["", " --dry-run", " --yes --dry-run"] {
      _ = await teacher("publish\(options)")
      #expect(teacher.saves.isEmpty)
    }
    #expect(await teacher("publish XI-ZPT --yes --no-notify").status == 0)
    #expect(teacher.sent == ["ulehlur2 projekt 12.5 (late)", "zkusade1 du1 1 (late)"])
    #expect(await teacher("publish --yes").status == 0)
    #expect(teacher.sent.last == "zkusade1 skoleni 0 notify")
    let nothing = await teacher("publish --yes")
    #expect(nothing.status == 0)
    #expect(nothing.out == "Nothing to publish.\n")
    #expect(await teacher.drafts() == [])
  }

  @Test(
    "A course without drafts is named",
    arguments: [
      ("drafts", "No drafts in NOPE."), ("discard --yes", "No drafts in NOPE."),
      ("publish --yes", "Nothing to publish in NOPE."),
      ("history --course", "Nothing has been published in NOPE yet."),
    ])
  func nothingOfCourse(command: String, sentence: String) async throws {
    let teacher = try await Teacher.working()
    try await prepared(teacher)
    let run = await teacher("\(command) NOPE")
    #expect(run.status == 0)
    #expect((run.out + run.err).replacing("\u{A0}", with: " ") == "\(sentence)\n")
  }

  @Test("A document is about one course")
  func severalCourses() async throws {
    let teacher = try await Teacher.working()
    try await prepared(teacher)
    let run = await teacher("publish --dry-run --json")
    #expect(run.status == 64)
    #expect(
      run.err == """
        Error: You have drafts in several courses: XI-BEZ.22 (B261), XI-ZPT.23 (B261). Name one of them.

        """)
    let one = await teacher("publish XI-BEZ.22 --dry-run --json")
    #expect(one.status == 0)
    #expect(
      one.out == """
        {
          "course": "XI-BEZ.22",
          "semester": "B261",
          "notify": true,
          "changes": [
            {
              "username": "zkusade1",
              "identifier": "skoleni",
              "from": true,
              "to": false,
              "noteFrom": null,
              "noteTo": null
            }
          ],
          "unchanged": 0,
          "problems": []
        }

        """)
  }

  @Test(
    "The question about drafts: no leaves them, without notifying publishes without it",
    arguments: ["n", "w"])
  func question(answer: String) async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
    let run = await teacher("publish", width: 80, input: [answer])
    #expect(run.err.hasPrefix("Publish? [y]es and notify 1 student, [w]ithout notifying, [n]o › "))
    #expect(run.status == (answer == "n" ? 130 : 0))
    #expect(await teacher.drafts().count == (answer == "n" ? 1 : 0))
    #expect(teacher.sent == (answer == "n" ? [] : ["zkusade1 du1 1"]))
  }

  @Test("Discarded after a question, all or some")
  func discard() async throws {
    let teacher = try await Teacher.working()
    try await prepared(teacher)
    let unasked = await teacher("discard")
    #expect(unasked.status == 64)
    let no = await teacher("discard", input: ["n"])
    #expect(no.status == 130)
    #expect(no.err == "Discard 3 drafts? [y]es, [n]o › Cancelled; nothing was changed.\n")
    // What was typed before the question does not answer it.
    let ahead = await teacher.program.run(
      ["discard"], input: ["n"], typedAhead: ["make test", "y", "yes"])
    #expect(ahead.err == no.err)
    let unknown = await teacher("discard XI-ZPT.23 zkusade1:du2 --yes")
    #expect(unknown.status == 65)
    #expect(
      unknown.err == "Error: No draft for zkusade1:du2. To list drafts, run “grades drafts”.\n")
    #expect(await teacher("discard XI-ZPT.23 zkusade1 --yes").status == 64)
    #expect(await teacher.drafts().count == 3)
    let one = await teacher("discard XI-ZPT.23 ZKUSADE1:DU1 --yes")
    #expect(one.err == "Discarded 1 draft.\n")
    #expect(await teacher.drafts().count == 2)
    let rest = await teacher("discard", input: ["y"])
    #expect(rest.status == 0)
    // Without drafts there is nothing to ask.
    let none = await teacher("discard")
    #expect(none.status == 0)
    #expect(none.err == "No drafts.\n")
    #expect(await teacher.drafts() == [])
    #expect(teacher.saves.isEmpty)
  }

  @Test("Counted by courses and status")
  func counts() async throws {
    let teacher = try await Teacher.working()
    try await prepared(teacher)
    let courses = await teacher("courses", width: 80)
    #expect(
      courses.out == """
        Winter 2026/27 (B261)                     Zdeněk Učitel

        Teaching     Course                            Points
          XI-BEZ.22  Health and Safety                 1 draft
          XI-DAT.23  Database Systems
          XI-ZPT.23  Basics of Programming Techniques  2 drafts

        """)
    #expect(await teacher("status").lines.last == "Drafts       3")
    #expect(await teacher("status --json").lines.contains("  \"drafts\": 3,"))
  }

  @Test("A damaged file of drafts is named and set aside, and new drafts are stored")
  func damaged() async throws {
    let teacher = try await Teacher.working()
    let file = try teacher.program.paths.draftsFile
    try teacher.program.write(.init("a letter".utf8), to: file)
    let courses = await teacher("courses")
    #expect(courses.status == 78)
    #expect(
      teacher.program.plain(courses.err) == """
        The drafts and the history were damaged and have been moved to \
        HOME/.local/state/grades/drafts.damaged-1.sqlite. New ones are stored in their place.

        """)
    #expect(await teacher("courses").status == 0)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
    #expect(await teacher.drafts() == ["zkusade1 du1 8.75 1 draft"])
    let aside = file.deletingLastPathComponent().appending(path: "drafts.damaged-1.sqlite")
    #expect(try String(contentsOf: aside, encoding: .utf8) == "a letter")
  }

  @Test("A damaged draft is named, ends the run with 78, and is replaced by a new value")
  func damagedDraft() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=8 druhyst2:du1=2 --draft").status == 0)
    let file = try teacher.program.paths.draftsFile
    // The letter of a value's type.
    var bytes = try Data(contentsOf: file)
    let value = try #require(bytes.range(of: Data("n8.0".utf8)))
    bytes[value.lowerBound] = 0xFF
    try bytes.write(to: file)
    let sentence = """
      Draft XI-ZPT.23 zkusade1:du1 in HOME/.local/state/grades/drafts.sqlite is damaged; other \
      drafts are not affected. To replace it, run “grades set” with a new value.

      """
    let list = await teacher("drafts --csv")
    #expect(list.status == 78)
    #expect(list.lines.count == 2)
    #expect(teacher.program.plain(list.err).hasSuffix(sentence))
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=7 --draft").status == 78)
    #expect(await teacher("drafts --csv").status == 0)
    #expect(await teacher.drafts() == ["druhyst2 du1 9.75 2 draft", "zkusade1 du1 8.75 7 draft"])
  }

  @Test("What another program edits while a person decides is not published with the rest")
  func editedDuringReview() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=8 zkusade1:du2=2 --draft").status == 0)
    let run = await teacher.program.run(
      ["publish"], width: 120, input: [],
      answering: { _ in
        _ = await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft")
        return "y"
      })
    #expect(run.status == 75)
    #expect(teacher.sent == ["zkusade1 du2 2 notify"])
    #expect(
      run.lines.last
        == "  Zkušební Adéla  zkusade1  Task 1  edited or discarded elsewhere in the meantime"
    )
    #expect(await teacher.drafts() == ["zkusade1 du1 8.75 1 draft"])
  }

  @Test("The review says what would not be sent; the rest goes")
  func reviewOfUnsendable() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=8 zkusade1:du2=2 --draft").status == 0)
    teacher.control.add(
      Fault(
        "GET", "/definitions", times: nil,
        .answer(
          status: 200,
          body: """
            [{"identifier": "du1", "valueType": "NUMBER", "evaluationType": "EXPRESSION"},
            {"identifier": "du2", "valueType": "NUMBER", "evaluationType": "MANUAL"}]
            """)))
    let dry = await teacher("publish --dry-run --json")
    #expect(dry.status == 0)
    #expect(dry.out.contains("\"kind\": \"computed\""))
    let run = await teacher("publish --yes --no-notify", width: 80)
    #expect(run.status == 65)
    #expect(
      run.out == """
        XI-ZPT.23                    Winter 2026/27

        Student         Username  Item  Old  →  New
        Zkušební Adéla  zkusade1  du2   6.5  →    2

        1 change (1 replaces a value). 1 rejected.

          zkusade1 du1  “du1” is computed and cannot be edited

        Nobody will be notified.
        Published 1 change.
        Nobody was notified.

        1 change was not published and remains a draft:
          Zkušební Adéla  zkusade1  du1  the item is now computed

        """)
    #expect(teacher.sent == ["zkusade1 du2 2"])
    #expect(await teacher.drafts() == ["zkusade1 du1 8.75 8 rejected computed"])
  }

  @Test("A dry run reports unconfirmed changes, and asks nothing about them")
  func dryRunOfUnknown() async throws {
    let teacher = try await Teacher.working()
    try await teacher.loseSightOfTask1()
    let dry = await teacher("publish --dry-run")
    #expect(
      dry.err == """
        1 change is unconfirmed: Grades may still save it. Until 13:02:00, it cannot be published or changed. To wait for the outcome, run “grades publish XI-ZPT.23 --wait”.
        Dry run: nothing was sent.

        """)
    #expect(await teacher.drafts() == ["zkusade1 du1 8.75 1 unconfirmed unreachable"])
  }
}
