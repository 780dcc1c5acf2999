import AppTestSupport
import Foundation
import GradesConfiguration
import TestSupport
import Testing

/// Files that other programs and people write: who is meant, and what.
@Suite("Files of others", .inTurn)
struct ForeignTableTests {
  private func run(
    _ teacher: Teacher, _ text: String, _ options: [String] = ["--yes", "--no-notify"],
    name: String = "results.csv"
  ) async throws -> Program.Run {
    let file = teacher.program.home.file(name)
    try Data(text.utf8).write(to: file)
    return await teacher.program.run(["import", Teacher.course, file.path] + options)
  }

  @Test("Students are found by personal number, which some years' answers have")
  func personalNumbers() async throws {
    let teacher = try await Teacher.working()
    func imported(_ rows: String, _ options: [String]) async throws -> Program.Run {
      let file = teacher.program.home.file("results.csv")
      try Data("Osobní číslo;E-mail;test\n\(rows)".utf8).write(to: file)
      return await teacher.program.run(
        ["import", "XI-ALG.21", file.path, "--semester", "B242"] + options)
    }
    // A spreadsheet may have dropped zeros or added them.
    let run = try await imported("0900001;;7,5\n", ["--yes", "--no-notify"])
    #expect(run.status == 0, "\(run.out)\(run.err)")
    #expect(teacher.sent == ["zkusade1 test 7.5"])
    let wrong = try await imported(
      "900001;cibulja1@example.org;1\n123;;2\n", ["--yes", "--no-notify"])
    #expect(wrong.status == 65)
    #expect(wrong.out.contains("cibulja1@example.org, 900001"))
    #expect(wrong.out.contains("123"))
    #expect(teacher.saves.count == 1)
  }

