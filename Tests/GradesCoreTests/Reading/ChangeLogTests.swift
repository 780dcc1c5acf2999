import Foundation
import GRDB
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

  private func changeLog(_ run: Run) -> ChangeLog {
    ChangeLog(
      cache: run.source.cache, scope: CacheScope(host: World.host, username: Username("zkusade1")))
  }

  private func look(_ world: World, language: ServiceLanguage = .english) async throws {
    _ = try await world.run(language: language).course.results(
      of: Self.code, in: .code(World.semester)
    ).latest()
  }

  private func lines(_ entries: [ChangeLog.Entry]) -> [String] {
    entries.map { entry in
      func text(_ value: GradeValue?) -> String {
        switch value {
        case nil: "–"
        case .number(let number): "\(number)"
        case .text(let text): text
        case .flag(let flag): "\(flag)"
        }
      }
      let change = entry.change
      let note = change.noteFrom == change.noteTo ? "" : " note \(change.noteTo ?? "–")"
      return "\(change.name(in: .czech)): \(text(change.from)) → \(text(change.to))\(note)"
        + (change.isRemoved ? " removed" : "")
    }
  }

  @Test func theFirstLookIsNoChange() async throws {
    let world = try world([("du1", .number(5)), ("du2", nil)])
    try await look(world)
    #expect(changeLog(world.run()).entries().isEmpty)
    #expect(changeLog(world.run()).updatedAt == world.clock.now)
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

    let entries = changeLog(world.run()).entries()
    #expect(
      lines(entries) == [
        "Položka du1: 5.0 → 5.0 note pozdě", "Položka du2: – → 0.0", "Položka ok: false → true",
        "Položka new: – → A", "Položka old: x → – removed",
      ])
    #expect(entries.allSatisfy { $0.noticedAt == begin + 3600 })
    #expect(changeLog(world.run()).entries(since: begin + 3601).isEmpty)
    #expect(changeLog(world.run()).entries(course: CourseCode("XI-BBB")).isEmpty)
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
    #expect(lines(changeLog(world.run()).entries()) == ["Položka du1: 5.0 → 8.0"])
  }

  @Test func anAnswerThatWasOvertakenSaysNothing() async throws {
    let world = try world([("du1", .number(5))])
    let run = world.run()
    let changeLog = changeLog(run)
    func results(_ value: Double) -> CourseResults {
      CourseResults(
        record([("du1", .number(value))]), of: Username("zkusade1"), in: Self.code, name: nil,
        semester: World.semester, for: .student)
    }
    let time = world.clock.now
    changeLog.take(results(5), at: time)
    changeLog.take(results(8), at: time + 10)
    // It was asked for before the other one and comes after it.
    changeLog.take(results(5), at: time + 5)
    #expect(lines(changeLog.entries()) == ["Položka du1: 5.0 → 8.0"])
    // A clock that was set back by a day does not make the log deaf.
    changeLog.take(results(9), at: time - 86_400)
    #expect(lines(changeLog.entries()).last == "Položka du1: 8.0 → 9.0")
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
    #expect(lines(changeLog(world.run()).entries()) == ["Položka du1: 5.0 → 8.0"])
  }

  @Test func whatWasSeenIsRememberedAndErasedWithTheUser() async throws {
    let world = try world([("du1", .number(5))])
    try await look(world)
    world.clock.advance(60)
    world.service.change { $0.courseRecords[Self.code] = record([("du1", .number(8))]) }
    let run = world.run()
    let changes = ChangesRepository(
      source: run.source, session: run.session, courses: run.courses)
    world.service.change { $0.records[Username("zkusade1")] = record([]) }
    let question = ChangesQuery(semester: .code(World.semester))
    let log = try await changes.changes(question).latest().value
    #expect(lines(log.new) == ["Položka du1: 5.0 → 8.0"])
    #expect(log.lookedAt == nil)
    try await changes.look(at: log)
    let later = try await changes.changes(question).latest().value
    #expect(later.entries.count == 1)
    #expect(later.new.isEmpty)
    #expect(later.lookedAt == world.clock.now)

    run.source.cache.erase(CacheScope(host: World.host, username: Username("zkusade1")))
    #expect(changeLog(world.run()).entries().isEmpty)
    #expect(changeLog(world.run()).lookedAt == nil)
    #expect(changeLog(world.run()).updatedAt == nil)
  }

  @Test func theChangeLogAnswersWithoutTheService() async throws {
    let world = try world([("du1", .number(5))])
    func changes(_ run: Run) -> ChangesRepository {
      ChangesRepository(source: run.source, session: run.session, courses: run.courses)
    }
    let question = ChangesQuery(semester: .code(World.semester))
    await #expect(throws: NothingStored.self) {
      try await changes(world.run(access: .offline)).changes(question).latest()
    }
    try await look(world)
    let offline = try await changes(world.run(access: .offline)).changes(question).latest()
    #expect(offline.isStale)
    #expect(offline.value.entries.isEmpty)
    world.service.fail(with: .unreachable(.refused))
    #expect(try await changes(world.run()).changes(question).latest().isStale)
  }
}
