import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// Files of every kind that spreadsheets write, and complaints that name row and column.
@Suite("Import", .inTurn)
struct ImportTests {
  /// Imports bytes from a file.
  private func run(
    _ teacher: Teacher, _ data: Data, _ options: String = "--yes", width: Int? = nil
  ) async throws -> Program.Run {
    let file = teacher.program.home.file("results.csv")
    try data.write(to: file)
    return await teacher.program.run(
      ["import", Teacher.course, file.path] + options.split(separator: " ").map(String.init),
      width: width)
  }

  @Test("From standard input, which cannot be asked")
  func standardInput() async throws {
    let teacher = try await Teacher.working()
    let lines = ["username,du1", "zkusade1,7.5"]
    let arguments = ["import", Teacher.course, "-"]
    let run = await teacher.program.run(arguments, input: lines)
    #expect(run.status == 64)
    #expect(teacher.saves.isEmpty)
    let consented = await teacher.program.run(arguments + ["--yes"], piped: lines)
    #expect(consented.status == 0)
    #expect(teacher.sent == ["zkusade1 du1 7.5 notify"])
  }

  @Test("Every problem names its row and column; nothing is sent")
  func complaints() async throws {
    let teacher = try await Teacher.working()
    let text = """
      username;lastName;du1;body;nothing;du2;zapocet
      zkusade1;Zkušební;abc;50;1;1,234;x
      nobody;Nikdo;5;;;;
      ;Bez;5;;;;
      ulehlur1;Úlehlová;13;;;;
      zkusade1;Zkušební;4;;;;
      cibulja1;Cibulka;5;;;;;9
      """
    let run = try await run(teacher, Data(text.utf8), "--yes", width: 100)
    #expect(run.status == 65)
    #expect(
      run.out == """
        XI-ZPT.23                                                 Winter 2026/27

        Student          Username  Item     Old  →  New
        Úlehlová Úršula  ulehlur1  Task 1  8.25  →   13  above the maximum of 10

        1 change (1 replaces a value). 1 value out of bounds. Rejected 7 values:
          row 2            zkusade1      contradicts row 6 about the same student (du1: abc, 4)
          row 2, column 3  zkusade1 du1  “abc” is not a number
          row 2, column 6  zkusade1 du2  “1,234” is ambiguous (thousands or decimals?); remove the separator
                                         or change the number of decimal places
          row 3            nobody        not a student of this course
          row 4                          no student given
          row 6            zkusade1      contradicts row 2 about the same student (du1: abc, 4)
          row 7            cibulja1      more cells than the header, text after a closing quotation mark, or
                                         part of a second table

          row 1, column 5  column “nothing” is not an evaluation item
          row 1, column 4  column “body” is computed; skipped
          row 1, column 7  column “zapocet” is computed; skipped
        28 students missing from the file: bartada1, capekka1, capkoja1, chaluch1, charved1, …

        """)
    #expect(
      run.err == """
        Nothing was changed. Fix the rejected values, or skip them with --skip-invalid.

        """)
    #expect(teacher.saves.isEmpty)
    let rest = try await self.run(
      teacher, Data(text.utf8), "--yes --skip-invalid --allow-out-of-bounds")
    #expect(rest.status == 0)
    #expect(teacher.sent == ["ulehlur1 du1 13 notify"])
  }

  private static let doubled = """
    username,du1,du2,DU2
    cibulja1,5,1,2
    cibulja1,6,,
    capekka1,7,,
    """

  @Test("What is there twice and contradicts itself is refused as a whole, and all of it is named")
  func contradictions() async throws {
    let teacher = try await Teacher.working()
    let run = try await run(
      teacher, Data(Self.doubled.utf8), "--yes --skip-invalid --no-notify", width: 100)
    #expect(run.status == 0)
    #expect(
      run.out.replacing("\u{A0}", with: " ").contains(
        """
        1 change (1 replaces a value). Rejected 4 values:
          row 1, column 3            column “du2” appears more than once, also as column 4; all of them were
                                     rejected
          row 1, column 4            column “DU2” appears more than once, also as column 3; all of them were
                                     rejected
          row 2            cibulja1  contradicts row 3 about the same student (du1: 5, 6)
          row 3            cibulja1  contradicts row 2 about the same student (du1: 5, 6)

        """))
    #expect(teacher.sent == ["capekka1 du1 7"])
  }

  @Test("The same in JSON, for programs")
  func document() async throws {
    let teacher = try await Teacher.working()
    let text = "username,du1\nzkusade1,abc\nnobody,1\n"
    let run = try await run(teacher, Data(text.utf8), "--dry-run --json --group TEST")
    #expect(run.status == 65)
    #expect(
      run.out == """
        {
          "course": "XI-ZPT.23",
          "semester": "B261",
          "notify": true,
          "changes": [],
          "unchanged": 0,
          "problems": [
            {
              "row": 2,
              "username": "zkusade1",
              "identifier": null,
              "kind": "outsideGroup",
              "message": "not in the group; to change it anyway, add --allow-other-students"
            },
            {
              "row": 3,
              "username": "nobody",
              "identifier": null,
              "kind": "unknownStudent",
              "message": "not a student of this course"
            },
            {
              "row": null,
              "username": "testst01",
              "identifier": null,
              "kind": "missingFromFile",
              "message": "not in the file"
            },
            {
              "row": null,
              "username": "testst02",
              "identifier": null,
              "kind": "missingFromFile",
              "message": "not in the file"
            },
            {
              "row": null,
              "username": "testst03",
              "identifier": null,
              "kind": "missingFromFile",
              "message": "not in the file"
            }
          ]
        }

        """)
  }

  @Test("Equal problems are one line, of any number of rows and students")
  func equalProblems() async throws {
    let teacher = try await Teacher.working()
    // Each of them may be a student who is written wrongly.
    let strangers = (1...30).map { "nobody\($0)" }.joined(separator: ", ")
    let rows = (1...30).map { "nobody\($0);;x\n;5;\n" }.joined()
    let broken = "ulehlur1;2;3;4\n"
    let others = "zkusade1;N/A;\n\(broken)cibulja1;N/A;\n\(broken)"
    let run = try await run(teacher, Data("login;du1;du2\n\(rows)\(others)".utf8))
    #expect(run.status == 65)
    #expect(
      run.err.split(separator: "\n") == [
        "30 rows (2–60) \(strangers): not a student of this course",
        "30 rows (3–61): no student given",
        "row 62, column 2 zkusade1:du1: “N/A” is not a number",
        "2 rows (63, 65) ulehlur1: more cells than the header, text after a closing quotation mark, or part of a second table",
        "row 64, column 2 cibulja1:du1: “N/A” is not a number",
        "Nothing was changed. Fix the rejected values, or skip them with --skip-invalid.",
      ])
  }

  @Test(
    "What a bad byte, a page and a --students file lack is named, and titles are one short line")
  func namedFaults() async throws {
    let teacher = try await Teacher.working()
    let bytes = Data(Array("login;slovne\nzkusade1;ře".utf8) + [0xE8, 0x0A])
    #expect(
      try await run(teacher, bytes).err
        == "Error: Line 2, column 12 is not UTF-8, and the file is not Czech in Windows-1250. Save it as UTF-8, or name its encoding with --encoding.\n"
    )
    let chosen = try await run(teacher, bytes, "--encoding windows-1250 --dry-run --json")
    #expect(chosen.out.contains("\"to\": \"Ĺ™eč\""), "\(chosen.out)\(chosen.err)")
    #expect(try await run(teacher, bytes, "--encoding koi8 --dry-run").status == 64)
    let page = "<html><body>" + String(repeating: "<p>abc</p>", count: 500)
    let web = try await run(teacher, Data(page.utf8))
    #expect(web.err.hasPrefix("Error: The file is HTML, not a table.") && web.err.count < 200)
    let title = String(repeating: "x", count: 90)
    let long = try await run(teacher, Data("\"two\nlines\";\(title)\n1;2\n".utf8))
    #expect(long.err.contains("Headers found: two lines, \(String(repeating: "x", count: 59))…."))
    let map = teacher.program.home.file("who.csv")
    try Data("Karta;login\n1;2;3;\"\n".utf8).write(to: map)
    let mapped = try await run(
      teacher, Data("Karta;du1\n1;2\n".utf8), "--students \(map.path) --yes")
    #expect(mapped.err == "Error: who.csv: Row 2: missing closing quotation mark.\n")
    // The chosen encoding is that of both files: in it this byte is ž.
    let beetle = Data([0xBE] + Array("uk".utf8))
    try (Data("Karta;login\n".utf8) + beetle + Data(";zkusade1\n".utf8)).write(to: map)
    let encoded = try await run(
      teacher, Data("Karta;du1\n".utf8) + beetle + Data(";2\n".utf8),
      "--students \(map.path) --encoding iso-8859-2 --dry-run --json")
    #expect(encoded.out.contains("\"username\": \"zkusade1\""), "\(encoded.err)")
  }

  @Test("A file with whole columns leaves the drafts of cells that nobody touched in it")
  func waitingDrafts() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=8 --draft").status == 0)
    let export = await teacher("export XI-ZPT.23 --item du1 --item du2")
    let untouched = try await run(teacher, Data(export.out.utf8))
    #expect(untouched.status == 0)
    #expect(untouched.err == "Kept 1 draft: the file has the same value as Grades.\n")
    #expect(await teacher.drafts() == ["zkusade1 du1 8.75 8 draft"])
    let other = try await run(
      teacher, Data("username,du1,du2\nzkusade1,8.75,1\n".utf8), "--yes --no-notify")
    #expect(other.status == 0)
    #expect(other.err == untouched.err)
    #expect(teacher.sent == ["zkusade1 du2 1"])
    #expect(await teacher.drafts() == ["zkusade1 du1 8.75 8 draft"])
  }

  @Test(
    "However the service says that it has no test students, an unknown student is only unknown",
    arguments: [400, 403, 404])
  func noTestStudents(status: Int) async throws {
    let teacher = try await Teacher.working()
    teacher.control.add(Fault("GET", "/group/TEST/", times: nil, .answer(status: status)))
    let run = try await run(
      teacher, Data("username,du1\nnobody,6\nzkusade1,1\n".utf8), "--yes --skip-invalid")
    #expect(run.status == 0)
    #expect(run.out.contains("row 2  nobody"))
    #expect(teacher.sent == ["zkusade1 du1 1 notify"])
  }
}
