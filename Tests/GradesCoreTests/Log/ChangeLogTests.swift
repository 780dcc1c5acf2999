import Foundation
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("The log of changes", .hangLimit, .inTurn) struct ChangeLogTests {
  private static let code = CourseCode("XI-AAA.23")

  private func record(_ values: [(String, GradeValue?)], note: String? = nil) -> StudentRecord {
    StudentRecord(
      student: Student(username: Username("zkusade1"), firstName: nil, lastName: nil),
      items: values.enumerated().map { index, pair in
        StudentClassification(
          definition: Classification(
            identifier: ItemIdentifier(pair.0), id: index + 1,
            names: [
              LocalizedName(language: "cs", name: "Položka \(pair.0)"),
              LocalizedName(language: "en", name: "Item \(pair.0)"),
            ], index: index),
          recorded: RecordedValue(value: pair.1, note: index == 0 ? note : nil))
      })
  }

  private func world(_ values: [(String, GradeValue?)]) throws -> World {
    let service = StubGradesAPI.faculty()
    service.change { $0.courseRecords[Self.code] = record(values) }
    return try World(service)
  }

  private let scope = CacheScope(host: World.host, username: Username("zkusade1"))

  /// What the log has, without a request.
  private func recorded(_ world: World) async -> RecordedChanges {
    await world.run().recordedChanges(of: Self.code, in: World.semester)
  }

  private func look(_ world: World, language: ServiceLanguage = .english) async throws {
    _ = try await world.run(language: language).results(
      of: Self.code, in: .code(World.semester)
    ).latest()
  }

  private func lines(_ entries: [LoggedChange]) -> [String] {
    entries.map { change in
      func text(_ value: GradeValue?) -> String {
        switch value {
        case nil: "–"
        case .number(let number): "\(number)"
        case .text(let text): text
        case .flag(let flag): "\(flag)"
        }
      }
      let note = change.noteFrom == change.noteTo ? "" : " note \(change.noteTo ?? "–")"
      return "\(change.name(in: .czech)): \(text(change.from)) → \(text(change.to))\(note)"
        + (change.isRemoved ? " removed" : "")
    }
  }

  @Test func theFirstLookIsNoChange() async throws {
    let world = try world([("du1", .number(5)), ("du2", nil)])
    try await look(world)
    #expect(await recorded(world).entries.isEmpty)
    #expect(world.run().source.log.answeredAt(.result, of: scope) == world.clock.now)
  }

  @Test func everythingThatIsDifferentIsNotedInTheCoursesOrder() async throws {
    let world = try world([
      ("du1", .number(5)), ("du2", nil), ("ok", .flag(false)), ("old", .text("x")),
    ])
    try await look(world)
    let begin = world.clock.now
    world.clock.advance(3600)
    world.service.change {
      $0.courseRecords[Self.code] = record(
        [("du1", .number(5)), ("du2", .number(0)), ("ok", .flag(true)), ("new", .text("A"))],
        note: "pozdě")
    }
    try await look(world)

    let entries = await recorded(world).entries
    #expect(
      lines(entries) == [
        "Položka du1: 5.0 → 5.0 note pozdě", "Položka du2: – → 0.0", "Položka ok: false → true",
        "Položka new: – → A", "Položka old: x → – removed",
      ])
    #expect(entries.allSatisfy { $0.seenAt == begin + 3600 })
    let offline = world.run(access: .offline)
    #expect(
      try await offline.changes(in: .code(World.semester), since: begin + 3601).latest().value
        .entries.isEmpty)
    let other = await offline.recordedChanges(of: CourseCode("XI-BBB"), in: World.semester)
    #expect(other.entries.isEmpty)
  }

  @Test func lookingInAnotherLanguageNotesNothingTwice() async throws {
    let world = try world([("du1", .number(5))])
    try await look(world, language: .english)
    try await look(world, language: .czech)
    world.service.change { $0.courseRecords[Self.code] = record([("du1", .number(8))]) }
    world.clock.advance(60)
    try await look(world, language: .czech)
    world.clock.advance(60)
    try await look(world, language: .english)
    #expect(lines(await recorded(world).entries) == ["Položka du1: 5.0 → 8.0"])
  }

  @Test func anAnswerThatWasOvertakenSaysNothing() async throws {
    let world = try world([("du1", .number(5))])
    let log = world.run().source.log
    func take(_ value: Double, asked: Date, answered: Date) {
      let results = CourseResults(
        record([("du1", .number(value))]), of: Username("zkusade1"), in: Self.code, name: nil,
        semester: World.semester, for: .student)
      log.take(results, Look(asked: asked, answered: answered), of: scope)
    }
    let time = world.clock.now
    take(5, asked: time, answered: time)
    take(8, asked: time + 10, answered: time + 11)
    // It was asked for before the other one and comes after it.
    take(5, asked: time + 5, answered: time + 12)
    #expect(lines(await recorded(world).entries) == ["Položka du1: 5.0 → 8.0"])
    // A clock that was set back by a day does not make the log deaf.
    take(9, asked: time - 86_400, answered: time - 86_400)
    #expect(lines(await recorded(world).entries).last == "Položka du1: 8.0 → 9.0")
  }

  @Test func manyProcessesNoteAChangeOnce() async throws {
    let world = try world([("du1", .number(5))])
    try await look(world)
    world.clock.advance(60)
    world.service.change { $0.courseRecords[Self.code] = record([("du1", .number(8))]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await look(world) } }
      try await group.waitForAll()
    }
    #expect(lines(await recorded(world).entries) == ["Položka du1: 5.0 → 8.0"])
  }

  @Test func whatWasSeenIsRememberedAndErasedWithTheUser() async throws {
    let world = try world([("du1", .number(5))])
    try await look(world)
    world.clock.advance(60)
    world.service.change { $0.courseRecords[Self.code] = record([("du1", .number(8))]) }
    let run = world.run()
    world.service.change { $0.records[Username("zkusade1")] = record([]) }
    let semester = SemesterChoice.code(World.semester)
    let log = try await run.changes(in: semester).latest().value
    #expect(lines(log.new) == ["Položka du1: 5.0 → 8.0"])
    #expect(log.lookedAt == nil)
    try await run.look(at: log)
    let later = try await run.changes(in: semester).latest().value
    #expect(later.entries.count == 1)
    #expect(later.new.isEmpty)
    #expect(later.lookedAt == world.clock.now)

    #expect(run.source.log.erase(scope))
    #expect(await recorded(world) == RecordedChanges())
    #expect(run.source.log.answeredAt(.result, of: scope) == nil)
  }

  @Test func whatOthersChangeTakesNoPlaceOfAUsersEntries() async throws {
    let folder = try TemporaryFolder()
    let log = ChangeLog(file: folder.file("log.sqlite"), capacity: 2)
    let time = StubClock().now
    let users = ["zkusade1", "druhyst2"].map { CacheScope(host: "demo", username: Username($0)) }
    for (user, count) in zip(users, [2, 6]) {
      for value in 0...count {
        let moment = time + Double(300 * value)
        let results = CourseResults(
          record([("du1", .number(Double(value)))]), of: user.username ?? Username(""),
          in: Self.code, name: nil, semester: World.semester, for: .student)
        log.take(results, Look(asked: moment, answered: moment), of: user)
      }
    }
    #expect(try lines(log.changes([.result], of: users[0])).count == 2)
    #expect(
      try lines(log.changes([.result], of: users[1])) == [
        "Položka du1: 4.0 → 5.0", "Položka du1: 5.0 → 6.0",
      ])
  }

  @Test func theChangeLogAnswersWithoutTheService() async throws {
    let world = try world([("du1", .number(5))])
    let semester = SemesterChoice.code(World.semester)
    await #expect(throws: NothingStored.self) {
      try await world.run(access: .offline).changes(in: semester).latest()
    }
    try await look(world)
    let offline = try await world.run(access: .offline).changes(in: semester).latest()
    #expect(offline.isStale)
    #expect(offline.value.entries.isEmpty)
    world.service.fail(with: .unreachable(.refused))
    #expect(try await world.run().changes(in: semester).latest().isStale)
  }
}
