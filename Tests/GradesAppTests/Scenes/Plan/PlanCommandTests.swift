import AppTestSupport
import Foundation
import TestSupport
import Testing

/// `grades plan`: estimates and what is still needed, on the command line.
@Suite("The planner on the command line", .inTurn)
struct PlanCommandTests {
  private func document(
    _ command: String, status: Int32 = 0, _ program: Program? = nil
  ) async throws -> [String: Any] {
    let signedIn: Program =
      if let program { program } else {
        try await Program.signedIn(to: .shared(), as: "zkusade1")
      }
    let run = await signedIn(command)
    #expect(run.status == status, "\(run.err)")
    return try run.object()
  }

  private func numbers(_ key: String, _ document: [String: Any]) throws -> [String: Double] {
    let needed = try #require(document["needed"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: needed.compactMap { item in
        guard let name = item["identifier"] as? String, let number = item[key] as? Double else {
          return nil
        }
        return (name, number)
      })
  }

  @Test("A wanted grade: shares that add up to the least total, and all keys")
  func wanted() async throws {
    let plan = try await document("plan XI-TEO.24 --want C --json")
    #expect(
      Set(plan.keys) == [
        "course", "semester", "assumed", "results", "best", "worst", "want", "reachable", "total",
        "least", "needed", "changes", "unmetMinimums", "goals", "notUnderstood", "unbounded",
        "estimate",
        "fetchedAt", "stale",
      ])
    #expect(plan["want"] as? String == "C" && plan["reachable"] as? Bool == true)
    let shares = try numbers("share", plan)
    #expect(Set(shares.keys) == ["test", "aktivita", "zkouska"])
    #expect(shares.values.reduce(0, +) == 70 && plan["total"] as? Double == 70)
    #expect(try numbers("minimum", plan) == ["test": 20, "aktivita": 0, "zkouska": 25])
    #expect(try numbers("maximum", plan) == ["test": 40, "aktivita": 10, "zkouska": 50])
    #expect((plan["best"] as? [String: Any])?["grade"] as? String == "A")
    #expect((plan["worst"] as? [String: Any])?["points"] as? Double == 0)
  }

  @Test("Assumed values change the results, also offline, and in any case of letters")
  func assumed() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    #expect(await program("course XI-TEO.24").status == 0)
    let plan = try await document(
      "plan XI-TEO.24 ZKOUSKA=40 test=31,5 --offline --json", status: 0, program)
    #expect(plan["assumed"] as? [String: Double] == ["zkouska": 40, "test": 31.5])
    let results = try #require(plan["results"] as? [String: Any])
    #expect(results["body"] as? Double == 71.5 && results["znamka"] as? String == "C")
    #expect(plan["want"] is NSNull && plan["reachable"] is NSNull)
    #expect(plan["stale"] as? Bool == true)
  }

  @Test("What cannot be reached, or not be estimated, ends with 65 and a sentence")
  func impossible() async throws {
    let plan = try await document("plan XI-TEO.24 zkouska=0 --want A --json", status: 65)
    #expect(plan["reachable"] as? Bool == false)
    let unknown = try await document("plan XI-SIT.21 --want pass --json", status: 65)
    #expect(unknown["reachable"] is NSNull)
    #expect(unknown["notUnderstood"] as? [String] == ["lepsi", "body", "znamka"])
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let run = await program("plan XI-SIT.21 --want C")
    #expect(run.status == 65)
    #expect(run.err.contains("unsupported formulas: lepsi, body, znamka"))
  }

  @Test(
    "What makes no sense is refused with a sentence",
    arguments: [
      ("XI-TEO.24 body=3", 65, "computed"), ("XI-TEO.24 zkouska=x", 65, "not a number"),
      ("XI-TEO.24 zkuoska=3", 65, "zkouska"), ("XI-TEO.24 zkouska", 64, "zkouska"),
      ("XI-TEO.24 --want X", 64, "--want"),
      ("XI-TEO.24 --want=-5", 64, "--want"), ("XI-TEO.24 --want Z", 65, "A, B, C, D, E"),
      ("XI-BEZ.22 --want C", 65, "only Z."),
      ("XI-TEO.24 zkouska=3 ZKOUSKA=4", 64, "ZKOUSKA"),
      ("XI-EKO.21 --want C", 65, "grade"),
      ("XI-NIC.99", 65, "XI-NIC.99"), ("XI-TEO.24 zkouska=350", 65, "above the maximum"),
      ("XI-TEO.24 zkouska=-5", 65, "below the minimum"), ("XI-TEO.24 zkouska=3 Exam=4", 64, "Exam"),
      ("XI-TEO.24 nothing=3", 65, "run “grades course XI-TEO.24”"),
      ("XI-TEO.24 body=3", 65, "run “grades course XI-TEO.24”"),
    ])
  func refused(arguments: String, status: Int, word: String) async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let run = await program("plan \(arguments)")
    #expect(run.status == Int32(status) && run.out == "")
    #expect(run.err.contains(word), "\(run.err)")
  }

  @Test("Items by the names that the table has", arguments: [("en", "exam"), ("cs", "Zkouška")])
  func names(language: String, name: String) async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let run = await program.run(["plan", "XI-TEO.24", "\(name)=40", "--json", "--lang", language])
    #expect(run.status == 0 && run.out.contains("\"zkouska\": 40"), "\(run.err)")
  }

  @Test("A course without points and grade has no estimate")
  func nothingToEstimate() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let run = await program("plan XI-TVA")
    #expect(run.status == 0)
    #expect(run.out.contains("This course has no points or grade to estimate."))
    #expect(!run.out.contains("Best possible"))
  }

  @Test("Every grade that the course gives, and what each still needs")
  func goals() async throws {
    let plan = try await document("plan XI-TEO.24 zkouska=30 --json")
    let goals = try #require(plan["goals"] as? [[String: Any]])
    #expect(goals.map { $0["want"] as? String } == ["A", "B", "C", "D", "E"])
    #expect(goals.map { $0["reachable"] as? Bool } == [false, true, true, true, true])
    #expect(goals.map { $0["total"] as? Double } == [nil, 50, 40, 30, 20])
    expectFrame("PlanCommand/goals", try await shown("plan XI-TEO.24 zkouska=30", width: 80))
    expectFrame("PlanCommand/goalsAt40", try await shown("plan XI-TEO.24 --lang cs", width: 40))
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let reached = await program("plan XI-DAT.23").out
    #expect(reached.contains(#/B +out of reach\nC +reached\n/#))
    #expect(!(await program("plan XI-SIT.21").out.contains("cannot be estimated")))
    #expect(await program("plan XI-EKO.21").out.contains("passing  reached"))
  }

  @Test("At 40 and 120 columns")
  func widths() async throws {
    let command = "plan XI-TEO.24 zkouska=30 --want D"
    expectFrame("PlanCommand/at40", try await shown(command, width: 40))
    expectFrame("PlanCommand/at120", try await shown(command, width: 120))
  }

  @Test("At 80 columns in Czech")
  func czech() async throws {
    expectFrame(
      "PlanCommand/czech", try await shown("plan XI-TEO.24 --want C --lang cs", width: 80))
  }
}
