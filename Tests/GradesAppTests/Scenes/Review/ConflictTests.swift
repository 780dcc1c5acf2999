import AppTestSupport
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// A colleague changes cells between the first look and publishing: nothing of theirs is lost, and
/// nothing of ours.
@Suite("A colleague at the same time", .inTurn)
struct ConflictTests {
  /// What a colleague does after the review was read, before publishing reads again.
  private func interfering(
    _ username: String, _ item: String, _ value: CellValue?, in teacher: Teacher
  ) {
    // The first look at the student is the review's, the second one publishing's.
    teacher.control.add(
      Fault(
        "GET", "/student-classifications/\(username)", skipping: 1,
        .run { try await teacher.colleague(username, item, value) }))
  }

  @Test("The other cells are published; the conflict is shown with all three values")
  func shown() async throws {
    let teacher = try await Teacher.working()
    interfering("zkusade1", "du1", .number(9), in: teacher)
    let run = await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2 --yes", width: 80)
    #expect(run.status == 75)
    #expect(teacher.sent == ["zkusade1 du2 2 notify"])
    #expect(
      run.lines.suffix(7).joined(separator: "\n") == """
        Published 1 change.
        1 student was notified.

        1 value was changed by someone else:
        Student         Username  Item    Original  Yours  Theirs
        Zkušební Adéla  zkusade1  Task 1      8.75      1       9  kolegjo1, 21 Nov 2026
                                                                   13:00
        """)
    #expect(
      run.err == """
        Resolve with “grades publish XI-ZPT.23 --mine” or “grades publish XI-ZPT.23 --theirs”.

        """)
    #expect(await teacher.drafts() == ["zkusade1 du1 8.75 1 conflict conflict"])
  }

  @Test("A service that does not tell who changed it keeps nothing from being published")
  func nameless() async throws {
    let teacher = try await Teacher.working()
    interfering("zkusade1", "du1", .number(9), in: teacher)
    let fault = teacher.control.add(
      Fault("GET", "/group/ALL/student-classifications", times: nil, .answer(status: 500)))
    let run = await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2 --yes", width: 80)
    #expect(fault.hits > 0)
    #expect(run.status == 75)
    #expect(teacher.sent == ["zkusade1 du2 2 notify"])
    #expect(
      run.lines.last
        == "Zkušební Adéla  zkusade1  Task 1      8.75      1       9  21 Nov 2026 13:00")
  }

  @Test("As a document")
  func document() async throws {
    let teacher = try await Teacher.working()
    interfering("zkusade1", "du1", nil, in: teacher)
    let run = await teacher("set XI-ZPT.23 zkusade1:du1=1 --yes --json")
    #expect(run.status == 75)
    #expect(
      run.out == """
        {
          "published": 0,
          "conflicts": [
            {
              "username": "zkusade1",
              "identifier": "du1",
              "base": 8.75,
              "mine": 1,
              "theirs": null
            }
          ],
          "unpublished": []
        }

        """)
  }

  @Test(
    "Decided by a flag, at once or later",
    arguments: [("--mine", CellValue.number(1), 1), ("--theirs", .number(9), 0)])
  func decided(flag: String, after: CellValue, sent: Int) async throws {
    var teacher = try await Teacher.working()
    interfering("zkusade1", "du1", .number(9), in: teacher)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --yes \(flag)").status == 0)
    #expect(await teacher.stored("zkusade1", "du1") == after)
    #expect(teacher.saves.count == sent)
    #expect(await teacher.drafts() == [])
    teacher = try await Teacher.working()
    interfering("zkusade1", "du1", .number(9), in: teacher)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --yes").status == 75)
    #expect(await teacher("publish --yes").status == 75)
    #expect(teacher.saves.isEmpty)
    #expect(await teacher("publish XI-ZPT.23 --yes \(flag)").status == 0)
    #expect(await teacher.stored("zkusade1", "du1") == after)
    #expect(teacher.saves.count == sent)
  }

  @Test("Asked one by one, then published in one more request; no student is notified twice")
  func asked() async throws {
    let teacher = try await Teacher.working()
    teacher.control.add(
      Fault(
        "GET", "/student-classifications/zkusade1", skipping: 1,
        .run {
          for (item, value) in [("du1", 9.0), ("du2", 9.5), ("du3", 0.5)] {
            try await teacher.colleague("zkusade1", item, .number(value))
          }
        }))
    let before = try await teacher.control.notificationCount(of: "zkusade1")
    let run = await teacher(
      "set XI-ZPT.23 --student zkusade1 du1=1 du2=2 du3=3 du4=4", width: 80,
      input: ["y", "m", "t", "l"])
    #expect(run.status == 75)
    #expect(teacher.sent == ["zkusade1 du4 4 notify", "zkusade1 du1 1"])
    #expect(teacher.saves.count == 2)
    #expect(run.lines.contains("Published 2 changes."))
    #expect(run.lines.contains("1 student was notified."))
    #expect(try await teacher.control.notificationCount(of: "zkusade1") == before + 1)
    #expect(await teacher.stored("zkusade1", "du2") == .number(9.5))
    #expect(await teacher.stored("zkusade1", "du3") == .number(0.5))
    #expect(await teacher.drafts() == ["zkusade1 du3 8.5 3 conflict conflict"])
    #expect(
      run.err.contains(
        """

        Zkušební Adéla zkusade1 · Task 1

          original       8.75
          yours          1
          in Grades now  9     kolegjo1, 21 Nov 2026 13:00
        Keep [m]y value, take [t]heirs, or decide [l]ater ›
        """))
  }

  @Test(
    "A student whose published value was changed again before it was read is not notified twice")
  func changedAfterSending() async throws {
    let teacher = try await Teacher.working()
    // The third look is the one after the first request.
    teacher.control.add(
      Fault(
        "GET", "/student-classifications/zkusade1", skipping: 2,
        .run { try await teacher.colleague("zkusade1", "du1", .number(9)) }))
    let before = try await teacher.control.notificationCount(of: "zkusade1")
    let run = await teacher("set XI-ZPT.23 zkusade1:du1=1", width: 80, input: ["y", "m"])
    #expect(run.status == 0)
    #expect(teacher.sent == ["zkusade1 du1 1 notify", "zkusade1 du1 1"])
    #expect(try await teacher.control.notificationCount(of: "zkusade1") == before + 1)
    #expect(await teacher.stored("zkusade1", "du1") == .number(1))
  }

  @Test("Mine is not sent over a value that changed while the person thought")
  func changedAgain() async throws {
    let teacher = try await Teacher.working()
    interfering("zkusade1", "du1", .number(9), in: teacher)
    // This one sees the looks that the other fault leaves alone: the first and the third.
    teacher.control.add(
      Fault(
        "GET", "/student-classifications/zkusade1", skipping: 1,
        .run { try await teacher.colleague("zkusade1", "du1", .number(10)) }))
    let run = await teacher("set XI-ZPT.23 zkusade1:du1=1", width: 80, input: ["y", "m", "t"])
    #expect(run.status == 0)
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.stored("zkusade1", "du1") == .number(10))
    #expect(run.lines.last == "Discarded 1 draft and kept the value in Grades.")
  }

  @Test("A note that a colleague wrote stays, also over their value")
  func notes() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
    try await teacher.colleague("zkusade1", "du1", .number(9), note: "apology accepted")
    #expect(await teacher("publish --yes --mine --no-notify").status == 0)
    #expect(teacher.sent == ["zkusade1 du1 1 (apology accepted)"])
  }
}
