import Foundation
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("The log of a course", .hangLimit, .inTurn) struct CourseLogTests {
  @Test("The first look is no change, and a student who comes later is none either")
  func firstLook() async throws {
    let staff = try await Staff.looking()
    #expect(staff.lines == [])
    staff.set("novakja1", "du1", .number(3), by: "kolegjo1")
    try await staff.look()
    #expect(staff.lines == [])
    #expect(
      staff.run.source.log.answeredAt(.taught, of: staff.queries.scope) == staff.world.clock.now)
  }

  @Test("A change has the service's time and author, and the moments between which it came")
  func details() async throws {
    let staff = try await Staff.looking()
    let before = staff.world.clock.now
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), note: "opraveno", by: "kolegjo1")
    let changed = staff.world.clock.now
    try await staff.look(after: 60)
    let change = try #require(staff.logged.first)
    #expect(
      change
        == LoggedChange(
          id: 1, number: 1, kind: .taught, course: Staff.course, semester: World.semester,
          student: Student(username: Username("zkusade1"), firstName: nil, lastName: nil),
          identifier: ItemIdentifier("du1"), from: .number(5), to: .number(8), noteTo: "opraveno",
          changedAt: changed, author: "kolegjo1", seenAfter: before, seenAt: staff.world.clock.now))
    try await staff.look(after: 60)
    #expect(staff.lines == ["zkusade1 du1 5 → 8 (opraveno) kolegjo1"])
  }

  @Test("A column has no authors; the group after it adds them and notes nothing twice")
  func column() async throws {
    let staff = try await Staff.looking()
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    let changed = staff.world.clock.now
    try await staff.look(item: "du1")
    #expect(staff.lines == ["zkusade1 du1 5 → 8 –"])
    let seen = staff.logged
    try await staff.look(after: 60)
    #expect(staff.lines == ["zkusade1 du1 5 → 8 kolegjo1"])
    #expect(staff.logged.map(\.id) == seen.map(\.id))
    #expect(staff.logged.map(\.changedAt) == [changed])
    #expect(staff.logged.map(\.seenAt) == seen.map(\.seenAt))
  }

  @Test("A value that was set again after a column showed it gives that change no author")
  func setAgain() async throws {
    let staff = try await Staff.looking()
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    try await staff.look(item: "du1")
    staff.pass(600)
    staff.set("zkusade1", "du1", .number(8), by: "jinakpe1")
    try await staff.look(after: 60)
    #expect(staff.lines == ["zkusade1 du1 5 → 8 –"])
  }

  @Test("An author is named only for the value that they have set, and that is the last one")
  func otherValue() throws {
    let staff = try Staff()
    let time = staff.world.clock.now
    staff.take(5, asked: time, answered: time)
    staff.take(8, asked: time + 10, answered: time + 11)
    // An answer with an author that another one has overtaken: its value is not the one that was seen last.
    staff.take(5, by: "kolegjo1", asked: time + 9, answered: time + 12)
    #expect(staff.lines == ["zkusade1 du1 5 → 8 –"])
    staff.take(9, by: "jinakpe1", asked: time + 300, answered: time + 301)
    #expect(staff.lines.sorted() == ["zkusade1 du1 5 → 8 –", "zkusade1 du1 8 → 9 jinakpe1"])
    // The same value as before, of another author, says nothing of who set it then.
    staff.take(5, asked: time + 600, answered: time + 601)
    staff.take(9, asked: time + 610, answered: time + 611)
    staff.take(9, by: "kolegjo1", asked: time + 620, answered: time + 621)
    #expect(staff.logged.map(\.author) == [nil, "jinakpe1", nil, "kolegjo1"], "\(staff.lines)")
  }

  @Test("A query finds an item in any case of letters, also offline, and names an unknown one")
  func items() async throws {
    let staff = try await Staff.looking()
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    for access in [Access.online, .offline] {
      #expect(try await staff.found(access, item: "DU1") == ["du1"])
      await #expect(throws: UnknownItems.self) { try await staff.found(access, item: "du2") }
    }
  }

  @Test("A student and an item that the course does not have any longer keep their changes")
  func removed() async throws {
    let staff = try await Staff.looking()
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    try await staff.look()
    staff.world.service.change {
      $0.rows[.all] = $0.rows[.all]?.filter { $0.student.username.rawValue != "zkusade1" }
      $0.definitions = $0.definitions?.filter { $0.identifier.rawValue != "du1" }
    }
    staff.pass(60)
    for access in [Access.online, .offline] {
      #expect(try await staff.found(access, item: "DU1", student: "zkusade1") == ["du1"])
    }
    await #expect(throws: UnknownStudent.self) {
      try await staff.found(.online, student: "nikdo")
    }
  }

  @Test("A test student, who is in a group of their own, has a log too")
  func testStudent() async throws {
    let staff = try Staff()
    func test(_ value: GradeValue?) {
      let recorded = RecordedValue(
        value: value, note: nil, updatedAt: staff.world.clock.now, author: "kolegjo1")
      staff.world.service.change { answers in
        answers.rows[.test] = [
          GroupRow(
            student: Student(username: Username("testst01"), firstName: nil, lastName: nil),
            values: [ItemIdentifier("du1"): recorded])
        ]
      }
    }
    test(.number(1))
    #expect(try await staff.found(.online, student: "testst01") == [])
    // Their group is loaded each time, not only until their first change.
    for value in [2.0, 3] {
      staff.pass(60)
      test(.number(value))
      let count = try await staff.found(.online, student: "testst01").count
      #expect(count == Int(value) - 1)
    }
    await #expect(throws: UnknownStudent.self) {
      try await staff.found(.online, student: "nikdo")
    }
  }

  @Test("A part of the students says nothing about the others")
  func partOfStudents() async throws {
    let staff = try await Staff.looking()
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    staff.set("druhyst2", "du1", nil, by: "kolegjo1")
    staff.world.service.change {
      $0.rows[Staff.parallel] = $0.rows[.all]?.filter { $0.student.username.rawValue == "druhyst2" }
    }
    try await staff.look(group: Staff.parallel, after: 60)
    #expect(staff.lines == ["druhyst2 du1 2 → – kolegjo1"])
    try await staff.look(after: 60)
    #expect(staff.lines == ["druhyst2 du1 2 → – kolegjo1", "zkusade1 du1 5 → 8 kolegjo1"])
  }

  @Test("Computed items are left out") func computed() async throws {
    let staff = try await Staff.looking()
    staff.set("zkusade1", "body", .number(61), by: "system")
    try await staff.look(after: 60)
    #expect(staff.lines == [])
  }

  @Test("Many processes note a change once") func manyProcesses() async throws {
    let staff = try await Staff.looking()
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await staff.look() } }
      try await group.waitForAll()
    }
    #expect(staff.lines == ["zkusade1 du1 5 → 8 kolegjo1"])
  }

  @Test("The oldest changes go first, and erasing a user leaves nothing")
  func bounded() async throws {
    let staff = try Staff()
    let time = staff.world.clock.now
    for value in 0...3 {
      staff.take(
        Double(value), asked: time + Double(value), answered: time + Double(value), capacity: 2)
    }
    #expect(staff.lines == ["zkusade1 du1 1 → 2 –", "zkusade1 du1 2 → 3 –"])
    #expect(staff.run.source.log.erase(staff.queries.scope))
    #expect(staff.lines == [])
    #expect(staff.run.source.log.answeredAt(.taught, of: staff.queries.scope) == nil)
  }

  @Test("A damaged column counts as never seen") func damaged() async throws {
    let staff = try await Staff.looking()
    staff.run.source.log.connection.write { database in
      try database.execute(sql: "UPDATE seen SET document = x'00ff'")
    }
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    try await staff.look(after: 60)
    #expect(staff.lines == [])
    staff.set("zkusade1", "du1", .number(9), by: "kolegjo1")
    try await staff.look(after: 60)
    #expect(staff.lines == ["zkusade1 du1 8 → 9 kolegjo1"])
  }

  // MARK: Own changes

  @Test("An own change is in the log before any answer shows it, and once after it")
  func own() async throws {
    let staff = try await Staff.looking()
    staff.pass(60)
    staff.publish("zkusade1", "du1", .number(7))
    #expect(staff.lines == ["zkusade1 du1 5 → 7 ucitezk1 #1"])
    try await staff.look(after: 60)
    #expect(staff.lines == ["zkusade1 du1 5 → 7 ucitezk1 #1"])
  }

  @Test("An own change between two looks is apart from what others did before and after it")
  func between() async throws {
    let staff = try await Staff.looking()
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(6), by: "kolegjo1")
    staff.pass(60)
    staff.publish("zkusade1", "du1", .number(7))
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(9), by: "kolegjo1")
    try await staff.look(after: 60)
    #expect(
      staff.lines == [
        "zkusade1 du1 5 → 6 –", "zkusade1 du1 6 → 7 ucitezk1 #1", "zkusade1 du1 7 → 9 kolegjo1",
      ])
  }

  @Test("A value that a window saw a moment before its publication is the same change")
  func seenBeforePublication() async throws {
    let staff = try await Staff.looking()
    staff.set("zkusade1", "du1", .number(7), by: nil)
    try await staff.look(item: "du1", after: 1)
    staff.pass(5)
    staff.note(from: .number(5), to: .number(7))
    #expect(staff.lines == ["zkusade1 du1 5 → 7 ucitezk1 #1"])
  }

  @Test("A first look between sending and publication invents no change of others")
  func firstLookBeforePublication() async throws {
    let staff = try Staff()
    staff.set("zkusade1", "du1", .number(7), by: nil)
    try await staff.look(item: "du1")
    staff.pass(5)
    staff.note(from: .number(5), to: .number(7))
    #expect(staff.lines == ["zkusade1 du1 5 → 7 ucitezk1 #1"])
  }

  @Test("A change that is confirmed late joins its batch, once, whenever its value was seen")
  func confirmedLate() async throws {
    let program = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    for isSeen in [false, true] {
      let staff = try await Staff.looking()
      staff.pass(60)
      let sent = staff.world.clock.now
      staff.publish("zkusade1", "du1", .number(7))
      try await staff.look(after: 60)
      staff.pass(60)
      staff.set("druhyst2", "du1", .number(7), by: program)
      if isSeen {
        try await staff.look(after: 60)
        #expect(staff.lines.last == "druhyst2 du1 2 → 7 \(program)")
      }
      staff.pass(3600)
      staff.note("druhyst2", from: .number(2), to: .number(7), batch: 1, sentAfter: sent)
      try await staff.look(after: 60)
      #expect(staff.lines == ["zkusade1 du1 5 → 7 ucitezk1 #1", "druhyst2 du1 2 → 7 ucitezk1 #1"])
    }
  }

  @Test("What a colleague did with the value of a change before it was confirmed stays apart")
  func changedBeforeConfirmation() async throws {
    let staff = try await Staff.looking()
    staff.pass(60)
    let sent = staff.world.clock.now
    staff.set("zkusade1", "du1", .number(7), by: "ucitezk1")
    try await staff.look(after: 60)
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(9), by: "kolegjo1")
    staff.pass(60)
    staff.note(from: .number(5), to: .number(7), sentAfter: sent)
    try await staff.look()
    #expect(staff.lines == ["zkusade1 du1 5 → 7 ucitezk1 #1", "zkusade1 du1 7 → 9 kolegjo1"])
  }

  @Test(
    "In every order of own and others' changes, looks and restarts, none is lost, invented or twice",
    arguments: UInt64(0)..<40)
  func everyOrder(seed: UInt64) async throws {
    let staff = try Staff()
    var random = SeededNumbers(seed)
    try await staff.look()
    var next = 100.0
    var authors: [Double: String] = [:]
    for _ in 0..<30 {
      staff.pass(Double(Int.random(in: 1...700, using: &random)))
      let student = ["zkusade1", "druhyst2"].randomElement(using: &random) ?? "zkusade1"
      next += 1
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        staff.set(student, "du1", .number(next), by: "kolegjo1")
        authors[next] = "kolegjo1"
      case 2:
        staff.publish(student, "du1", .number(next))
        authors[next] = "ucitezk1"
      case 3: try await staff.look(item: "du1")
      default: try await staff.look()
      }
    }
    try await staff.look(after: 700)
    let changes = staff.entries
    for (student, first) in [("zkusade1", 5.0), ("druhyst2", 2.0)] {
      let own = changes.filter { $0.cell.username.rawValue == student }
      // Each change leads to the next one, up to the value of now.
      var rest = own
      var value: GradeValue? = .number(first)
      while let index = rest.firstIndex(where: { $0.from == value }) {
        value = rest.remove(at: index).to
      }
      #expect(rest == [])
      #expect(value == staff.value(student))
      #expect(Set(own.map(\.to)).count == own.count)
      for change in own {
        guard case .number(let number)? = change.to else { continue }
        #expect(change.author == nil || change.author == authors[number])
        #expect((change.batch != nil) == (authors[number] == "ucitezk1"))
      }
    }
    let published = changes.compactMap(\.batch)
    #expect(published.sorted() == staff.history.map(\.number))
  }
}
