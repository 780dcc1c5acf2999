import AppTestSupport
import Foundation
import GradesServer
import TestSupport
import Testing

/// A number with a sign means one thing, wherever it is written.
@Suite("Relative values", .hangLimit, .inTurn)
struct RelativeValueTests {
  /// Where a value can be written.
  enum Face: CaseIterable {
    case cell, student, item, group, csv, json, sheet, studentSheet, enter, quickEntry

    /// Gives the student's first task a text, as a draft, and returns the status, if there is one.
    func write(_ text: String, by teacher: Teacher) async throws -> Int32? {
      let assignment = text.dropFirst().first == "=" ? text : "=" + text
      let set = ["set", Teacher.course, "--draft"]
      func file(_ name: String, _ content: String) async throws -> Int32? {
        let file = teacher.program.home.file(name)
        try Data(content.utf8).write(to: file)
        return await teacher("import \(Teacher.course) \(file.path) --draft").status
      }
      func type(_ scene: String, _ keys: String) async -> Int32? {
        let app = teacher.program.open("--open \(scene)", columns: 100, rows: 20)
        _ = await app.text
        await app.type(keys)
        _ = await app.hangUp()
        return nil
      }
      switch self {
      case .cell: return await teacher.program.run(set + ["zkusade1:du1" + assignment]).status
      case .student:
        return await teacher.program.run(
          set + ["--student", "zkusade1", "du1" + assignment]
        ).status
      case .item:
        return await teacher.program.run(
          set + ["--item", "du1", "zkusade1" + assignment]
        ).status
      case .group:
        return await teacher.program.run(
          set + ["--item", "du1", "--group", "ALL", text]
        ).status
      case .csv: return try await file("a.csv", "username,du1\nzkusade1,\(text)\n")
      case .json: return try await file("a.json", "{\"zkusade1\": {\"du1\": \"\(text)\"}}")
      case .sheet:
        return await type("group XI-ZPT.23 ALL", "<c-f>zkusade1<enter>\(text)<enter>")
      case .studentSheet:
        return await type("student XI-ZPT.23 zkusade1", "<down>\(text)<enter>")
      case .enter:
        return await teacher.program.run(
          ["enter", Teacher.course, "du1", "--overwrite"], piped: ["zkusade1 \(text)"]
        ).status
      case .quickEntry:
        return await type("enter XI-ZPT.23 du1", "zkusade1<enter>\(text)<enter>y<enter>")
      }
    }
  }

  @Test(
    "Only += and -= add, a minus is negative, and a plus alone is refused", arguments: Face.allCases
  )
  func signs(face: Face) async throws {
    for (text, wanted) in [("+=1", "4"), ("-=1", "2"), ("-1", "-1"), ("+1", nil)] {
      let teacher = try await Teacher.working()
      try await teacher.colleague("zkusade1", "du1", .number(3))
      let status = try await face.write(text, by: teacher)
      let drafts = try await teacher.program.drafts("username", "value")
        .filter { $0.hasPrefix("zkusade1 ") }
      #expect(drafts == (wanted.map { ["zkusade1 \($0)"] } ?? []), "\(face) \(text)")
      if let status { #expect(status == (wanted == nil ? 65 : 0), "\(face) \(text)") }
    }
  }

  @Test(
    "The refusal of a plus names both ways, in a command, a file and a cell",
    arguments: [
      ("en", "“+2,5” is ambiguous; write +=2,5 to add it, or 2,5 for the value"),
      ("cs", "„+2,5“ není jednoznačné; přičíst se dá +=2,5, samotná hodnota je 2,5"),
    ])
  func bothWays(language: String, sentence: String) async throws {
    let teacher = try await Teacher.working()
    let set = await teacher("set XI-ZPT.23 zkusade1:du1=+2,5 --dry-run --lang \(language)")
    #expect(set.status == 65)
    #expect(set.err.contains(sentence), "\(set.err)")
    let file = teacher.program.home.file("plus.csv")
    try Data("username;du1\nzkusade1;+2,5\n".utf8).write(to: file)
    let table = await teacher("import XI-ZPT.23 \(file.path) --dry-run --lang \(language)")
    #expect(table.status == 65)
    #expect(table.out.replacing("\n", with: " ").contains(sentence), "\(table.out)")
    let app = teacher.program.open(
      "--open group XI-ZPT.23 ALL --lang \(language)", columns: 120, rows: 12)
    _ = await app.text
    #expect(await app.type("+2,5").contains(sentence))
  }

  @Test("A value with a plus is one of those that --skip-invalid leaves out")
  func skipped() async throws {
    let teacher = try await Teacher.working()
    let set = "set XI-ZPT.23 zkusade1:du1=+1 druhyst2:du1=5 --yes --no-notify"
    #expect(await teacher(set).status == 65)
    #expect(teacher.saves.isEmpty)
    let run = await teacher("\(set) --skip-invalid --json")
    #expect(run.status == 0, "\(run.said)")
    #expect(try run.object()["published"] as? Int == 1)
    #expect(teacher.sent == ["druhyst2 du1 5"])
  }

  @Test("--add adds in each form of the command, also a negative number, and needs no value")
  func option() async throws {
    let teacher = try await Teacher.working()
    for student in ["testst01", "testst02", "testst03"] {
      try await teacher.colleague(student, "aktivita", .number(2))
    }
    let add = "set XI-ZPT.23 --yes --no-notify"
    for form in [
      "--item aktivita --group TEST --add -0,5",
      "--item aktivita testst01 testst02 testst03 --add 1",
      "testst01:aktivita --add +1",
    ] {
      let run = await teacher("\(add) \(form)")
      #expect(run.status == 0, "\(form): \(run.said)\(run.out)")
    }
    #expect(await teacher.stored("testst01", "aktivita") == .number(3.5))
    #expect(await teacher.stored("testst03", "aktivita") == .number(2.5))
    let both = await teacher("\(add) --item aktivita --group TEST --add 1 2")
    #expect(both.status == 64)
    let text = await teacher("\(add) --item slovne testst01 --add 1")
    #expect(text.status == 65)
    #expect((text.out + text.err).contains("“+=1” is not valid for this item"))
  }

  @Test("A table that adds adds nothing where a draft waits")
  func tableOverDrafts() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("zkusade1", "aktivita", .number(1))
    let file = teacher.program.home.file("bonus.csv")
    try Data("username,aktivita\nzkusade1,+=1\n".utf8).write(to: file)
    let add = "import XI-ZPT.23 \(file.path)"
    #expect(await teacher("\(add) --draft").status == 0)
    let again = await teacher("\(add) --yes")
    #expect(again.status == 65)
    #expect(again.err.contains("Nothing was added"), "\(again.err)")
    #expect(teacher.saves.isEmpty)
  }
}
