import AppTestSupport
import Foundation
import GradesCore
import GradesTesting
import TestSupport
import Testing

/// Statistics and selections from the command line, over the embedded service.
@Suite("Statistics of a group, from the command line", .inTurn)
struct StatisticsCommandTests {
  private func teacher() async throws -> Program {
    try await Program.signedIn(to: .shared(), as: "ucitezk1")
  }

  @Test("An item of yes and no shows how many have yes")
  func answers() async throws {
    let teacher = try await Teacher.working()
    let assessment = await teacher("stats XI-ZPT.23 zapocet")
    #expect(assessment.out.contains("Item        Graded       Yes\n"))
    #expect(assessment.out.contains("Assessment   30/30  25 (83%)\n"))
    #expect(await teacher.program.run(["stats", "XI-ZPT.23", "Test A", "--json"]).status == 0)
  }

  @Test("Tables at four widths, in both languages, and without a terminal")
  func widths() async throws {
    let program = try await teacher()
    expectFrame("Statistics/all", await widths(of: "stats XI-ZPT.23", program))
    expectFrame("Statistics/item", await widths(of: "stats XI-ZPT.23 du1 zapocet", program))
    expectFrame(
      "Statistics/parallel", await widths(of: "stats XI-ZPT.23 du1 --by parallel", program))
    expectFrame(
      "Statistics/semester", await widths(of: "stats XI-ZPT.23 du1 --by semester", program))
    #expect(await program("stats XI-ZPT.23 du1").status == 0)
  }

  /// What a command prints in both languages at four widths.
  private func widths(of command: String, _ program: Program) async -> String {
    var shown = ""
    for language in ["en", "cs"] {
      for width in [40, 80, 120, 200] {
        let run = await program("\(command) --lang \(language)", width: width)
        #expect(run.status == 0)
        #expect(run.lines.allSatisfy { $0.count <= width })
        shown += "== \(language) \(width)\n\(run.out.replacing("\u{A0}", with: " "))"
      }
    }
    return shown
  }

