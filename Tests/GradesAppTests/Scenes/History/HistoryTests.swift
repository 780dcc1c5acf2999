import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// What was published is remembered, and can be taken back where it still stands.
@Suite("History and undo", .inTurn)
struct HistoryTests {
  private func published() async throws -> Teacher {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 ulehlur2:projekt=12.5 --yes").status == 0)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du2= --clear --yes --no-notify").status == 0)
    teacher.control.resetRequestLog()
    return teacher
  }

  @Test("A line for each batch, the newest first; the changes of one")
  func table() async throws {
    let teacher = try await published()
    let list = await teacher("history", width: 80)
    expectFrame("History/table", list.out)
    let batch = await teacher("history 1 --lang cs", width: 80)
    #expect(
      batch.out == """
        XI-ZPT.23                                                             ZS 2026/27
        dávka 1 · 21. 11. 2026 13:00 (Europe/Prague) · upozorněni byli 2 studenti · účet
        ucitezk1

        Uživatel  Položka           Dosud  →  Nově
        ulehlur2  Semester project   –     →  12,5
        zkusade1  Task 1             8,75  →   1

        """)
    #expect(
      await teacher("history --course XI-BEZ.22").out
        == "Nothing has been published in XI-BEZ.22 yet.\n")
    #expect(teacher.control.requestCount == 0)
    let unknown = await teacher("history 7")
    #expect(unknown.status == 65)
    #expect(unknown.err == "Error: No batch 7. To list batches, run “grades history”.\n")
  }

  @Test("Drafts and history are in Czech order, and namesakes have their usernames at every width")
  func order() async throws {
    let expected = ["cibulja1", "capekka1", "duricma1", "chaluch1", "novakja1", "novakja2"]
    func usernames(_ text: String) -> [String] {
      text.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter(expected.contains)
    }
    let teacher = try await Teacher.working()
    #expect(await teacher("group XI-BEZ.22 ALL").status == 0)
    let cells = expected.reversed().enumerated().map { "\($1):test=\($0).5" }
    #expect(await teacher("set XI-BEZ.22 \(cells.joined(separator: " ")) --draft").status == 0)
    for width in [40, 80, 120, nil] {
      let run = await teacher("drafts", width: width)
      #expect(usernames(run.out) == expected, "\(run.out)")
    }
    let review = teacher.program.open("--open drafts XI-BEZ.22", columns: 40, rows: 20)
    #expect(usernames(await review.text).contains("novakja2"), "\(review.screen.frame.text)")
    _ = await review.hangUp()
    #expect(await teacher("publish XI-BEZ.22 --yes --no-notify").status == 0)
    for width in [40, 80, 120, nil] {
      let run = await teacher("history 1", width: width)
      #expect(usernames(run.out) == expected, "\(run.out)")
    }
    let history = teacher.program.open("--open history", columns: 40, rows: 20)
    _ = await history.text
    let opened = usernames(await history.type("<enter>"))
    #expect(opened.contains("novakja1") && opened.contains("novakja2"))
  }

  @Test("One JSON document with all keys")
  func document() async throws {
    let teacher = try await published()
    let document = await teacher("history 2 --json")
    #expect(
      document.out == """
        {
          "batches": [
            {
              "id": 2,
              "course": "XI-ZPT.23",
              "semester": "B261",
              "publishedAt": "2026-11-21T12:00:00Z",
              "notified": false,
              "origins": [
                "set"
              ],
              "changes": [
                {
                  "username": "zkusade1",
                  "identifier": "du2",
                  "from": 6.5,
                  "to": null
                }
              ]
            }
          ]
        }

        """)
    #expect(
      await teacher.history() == [
        "2 zkusade1 du2 6.5 -> ", "1 ulehlur2 projekt  -> 12.5 notified",
        "1 zkusade1 du1 8.75 -> 1 notified",
      ])
  }

  @Test("An undo is taken back by redo only, without a notification if there was none")
  func undoOfUndo() async throws {
    let teacher = try await published()
    #expect(await teacher("undo 2 --yes").status == 0)
    let undo = await teacher("undo 3 --yes")
    #expect(undo.status == 65)
    #expect(undo.err == "Error: Batch 3 is itself an undo. To redo, run “grades redo 3”.\n")
    let redo = await teacher("redo 1 --yes --lang cs")
    #expect(redo.status == 65)
    #expect(
      redo.err.replacing("\u{A0}", with: " ")
        == "Chyba: Dávka 1 nebyla vrácena. Dávky vypíše „grades history“.\n")
    #expect(await teacher("redo 9 --yes").err.contains("No batch 9."))
    let review = await teacher("redo 2 --dry-run --json")
    #expect(review.status == 0)
    #expect(review.out.contains("\"notify\": false"))
    #expect(await teacher("redo").status == 64)
    #expect(await teacher("redo 2 --draft").status == 0)
    #expect(await teacher.drafts() == ["zkusade1 du2 6.5 draft"])
    #expect(await teacher("redo --yes --json").out.contains("\"published\": 1,"))
    let document = await teacher("history --json")
    let origins = document.lines.filter { $0.hasPrefix("        \"") }
    #expect(
      origins == [
        "        \"redo 3\"", "        \"undo 2\"", "        \"set\"", "        \"set\"",
      ])
  }

  @Test("What was published last and is unconfirmed is not passed over")
  func unconfirmedLast() async throws {
    let teacher = try await published()
    teacher.control.add(Fault("PUT", "/student-classifications", .disconnectBeforeHandling))
    #expect(await teacher("set XI-ZPT.23 zkusade1:du3=2 --yes --no-notify").status == 75)
    teacher.control.resetRequestLog()
    let run = await teacher("undo --yes")
    #expect(run.status == 75)
    #expect(run.err.contains("still unconfirmed (until 13:02:00 at most)"))
    #expect(teacher.saves.isEmpty)
  }

  @Test("A file's name is in the history")
  func importedFile() async throws {
    let teacher = try await Teacher.working()
    let file = teacher.program.home.file("results.csv")
    try Data("username,du1,du2\nzkusade1,1,2\n".utf8).write(to: file)
    #expect(await teacher("import XI-ZPT.23 \(file.path) --yes --no-notify").status == 0)
    #expect(await teacher("history --csv").lines.last?.hasSuffix(",file results.csv") == true)
    #expect(await teacher("history", width: 120).out.contains("results.csv"))
  }

  @Test("What others changed since is kept and listed")
  func kept() async throws {
    let teacher = try await published()
    try await teacher.colleague("zkusade1", "du1", .number(10))
    let run = await teacher("undo 1 --yes", width: 80)
    #expect(run.status == 0)
    #expect(teacher.sent == ["ulehlur2 projekt null notify"])
    #expect(await teacher.stored("zkusade1", "du1") == .number(10))
    #expect(
      run.out == """
        XI-ZPT.23                                  Winter 2026/27

        Student          Username  Item               Old  →  New
        Ulehlová Uršula  ulehlur2  Semester project  12.5  →    –

        1 change (1 clears a value).

        Kept 1 value that has changed since.
          zkusade1 du1  now 10

        1 student will be notified.
        Published 1 change.
        1 student was notified.

        """)
  }

  @Test("As documents: the review with what is kept, then the outcome")
  func documents() async throws {
    let teacher = try await published()
    try await teacher.colleague("zkusade1", "du1", .number(10))
    let review = await teacher("undo 1 --dry-run --json")
    #expect(review.status == 0)
    #expect(
      review.out.hasSuffix(
        """
          "unchanged": 0,
          "problems": [
            {
              "row": null,
              "username": "zkusade1",
              "identifier": "du1",
              "kind": "kept",
              "message": "now 10"
            }
          ]
        }

        """))
    #expect(teacher.saves.isEmpty)
    let outcome = await teacher("undo 1 --yes --json")
    #expect(
      outcome.out == """
        {
          "published": 1,
          "conflicts": [],
          "unpublished": [
            {
              "username": "zkusade1",
              "identifier": "du1",
              "reason": "kept"
            }
          ]
        }

        """)
  }

  @Test("Where nothing of it stands any longer, nothing is done, and the status says so")
  func nothingLeft() async throws {
    let teacher = try await published()
    try await teacher.colleague("zkusade1", "du2", .number(7))
    let run = await teacher("undo --yes")
    #expect(run.status == 75)
    #expect(teacher.saves.isEmpty)
    #expect(run.out.contains("Kept 1 value that has changed since."))
    try await teacher.colleague("zkusade1", "du2", .number(6.5))
    #expect(await teacher("undo --yes").status == 0)
    #expect(teacher.saves.isEmpty)
  }

  @Test("An undo can wait as a draft, and asks like everything else")
  func draft() async throws {
    let teacher = try await published()
    #expect(await teacher("undo").status == 64)
    #expect(await teacher("undo 1 --draft").status == 0)
    #expect(await teacher.drafts() == ["ulehlur2 projekt 12.5 draft", "zkusade1 du1 1 8.75 draft"])
    #expect(await teacher("undo", width: 80, input: ["n"]).status == 130)
    #expect(teacher.saves.isEmpty)
  }

  @Test("Nothing to undo")
  func nothing() async throws {
    let teacher = try await Teacher.working()
    let run = await teacher("undo --yes")
    #expect(run.status == 0)
    #expect(run.err == "Nothing to undo.\n")
    #expect(await teacher("undo 3 --yes").status == 65)
    #expect(await teacher("history --json").out == "{\n  \"batches\": []\n}\n")
  }
}
