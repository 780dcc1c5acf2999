import AppTestSupport
import Foundation
import GradesServer
import TestSupport
import Testing

/// Quick entry line by line.
@Suite("Entering papers line by line", .inTurn)
struct EnterCommandTests {
  /// Gives values to the two students of the sample who have none.
  private func fill(_ teacher: Teacher) async throws {
    for username in ["dvorato1", "matoupa1"] {
      try await teacher.colleague(username, "du1", .number(1))
    }
  }

  private func expect(
    _ stored: [String], in teacher: Teacher, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let drafts = try await teacher.program.drafts("username", "identifier", "value")
    #expect(drafts == stored, sourceLocation: sourceLocation)
  }

  /// Takes values away, so that papers can be entered.
  private func clear(_ teacher: Teacher, _ usernames: String...) async throws {
    for username in usernames { try await teacher.colleague(username, "du1", nil) }
  }

  @Test("Queries and values on one line or two; each is a draft, nothing is sent")
  func lines() async throws {
    let teacher = try await Teacher.working()
    try await clear(teacher, "zkusade1", "ulehlur1", "capekka1", "capkoja1", "duricma1")
    teacher.control.resetRequestLog()
    let run = await teacher.program.run(
      ["enter", Teacher.course, "DU1"],
      piped: ["ZKUSEB 7,5", "", "ulehlur1", "3", "capek 9", "ČAPKOVÁ, Jana 8", "duri 11"])
    #expect(run.status == 0)
    #expect(
      run.out == """
        Zkušební Adéla (zkusade1): 7.5
        Úlehlová Úršula (ulehlur1): 3
        Čapek Karel (capekka1): 9
        Čapková Jana (capkoja1): 8
        Ďurica Martin (duricma1): 11

        """)
    #expect(run.err.contains("Ďurica Martin: above the maximum of 10"))
    #expect(run.err.contains("Saved 5 drafts."))
    try await expect(
      [
        "capekka1 du1 9", "capkoja1 du1 8", "duricma1 du1 11", "ulehlur1 du1 3",
        "zkusade1 du1 7.5",
      ], in: teacher)
    #expect(teacher.saves.isEmpty)
  }

  @Test("Lines that cannot be taken are named; the rest is kept, and the status says so")
  func refusals() async throws {
    let teacher = try await Teacher.working()
    try await clear(teacher, "zkusade1", "ulehlur1")
    let run = await teacher.program.run(
      ["enter", Teacher.course, "du1"],
      piped: [
        "nobody 5", "cap 5", "zkusade1 abc", "capekka1 3", "capekka1 10", "zkusade1 5", "ulehl 7",
      ])
    #expect(run.status == 65)
    #expect(run.out == "Zkušební Adéla (zkusade1): 5\n")
    #expect(run.err.contains("No student matches “nobody 5”."))
    #expect(
      run.err.contains(
        "“cap” matches 2 students: Čapek Karel (capekka1), Čapková Jana (capkoja1)."))
    #expect(run.err.contains("Zkušební Adéla: “abc” is not a number"))
    #expect(
      run.err.contains(
        "Čapek Karel (capekka1) already has 10, so 3 was not saved. To replace values, add --overwrite"
      ))
    #expect(run.err.contains("Čapek Karel already has 10."))
    #expect(run.err.contains("3 students have no value:\n  Dvořák Tomáš (dvorato1)"))
    try await expect(["zkusade1 du1 5"], in: teacher)
    let replaced = await teacher.program.run(
      ["enter", Teacher.course, "du1", "--overwrite"], piped: ["capekka1 3"])
    #expect(replaced.status == 0)
    #expect(replaced.out == "Čapek Karel (capekka1): 3 (was 10)\n")
  }

  @Test("On a terminal it asks before it replaces, and for a value again")
  func terminal() async throws {
    let teacher = try await Teacher.working()
    try await clear(teacher, "zkusade1")
    try await fill(teacher)
    let run = await teacher.program.run(
      ["enter", Teacher.course, "du1", "--lang", "cs"],
      input: ["zkus", "sedm", "7,5", "capekka1 3", "n", "capekka1 4", "a", ""])
    #expect(run.status == 0)
    #expect(run.out.contains("Zkušební Adéla (zkusade1): 7,5\n"))
    #expect(run.out.contains("Čapek Karel (capekka1): 4 (bylo 10)\n"))
    #expect(run.said.contains("Úloha 1: pište začátek jména"))
    #expect(run.said.contains("Student (zbývá 1): "))
    #expect(run.said.contains("Zkušební Adéla (zkusade1): "))
    #expect(run.said.contains("Nahradit hodnotou 4? [a]no, [n]e ›"))
    #expect(run.said.contains("Všichni studenti mají hodnotu."))
    try await expect(["capekka1 du1 4", "zkusade1 du1 7.5"], in: teacher)
  }

  @Test("A first name is never taken for a value, and a text may have several words")
  func texts() async throws {
    let teacher = try await Teacher.working()
    for username in ["capekka1", "capkoja1"] {
      try await teacher.colleague(username, "slovne", nil)
    }
    let run = await teacher.program.run(
      ["enter", Teacher.course, "slovne"],
      piped: ["čapek karel", "K", "capkova jana velmi dobře"])
    #expect(run.status == 0)
    #expect(run.out == "Čapek Karel (capekka1): K\nČapková Jana (capkoja1): velmi dobře\n")
  }

  @Test("Computed and unknown items, and other groups")
  func items() async throws {
    let teacher = try await Teacher.working()
    let computed = await teacher.program.run(["enter", Teacher.course, "body"], piped: [])
    #expect(computed.status == 65)
    #expect(computed.err.contains("Cannot enter values for body"))
    let unknown = await teacher.program.run(["enter", Teacher.course, "dul"], piped: [])
    #expect(unknown.status == 65)
    let outside = await teacher.program.run(
      ["enter", Teacher.course, "du1", "--group", "TEST"], piped: ["zkusade1 5"])
    #expect(outside.status == 65)
    #expect(outside.err.contains("No student matches “zkusade1 5”."))
  }
}