  @Test("The user's own table of students, and own headers that are remembered")
  func maps() async throws {
    let teacher = try await Teacher.working()
    let map = teacher.program.home.file("map.csv")
    try Data("Karta;username\nA-17;zkusade1\nB-4;cibulja1\n".utf8).write(to: map)
    let text = "karta;HW 1\nA-17;7,5\nB-4;2\n"
    let students = ["--students", map.path, "--yes", "--no-notify"]
    let first = try await run(teacher, text, students + ["--map", "HW 1=du1"])
    #expect(first.status == 0, "\(first.out)\(first.err)")
    // They are remembered from now on.
    #expect(first.err == "")
    #expect(teacher.sent == ["cibulja1 du1 2", "zkusade1 du1 7.5"])
    let again = try await run(teacher, text, students)
    #expect(
      again.err == "Using remembered headers: HW 1 = du1. To forget them, add --forget-map.\n")
    #expect(again.out.contains("2 unchanged"))
    let forgotten = try await run(teacher, text, students + ["--forget-map"])
    #expect(forgotten.status == 65)
    #expect(forgotten.err.hasPrefix("Forgot the headers remembered for XI-ZPT.23.\n"))
    let absent = try await run(
      teacher, text,
      ["--students", map.path, "--map", "HW 1=du1", "--map", "HW 2=du2", "--dry-run"])
    #expect(absent.err.contains("--map: the file has no column “HW 2”.\n"))
    let unknown = try await run(teacher, text, students + ["--map", "HW 1=nothing"])
    #expect(unknown.status == 65)
    // To the table these are two headers.
    let blanks = try await run(
      teacher, text,
      ["--students", map.path, "--map", "HW1=du2", "--map", "HW  1=du1", "--dry-run"])
    #expect(blanks.status == 0, "\(blanks.err)")
    #expect(blanks.err.contains("--map: the file has no column “HW1”.\n"), "\(blanks.err)")
    let malformed = try await run(teacher, text, students + ["--map", "HW 1"])
    #expect(malformed.status == 64)
  }

  @Test("A remembered header whose item is gone means no other item that is called so")
  func headerOfAGoneItem() async throws {
    let teacher = try await Teacher.working()
    let options = ["--yes", "--no-notify"]
    let first = try await run(
      teacher, "username;Task 2\nzkusade1;7,5\n", options + ["--map", "Task 2=du1"])
    #expect(first.status == 0, "\(first.err)")
    #expect(teacher.sent == ["zkusade1 du1 7.5"])
    try forgetItem("du1", in: teacher)
    let other = try await run(teacher, "username;Task 2;du3\nzkusade1;3;4\n", options)
    #expect(other.status == 0 && other.out.contains("Task 2"), "\(other.out)")
    #expect(other.err.contains("“Task 2” is remembered as gone, which the course no longer has."))
    #expect(!other.out.contains("Did you mean"))
    #expect(teacher.sent.count == 2 && teacher.sent[1].hasPrefix("zkusade1 du3 4"))
  }

  /// Lets the remembered headers mean an item that the course does not have.
  private func forgetItem(_ item: String, in teacher: Teacher) throws {
    let program = teacher.program
    let file = try program.paths.headersFile(
      of: GradesConfiguration(environment: program.environment, paths: program.paths).host)
    let headers = try String(contentsOf: file, encoding: .utf8)
    try #require(headers.contains(item))
    try Data(headers.replacing(item, with: "gone").utf8).write(to: file)
  }

  @Test("One value in a row, with notes")
  func long() async throws {
    let teacher = try await Teacher.working()
    let text = "student,item,value,note\nzkusade1,du1,7.5,late\nzkusade1,Task 2,3,\n"
    let run = try await run(teacher, text)
    #expect(run.status == 0, "\(run.out)\(run.err)")
    #expect(teacher.sent == ["zkusade1 du1 7.5 (late)", "zkusade1 du2 3"])
    let wrong = try await self.run(teacher, "username,item,value\nzkusade1,nothing,1\n")
    #expect(wrong.status == 65)
  }

  @Test(
    "JSON of both forms",
    arguments: [
      #"[{"username": "zkusade1", "items": {"du1": 7.5, "zapocet": null}}]"#,
      #"{"zkusade1": {"du1": {"value": 7.5, "note": null}}}"#,
      #"[{"student": "zkusade1", "item": "du1", "value": "7,5"}]"#,
    ])
  func json(text: String) async throws {
    let teacher = try await Teacher.working()
    let run = try await run(teacher, text, name: "results.json")
    #expect(run.status == 0, "\(run.out)\(run.err)")
    #expect(teacher.sent == ["zkusade1 du1 7.5"])
  }

  @Test(
    "Mistakes of JSON have line and column",
    arguments: [
      ("[{\"username\": \"zkusade1\",\n \"items\": {\"du1\": }}]", "line 2, column 19"),
      ("[{\"username\": \"zkusade1\"", "line 1, column 25"),
      ("[\n  {\"items\": {}}]", "Line 2, column 3 of the JSON lacks “username”"),
      ("{\"zkusade1\": {\"du1\": [1]}}", "line 1, column 22"),
      // Other documents of ours have other members.
      ("{\"course\": \"XI-ZPT.23\"}", "Line 1, column 12 of the JSON lacks “items”"),
      ("[{\"username\": \"zkusade1\", \"values\": {}}]", "lacks “items”"),
    ])
  func jsonMistakes(text: String, position: String) async throws {
    let teacher = try await Teacher.working()
    let run = try await run(teacher, text, name: "results.json")
    #expect(run.status == 65)
    #expect(run.err.contains(position), "\(run.err)")
    #expect(teacher.saves.isEmpty)
  }

  @Test("A binary file is no text table, and none of its bytes are printed")
  func binary() async throws {
    let teacher = try await Teacher.working()
    for start in ["%PDF-1.7\n", "username\u{0},du1"] {
      let run = try await run(teacher, start + "xyz;\u{1}", ["--yes"])
      #expect(run.status == 65)
      #expect(run.out.isEmpty)
      #expect(run.err == "Error: This is not a table. Save it as CSV or .xlsx.\n")
    }
  }

  @Test("Full names alone are a proposal: a script needs a flag")
  func names() async throws {
    let teacher = try await Teacher.working()
    let text = "Příjmení;Jméno;du1\nZkušební;Adéla;7,5\n"
    let refused = try await run(teacher, text, ["--yes"])
    #expect(refused.status == 65)
    #expect(
      refused.err == """
        Rows were matched by full name only. Check each one.
        Nothing was changed: rows were matched by full name only. Check them, then add --match-names.

        """)
    #expect(teacher.saves.isEmpty)
    let whole = try await run(
      teacher, "Student;du1\nAdéla Zkušební;7,5\n", ["--yes", "--no-notify", "--match-names"])
    #expect(whole.status == 0)
    #expect(teacher.sent == ["zkusade1 du1 7.5"])
  }

  @Test("Students outside the group are named and not sent, unless that is allowed")
  func otherStudents() async throws {
    let teacher = try await Teacher.working()
    let members = await teacher("group XI-ZPT.23 101 du1 --csv").lines.dropFirst().map {
      String($0.prefix { $0 != "," })
    }
    let everyone = await teacher("group XI-ZPT.23 ALL du1 --csv").lines.dropFirst().map {
      String($0.prefix { $0 != "," })
    }
    let inside = try #require(members.first)
    let outside = try #require(everyone.first { !members.contains($0) })
    let text = "username,du1\n\(inside),1.25\n\(outside),1.25\n"
    let run = try await run(teacher, text, ["--group", "101", "--yes", "--no-notify"])
    #expect(run.status == 0, "\(run.out)\(run.err)")
    #expect(run.out.contains("row 3  \(outside)  not in the group"))
    #expect(teacher.sent == ["\(inside) du1 1.25"])
    let all = try await self.run(
      teacher, text, ["--group", "101", "--allow-other-students", "--yes", "--no-notify"])
    #expect(all.status == 0)
    #expect(teacher.sent.last == "\(outside) du1 1.25")
  }

  @Test("Notes are columns: exported, changed, kept where empty, and removed with a flag")
  func notes() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("zkusade1", "du1", .number(6), note: "late")
    let export = await teacher("export XI-ZPT.23 --notes")
    #expect(export.out.hasPrefix("username,lastName,firstName,ukoly,du1,du1:note,du2,du2:note"))
    let same = try await run(teacher, export.out, ["--dry-run"])
    #expect(same.out.contains("No changes."), "\(same.out.prefix(800))")
    let changed = try await run(
      teacher, "username,du1:note,du2,du2:note\nzkusade1,twice,,\ncibulja1,,1,first\n")
    #expect(changed.status == 0)
    #expect(teacher.sent == ["cibulja1 du2 1 (first)", "zkusade1 du1 6 (twice)"])
    let kept = try await run(teacher, "username,du1,du1:note\nzkusade1,6,\n")
    #expect(kept.out.contains("No changes."))
    let cleared = try await run(
      teacher, "username,du1,du1:note\nzkusade1,6,\n", ["--clear-notes", "--yes", "--no-notify"])
    #expect(cleared.status == 0)
    #expect(teacher.sent.last == "zkusade1 du1 6")
  }

  @Test(
    "A file that changes nothing needs no --yes, and a missing one is noticed before it is asked for"
  )
  func unchanged() async throws {
    let teacher = try await Teacher.working()
    let run = try await run(teacher, "username,du1\nzkusade1,8.75\n", [])
    #expect(run.status == 0)
    #expect(run.out.contains("No changes."))
    let missing = await teacher("import XI-ZPT.23 /nowhere/x.csv")
    #expect(missing.status == 65)
    #expect(missing.err == "Error: File not found: /nowhere/x.csv.\n")
  }

  @Test("Drafts that are not shown are counted; with a flag they are shown and marked")
  func drafts() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
    let hint = "1 draft not shown. Use --with-drafts to show it.\n"
    for command in ["group XI-ZPT.23 ALL du1", "student XI-ZPT.23 zkusade1"] {
      let plain = await teacher(command)
      #expect(plain.err.contains(hint))
      let shown = await teacher(command + " --with-drafts")
      #expect(!shown.err.contains(hint))
      #expect(shown.out.contains("1*"))
      #expect(shown.out.contains("* draft, not published yet"))
      #expect(await teacher(command + " --with-drafts --json").out.contains("\"draft\": true"))
    }
    #expect(await !teacher("group XI-ZPT.23 ALL du2").err.contains(hint))
    let export = await teacher("export XI-ZPT.23 --item du1 --with-drafts")
    #expect(export.lines.contains { $0.hasPrefix("zkusade1,") && $0.hasSuffix(",1,du1") })
    #expect(await teacher("export XI-ZPT.23 --item du1").err.contains(hint))
  }

  @Test("A whole group is changed by so much; who is not graded is named and left out")
  func relative() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("testst01", "du1", .number(5))
    try await teacher.colleague("testst02", "du1", nil)
    try await teacher.colleague("testst03", "du1", .number(9.7))
    let text = await teacher("set XI-ZPT.23 --item slovne --group TEST +=1 --yes")
    #expect((text.out + text.err).contains("“+=1” is not valid"), "\(text.err)")
    let more = await teacher("set XI-ZPT.23 --item du1 --group TEST +=1 --yes --no-notify")
    #expect(more.status == 65)
    #expect(more.out.contains("Skipped 1 student without a value: testst02"))
    #expect(teacher.saves.isEmpty)
    let less = await teacher("set XI-ZPT.23 --item du1 --group TEST -=0.5 --yes --no-notify")
    #expect(less.status == 0, "\(less.out)\(less.err)")
    #expect(teacher.sent == ["testst01 du1 4.5", "testst03 du1 9.2"])
    let itself = await teacher("set XI-ZPT.23 --item aktivita --group TEST -2 --yes --no-notify")
    #expect(itself.status == 0)
    #expect(await teacher.stored("testst01", "aktivita") == .number(-2))
    // What comes of it is compared with the bounds of -5 and 5, not the distance.
    let below = await teacher("set XI-ZPT.23 --item aktivita --group TEST -=4 --dry-run")
    #expect(below.out.contains("below the minimum of -5"), "\(below.out)")
    let above = await teacher("set XI-ZPT.23 --item aktivita --group TEST +=8 --dry-run")
    #expect(above.out.contains("above the maximum of 5"), "\(above.out)")
  }

  @Test("Nothing is added twice: with drafts waiting nothing is added", arguments: ["en", "cs"])
  func addedTwice(language: String) async throws {
    let teacher = try await Teacher.working()
    for student in ["testst01", "testst02", "testst03"] {
      try await teacher.colleague(student, "du1", .number(5))
    }
    let add = "set XI-ZPT.23 --item du1 --group TEST +=1 --lang \(language)"
    #expect(await teacher(add + " --draft").status == 0)
    let drafts = await teacher.drafts()
    #expect(drafts.count == 3)
    // One of them is published, and the others still wait.
    #expect(await teacher("discard XI-ZPT.23 testst01:du1 --yes").status == 0)
    try await teacher.colleague("testst01", "du1", .number(6))
    for options in [" --yes", " --yes --skip-invalid", " --draft", " --dry-run"] {
      let again = await teacher(add + options)
      #expect(again.status == 65, "\(options)")
      #expect(again.out.contains("testst02") && again.out.contains("testst03"))
      #expect(
        again.err.contains(
          language == "en"
            ? "Nothing was added, because these drafts may come from an earlier run."
            : "Nic se nepřičetlo: koncepty mohou být z"))
      #expect(again.err.contains("grades publish XI-ZPT.23"))
    }
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.drafts() == drafts.filter { !$0.hasPrefix("testst01") })
    #expect(await teacher("publish XI-ZPT.23 --yes --no-notify").status == 0)
    #expect(teacher.sent == ["testst02 du1 6", "testst03 du1 6"])
    #expect(await teacher(add + " --yes --no-notify").status == 0)
    #expect(await teacher.stored("testst01", "du1") == .number(7))
  }

  @Test("Own headers are remembered when the review is accepted, and not before")
  func mapAfterReview() async throws {
    let teacher = try await Teacher.working()
    let file = teacher.program.home.file("quiz.csv")
    try Data("username;HW 1\nzkusade1;7,5\n".utf8).write(to: file)
    let arguments = ["import", Teacher.course, file.path, "--map", "HW 1=du1"]
    #expect(await teacher.program.run(arguments, input: ["n"]).status == 130)
    #expect(await teacher("import XI-ZPT.23 \(file.path) --dry-run").status == 65)
    #expect(await teacher.program.run(arguments + ["--dry-run"]).status == 0)
    #expect(await teacher("import XI-ZPT.23 \(file.path) --dry-run").status == 65)
    #expect(await teacher.program.run(arguments, input: ["d"]).status == 0)
    #expect(await teacher("import XI-ZPT.23 \(file.path) --dry-run").status == 0)
  }

  @Test("Without the service a draft is made of what is stored, and of what was published since")
  func offline() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("group XI-ZPT.23 ALL").status == 0)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=5 --yes --no-notify").status == 0)
    await teacher.service.stop()
    let run = await teacher("set XI-ZPT.23 zkusade1:du1=6 druhyst2:du1=7 --draft")
    #expect(run.status == 0, "\(run.err)")
    #expect(run.err.contains("Cannot reach Grades; compared with data from "))
    #expect(await teacher.drafts() == ["druhyst2 du1 9.75 7 draft", "zkusade1 du1 5 6 draft"])
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=6 --yes").status == 69)
  }
}
