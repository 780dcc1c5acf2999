import AppTestSupport
import Foundation
import TestSupport
import Testing

/// `grades study`: semesters, credits and averages on the command line.
@Suite("Study on the command line", .inTurn)
struct StudyCommandTests {
  @Test("All keys, the semesters in order, and averages that the courses give; offline too")
  func all() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let study = try await program.object("study --json")
    #expect(
      Set(study.keys) == [
        "semesters", "credits", "average", "weightedCredits", "withoutCredits", "withoutGrade",
        "notCounted", "missing", "missingUpTo", "estimate", "fetchedAt", "stale",
      ])
    let semesters = try #require(study["semesters"] as? [[String: Any]])
    #expect(
      semesters.compactMap { $0["code"] as? String } == ["B241", "B242", "B251", "B252", "B261"])
    #expect(study["estimate"] as? Bool == false && study["stale"] as? Bool == false)
    for semester in semesters {
      var (sum, weight) = (0.0, 0.0)
      for course in try #require(semester["courses"] as? [[String: Any]]) {
        guard let credits = course["credits"] as? Double, let grade = course["grade"] as? String,
          let number = ["A": 1, "B": 1.5, "C": 2, "D": 2.5, "E": 3, "F": 4][grade]
        else { continue }
        sum += credits * number
        weight += credits
      }
      let average = semester["average"] as? Double
      #expect((average == nil) == (weight == 0))
      #expect(abs((average ?? 0) - (weight > 0 ? sum / weight : 0)) < 1e-9)
    }
    let offline = try await program.object("study --json --offline")
    #expect(offline["average"] as? Double == study["average"] as? Double)
    #expect(offline["stale"] as? Bool == true)
  }

  @Test("Planned grades and given credits change the averages, and say so")
  func planned() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let before = try await program.object("study --json")
    let study = try await program.object(
      "study XI-TEO.24=a --credits XI-PGA.21=7 --credits xi-mat.21=6 --json")
    #expect(study["estimate"] as? Bool == true)
    let unknown = try #require(study["withoutCredits"] as? [String])
    #expect(!unknown.contains("XI-PGA.21") && !unknown.contains("XI-MAT.21"))
    let credits = try #require(study["credits"] as? Double)
    #expect(credits > (before["credits"] as? Double ?? 0))
    // Given credits are kept, and can be taken back.
    let kept = try await program.object("study --json")["withoutCredits"] as? [String]
    #expect(kept == unknown)
    #expect(await program("settings get credits").out == "XI-MAT.21=6,XI-PGA.21=7\n")
    #expect(await program("settings set credits none").status == 0)
    let forgotten = try await program.object("study --json")
    #expect(forgotten["credits"] as? Double == before["credits"] as? Double)
    let table = await program("study XI-TEO.24=B", width: 80)
    #expect(table.out.contains("~B") && table.out.contains("with planned grades"))
  }

  @Test(
    "What makes no sense is refused with a sentence",
    arguments: [
      ("XI-NIC=A", 65, "XI-NIC"), ("XI-TEO.24=G", 65, "G"), ("XI-TEO.24", 64, "CODE=GRADE"),
      ("XI-TEO.24=A xi-teo.24=B", 64, "xi-teo.24"),
      ("--credits XI-TEO.24=4 --credits XI-TEO.24=5", 64, "XI-TEO.24"),
      ("--credits XI-TEO.24=x", 64, "(0 to 100)"),
      ("--credits XI-TEO.24=150", 64, "(0 to 100)"),
      ("--credits XI-TEO.24", 64, "CODE=CREDITS"), ("XI-TEO=A XI-TEO.24=B", 64, "XI-TEO.24"),
      ("XI-TEO.23=A", 65, "XI-TEO.24"), ("XI-TEO.24=Z", 65, "does not award grade Z"),
      ("XI-EKO.21=B", 65, "does not end with a grade"),
    ])
  func refused(arguments: String, status: Int, word: String) async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let run = await program("study \(arguments)")
    #expect(run.status == Int32(status) && run.out == "")
    #expect(run.err.contains(word), "\(run.err)")
  }

  @Test("Codes without a suffix, as in other commands")
  func shortCodes() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let run = await program("study teo=B --credits xi-alg=6")
    #expect(run.status == 0 && run.out.contains("~B"), "\(run.err)")
    #expect(!run.out.contains("XI-ALG.21, XI-BEZ.22"))
  }

  @Test("Offline, earlier semesters that were not loaded are named; sync loads them")
  func missing() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    #expect(await program("courses").status == 0)
    let partly = await program("study --offline --lang cs")
    #expect(partly.status == 0)
    #expect(
      program.plain(partly.out).contains(
        "Nezapočteno, není načteno: LS 2025/26 a starší. Až budete připojeni, spusťte")
    )
    #expect(partly.err.contains("Bez připojení"))
    #expect(
      try await program.object("study --offline --json")["missingUpTo"] as? String == "B252")
    #expect(await program("courses -s B251").status == 0)
    let between = try await program.object("study --offline --json")
    #expect(between["missing"] as? [String] == ["B252"])
    #expect(between["missingUpTo"] as? String == "B242")

    #expect(await program("sync").status == 0)
    let whole = try await program.object("study --offline --json")
    #expect((whole["semesters"] as? [Any])?.count == 5)
    #expect(whole["missingUpTo"] is NSNull && (whole["missing"] as? [Any])?.isEmpty == true)
  }

  @Test("Nothing stored and offline: 69")
  func nothing() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    #expect(await program("study --offline").status == 69)
  }

  @Test("At 40 and 120 columns")
  func widths() async throws {
    expectFrame("StudyCommand/at40", try await shown("study", width: 40))
    expectFrame("StudyCommand/at120", try await shown("study", width: 120))
  }

  @Test("At 80 columns in Czech")
  func czech() async throws {
    expectFrame(
      "StudyCommand/czech", try await shown("study --lang cs", width: 80))
  }
}