  @Test("The document agrees with the group's values, and CSV with the document")
  func figures() async throws {
    let program = try await teacher()
    let values = try await numbers("du1", program)
    let document = try await program.object("stats XI-ZPT.23 du1 --json")
    #expect(Set(document.keys).isSuperset(of: ["course", "semester", "group", "items", "grades"]))
    let item = try #require((document["items"] as? [[String: Any]])?.first)
    let summary = try #require(NumberSummary(values.compactMap(\.self)))
    #expect(item["identifier"] as? String == "du1")
    #expect(item["count"] as? Int == values.count)
    #expect(item["graded"] as? Int == summary.count)
    #expect(item["missing"] as? Int == values.count - summary.count)
    #expect(item["mean"] as? Double == summary.mean)
    #expect(
      item["quartiles"] as? [Double]
        == [summary.lowerQuartile, summary.median, summary.upperQuartile])
    let bins = try #require(item["bins"] as? [[String: Any]])
    #expect(bins.compactMap { $0["count"] as? Int }.reduce(0, +) == summary.count)
    let csv = await program("stats XI-ZPT.23 du1 --csv")
    #expect(csv.lines.count == 2)
    #expect(csv.lines[1].hasPrefix("du1,\(values.count),\(summary.count),"))
  }

  @Test("Parts are named; parallels, semesters and groups have their own")
  func parts() async throws {
    let program = try await teacher()
    for (key, prefix) in [("parallel", "PARALLEL_"), ("semester", "B")] {
      let document = try await program.object("stats XI-ZPT.23 du1 --by \(key) --json")
      #expect(document["by"] as? String == key)
      let groups = try #require(document["groups"] as? [[String: Any]])
      #expect(groups.contains { ($0["key"] as? String)?.hasPrefix(prefix) == true }, "\(key)")
      #expect(groups.allSatisfy { $0["items"] != nil })
    }
    let author = await program("stats XI-ZPT.23 --by author")
    #expect(author.status == 64)
    #expect(author.err.contains("parallel, semester, group"), "\(author.err)")
    let groups = try await program.object(
      "stats XI-ZPT.23 du1 --group MY_PARALLELS --group ALL --json")
    let named = try #require(groups["groups"] as? [[String: Any]])
    #expect(named.compactMap { $0["key"] as? String } == ["MY_PARALLELS", "ALL"])
    #expect(await program("stats XI-ZPT.23 --by group").status == 64)
    #expect(await program("stats XI-ZPT.23 --by parallel --group ALL --group TEST").status == 64)
  }

  @Test("A semester that this teacher may not read counts as absent")
  func refusedSemester() async throws {
    let (program, service) = try await Program.atService(as: "ucitezk1")
    service.control.add(
      Fault(
        "GET", "/group/ALL/student-classifications", skipping: 1, times: nil,
        .answer(status: 403)))
    let document = try await program.object("stats XI-ZPT.23 du1 --by semester --json")
    let groups = try #require(document["groups"] as? [[String: Any]])
    #expect(groups.compactMap { $0["key"] as? String } == ["B261"])
  }

  @Test("An item without a minimum, and a course that --below-minimum took, are named")
  func minimum() async throws {
    let program = try await teacher()
    let none = await program("stats XI-ZPT.23 --below-minimum aktivita")
    #expect(none.status == 65)
    #expect(none.said.contains("aktivita in XI-ZPT.23 has no minimum."))
    #expect(await program("group XI-ZPT.23 --csv --below-minimum slovne").status == 65)
    for command in ["stats --below-minimum XI-ZPT.23 du1", "group --below-minimum XI-ZPT.23 ALL"] {
      let taken = await program(command)
      #expect(taken.status == 64)
      #expect(taken.said.contains("Use XI-ZPT.23 --below-minimum, --below-minimum=ITEM."))
    }
  }

  @Test("A selection is the same for group and stats, and says of how many")
  func selections() async throws {
    let program = try await teacher()
    let values = try await numbers("du1", program)
    let few = values.count { $0.map { $0 < 7 } ?? false }
    let run = await program.run(["group", "XI-ZPT.23", "ALL", "du1", "--where", "du1 < 7"])
    #expect(run.status == 0)
    #expect(run.out.contains("\(few) of \(values.count) students"))
    let selected = await program.run(["stats", "XI-ZPT.23", "du1", "--where", "du1 < 7", "--csv"])
    #expect(selected.lines.last?.hasPrefix("du1,\(few),\(few),") == true)
    let missing = await program("group XI-ZPT.23 ALL du1 --missing du1 --csv")
    #expect(missing.lines.count - 1 == values.count { $0 == nil })
    let below = await program("group XI-ZPT.23 ALL --below-minimum --csv")
    #expect(below.status == 0)
    #expect(below.lines.count < values.count)
    #expect(await program("group XI-ZPT.23 ALL --below-minimum=du1 --json").status == 0)
    // The item is joined to the option, so that what follows is none.
    let all = await program("group XI-ZPT.23 ALL du1 --csv")
    let item = await program("group XI-ZPT.23 ALL du1 --below-minimum=du1 --csv")
    #expect(item.status == 0, "\(item.err)")
    #expect(item.lines.first == all.lines.first)
    #expect(item.lines.count > 1 && Set(item.lines).isStrictSubset(of: all.lines))
    let figures = await program("stats XI-ZPT.23 du1 --below-minimum=du1 --csv")
    #expect(figures.lines.last?.hasPrefix("du1,\(item.lines.count - 1),") == true)
    let nobody = await program.run(["group", "XI-ZPT.23", "ALL", "--where", "du1 > 1000"])
    #expect(nobody.out.contains("No students match."))
  }

  @Test("A wrong condition is wrong use, with a caret under the mistake")
  func mistakes() async throws {
    let program = try await teacher()
    let run = await program.run(["group", "XI-ZPT.23", "ALL", "--where", "zapocet && dx1 < 5"])
    #expect(run.status == 64)
    #expect(run.out == "")
    #expect(run.err.hasPrefix("  zapocet && dx1 < 5\n             ^\n"))
    #expect(run.err.contains("Did you mean du1?"))
    for (condition, suggestion) in [
      ("du1 = 5", "=="), ("du1 > 5 and du2 > 5", "&&"), ("du1 > 7,5", "."),
      ("Homework > 5", "ukoly"),
      ("task 1 > 5", "du1"),
    ] {
      let run = await program.run(["group", "XI-ZPT.23", "ALL", "--where", condition])
      #expect(run.err.contains("Did you mean \(suggestion)?"), "\(run.err)")
    }
    #expect(await program("stats XI-ZPT.23 --where du1").status == 64)
    #expect(await program("stats XI-ZPT.23 --missing dx1").status == 65)
    #expect(await program("group XI-ZPT.23 ALL --columns email,shoes").status == 64)
  }

  @Test("Addresses for a mail, and columns beside the values")
  func columns() async throws {
    let program = try await teacher()
    let run = await program("group XI-ZPT.23 ALL --emails")
    #expect(run.status == 0)
    #expect(run.lines.count <= 1)
    #expect(run.out.split(separator: ",").allSatisfy { $0.contains("@") })
    #expect(await program("group XI-ZPT.23 ALL --emails --json").status == 64)
    let csv = await program("group XI-ZPT.23 ALL du1 --columns email,parallel --csv")
    #expect(csv.lines.first == "username,lastName,firstName,email,parallel,du1")
    let table = await program("group XI-ZPT.23 ALL du1 --columns parallel", width: 100)
    #expect(table.out.contains("Parallel"))
  }

  /// The numbers of all students in an item.
  private func numbers(_ item: String, _ program: Program) async throws -> [Double?] {
    let document = try await program.object("group XI-ZPT.23 ALL \(item) --json")
    let students = try #require(document["students"] as? [[String: Any]])
    return students.map { student in
      let values = student["values"] as? [String: [String: Any]]
      return values?[item]?["value"] as? Double
    }
  }
}
