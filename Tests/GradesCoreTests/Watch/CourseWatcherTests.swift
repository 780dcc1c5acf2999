import Foundation
import GradesClient
import GradesTesting
import Synchronization
import TestSupport
import Testing

@testable import GradesCore

@Suite("A watch of a course", .hangLimit, .inTurn) struct CourseWatcherTests {
  private func watcher(
    _ staff: Staff, isOwner: Bool = true, group: GroupID? = .all,
    semester: SemesterChoice = .code(World.semester)
  ) -> CourseWatcher {
    CourseWatcher(
      staff.run, isOwner: isOwner,
      course: Staff.course, semester: semester,
      group: group.map { id in { @Sendable in id } })
  }

  private func drafts(_ staff: Staff) -> DraftStore {
    let clock = staff.world.clock
    return DraftStore(file: staff.world.folder.file("drafts.sqlite"), now: { clock.now })
  }

  /// Polls and reports everything.
  private func news(_ watcher: CourseWatcher) async throws -> [String] {
    try await watcher.poll()
    let news = await watcher.takeNews()
    for item in news { await watcher.remember(item) }
    await watcher.keep()
    return Self.lines(news)
  }

  private static func lines(_ news: [WatchNews]) -> [String] {
    news.map { item in
      guard case .change(let change) = item.event, case .number(let number)? = change.to else {
        return "–"
      }
      return "\(change.cell.username) \(Int(number)) \(change.author ?? "–")"
    }
  }

  @Test("The first look reports nothing; then each change of a colleague once, own ones never")
  func colleagues() async throws {
    let staff = try Staff()
    let first = watcher(staff)
    #expect(try await first.isFirst)
    #expect(try await news(first) == [])
    #expect(try await !first.isFirst)
    staff.pass(300)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    staff.set("druhyst2", "du1", .number(9), by: "ucitezk1")
    #expect(try await news(first) == ["zkusade1 8 kolegjo1"])
    #expect(try await news(first) == [])
    let second = watcher(staff)
    #expect(try await !second.isFirst)
    staff.pass(300)
    staff.set("zkusade1", "du1", .number(7), by: "kolegjo1")
    #expect(try await news(second) == ["zkusade1 7 kolegjo1"])
  }

  @Test("What another window saw first, or saw while no watch ran, is reported too")
  func otherWindow() async throws {
    let staff = try Staff()
    // Seen before any watch: the first look is what later ones are compared with.
    try await staff.look()
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(6), by: "kolegjo1")
    try await staff.look()
    #expect(try await news(watcher(staff)) == [])
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(7), by: "kolegjo1")
    try await staff.look()
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    #expect(try await news(watcher(staff)) == ["zkusade1 7 kolegjo1", "zkusade1 8 kolegjo1"])
  }

  @Test("A watch of a group reports no students of others whom another window saw")
  func groupOnly() async throws {
    let staff = try Staff()
    func narrow() {
      staff.world.service.change {
        $0.rows[Staff.parallel] = $0.rows[.all]?.filter {
          $0.student.username.rawValue == "druhyst2"
        }
      }
    }
    narrow()
    try await staff.look()
    let watcher = watcher(staff, group: Staff.parallel)
    #expect(try await news(watcher) == [])
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    staff.set("druhyst2", "du1", .number(9), by: "kolegjo1")
    narrow()
    try await staff.look()
    staff.pass(60)
    #expect(try await news(watcher) == ["druhyst2 9 kolegjo1"])
    #expect(try await news(watcher) == [])
  }

  @Test("Watches of two groups each report what another window saw of their students")
  func twoGroups() async throws {
    let staff = try Staff()
    let groups = [Staff.parallel: "zkusade1", GroupID("PARALLEL_2"): "druhyst2"]
    func narrow() {
      staff.world.service.change { answers in
        for (group, student) in groups {
          answers.rows[group] = answers.rows[.all]?.filter {
            $0.student.username.rawValue == student
          }
        }
      }
    }
    narrow()
    for group in groups.keys { #expect(try await news(watcher(staff, group: group)) == []) }
    // The one of no group has not begun.
    #expect(try await watcher(staff, group: nil).isFirst)
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    staff.set("druhyst2", "du1", .number(9), by: "kolegjo1")
    narrow()
    try await staff.look()
    let other = watcher(staff, group: GroupID("PARALLEL_2"))
    #expect(try await !other.isFirst)
    let first = watcher(staff, group: Staff.parallel)
    try await first.poll()
    let found = await first.takeNews()
    await first.rememberShown(found)
    for item in found { await first.remember(item) }
    await first.keep()
    #expect(Self.lines(found) == ["zkusade1 8 kolegjo1"])
    try await other.poll()
    let rest = await other.takeNews()
    #expect(Self.lines(rest) == ["druhyst2 9 kolegjo1"])
    #expect(await other.notShown(rest) == rest)
    await other.keep()
    for group in groups.keys { #expect(try await news(watcher(staff, group: group)) == []) }
  }

  @Test("A first round that fails does not begin: what the log had is no news")
  func failedFirstRound() async throws {
    let staff = try Staff()
    try await staff.look()
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(6), by: "kolegjo1")
    try await staff.look()
    staff.world.service.fail(with: .serviceFailure(status: 503))
    let watcher = watcher(staff)
    await #expect(throws: GradesError.self) { try await watcher.poll() }
    #expect(await watcher.takeNews() == [])
    await watcher.keep()
    staff.world.service.heal()
    #expect(try await news(watcher) == [])
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(7), by: "kolegjo1")
    #expect(try await news(watcher) == ["zkusade1 7 kolegjo1"])
  }

  @Test("In a new semester the user's own group of that semester is watched")
  func newSemester() async throws {
    let staff = try Staff()
    func begin(_ semester: String, _ group: GroupID) {
      staff.world.service.change {
        $0.semesters[.current] = SemesterCode(semester)
        $0.groups = [StudentGroup(id: group, name: "1")]
        $0.rows = [.all: $0.rows[.all] ?? [], group: $0.rows[.all] ?? []]
      }
    }
    begin("B261", Staff.parallel)
    let watcher = watcher(staff, group: nil, semester: .current)
    #expect(try await news(watcher) == [])
    #expect(await watcher.watchedGroup == Staff.parallel)
    let next = GroupID("PARALLEL_2")
    begin("B262", next)
    staff.pass(86_401)
    #expect(try await news(watcher) == [])
    #expect(await watcher.watchedGroup == next)
    staff.pass(300)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    begin("B262", next)
    #expect(try await news(watcher) == ["zkusade1 8 kolegjo1"])
  }

  @Test("After a named group was gone for a while, what has changed in it is reported")
  func goneGroup() async throws {
    let staff = try Staff()
    func offer(_ rows: [GroupRow]?) {
      staff.world.service.change { $0.rows[Staff.parallel] = rows }
    }
    offer(staff.world.service.answers.rows[.all])
    let watcher = watcher(staff, group: Staff.parallel)
    #expect(try await news(watcher) == [])
    offer(nil)
    staff.pass(300)
    await #expect(throws: UnknownGroup.self) { try await watcher.poll() }
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    offer(staff.world.service.answers.rows[.all])
    #expect(try await news(watcher) == ["zkusade1 8 kolegjo1"])
  }

  @Test("A number of a group is looked up again where the service did not answer at the first poll")
  func numberWithoutService() async throws {
    let staff = try Staff()
    staff.world.service.change { $0.rows[Staff.parallel] = $0.rows[.all] }
    let run = staff.run
    let hasList = Atomic(false)
    let watcher = CourseWatcher(
      run, isOwner: true,
      course: Staff.course, semester: .code(World.semester),
      group: {
        guard hasList.load(ordering: .relaxed) else { throw GradesError.unreachable(.refused) }
        return Staff.parallel
      })
    await #expect(throws: GradesError.unreachable(.refused)) { try await watcher.poll() }
    hasList.store(true, ordering: .relaxed)
    #expect(try await news(watcher) == [])
    #expect(await watcher.watchedGroup == Staff.parallel)
  }

  @Test("An own change is no news before it is confirmed, and is in its batch after it")
  func confirmedLate() async throws {
    let staff = try Staff()
    let store = drafts(staff)
    let gradebook = staff.gradebook
    // The author of what programs change.
    let program = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    let watcher = watcher(staff)
    #expect(try await news(watcher) == [])
    staff.pass(60)
    let there = RecordedValue(value: .number(9))
    try await store.put(
      [("druhyst2", 2.0), ("zkusade1", 5)].map { student, value in
        DraftEdit(
          cell: GradeCell(Username(student), ItemIdentifier("du1")),
          base: RecordedValue(value: .number(value)), value: there.value, note: nil)
      }, in: gradebook)
    let sent = try await store.beginSending(
      store.drafts(in: gradebook), batch: store.beginBatch(in: gradebook, notify: false),
      quietPeriod: 120)
    staff.set("druhyst2", "du1", there.value, by: program)
    try await store.settle([Review.Row(try #require(sent.first), .published)])
    staff.pass(30)
    #expect(try await news(watcher) == [])
    // The end of the other request is not known.
    staff.set("zkusade1", "du1", there.value, by: program)
    staff.pass(30)
    #expect(try await news(watcher) == [])
    staff.pass(3600)
    try await store.settle([Review.Row(try #require(sent.last), .published)])
    #expect(try await news(watcher) == [])
    let joined = staff.logged.joined(
      with: try await store.sentChanges(in: gradebook), in: gradebook)
    #expect(joined.map(\.batch) == [1, 1])
    #expect(joined.map(\.author) == ["ucitezk1", "ucitezk1"])
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: program)
    #expect(try await news(watcher) == ["zkusade1 8 \(program)"])
  }

  @Test("A watch that is killed repeats at most the item that it was reporting")
  func killed() async throws {
    let staff = try Staff()
    _ = try await news(watcher(staff))
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    staff.set("druhyst2", "du1", .number(9), by: "kolegjo1")
    let killed = watcher(staff)
    try await killed.poll()
    let found = await killed.takeNews()
    #expect(found.count == 2)
    await killed.rememberShown(found)
    await killed.remember(found[0])

    let next = watcher(staff)
    try await next.poll()
    let rest = await next.takeNews()
    #expect(Self.lines(rest) == Self.lines([found[1]]))
    // It was shown on the desktop already.
    #expect(await next.notShown(rest) == [])
  }

  @Test("A second watch beside the first takes nothing from it")
  func beside() async throws {
    let staff = try Staff()
    let owner = watcher(staff)
    let other = watcher(staff, isOwner: false)
    #expect(try await news(owner) == [])
    #expect(try await news(other) == [])
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(8), by: "kolegjo1")
    #expect(try await news(other) == ["zkusade1 8 kolegjo1"])
    #expect(try await news(owner) == ["zkusade1 8 kolegjo1"])
  }

  @Test("A deleted log begins with another first look; a deleted cache changes nothing")
  func deletedLog() async throws {
    let staff = try Staff()
    let watcher = watcher(staff)
    _ = try await news(watcher)
    for value in [7.0, 8] {
      staff.pass(60)
      staff.set("zkusade1", "du1", .number(value), by: "kolegjo1")
      #expect(try await news(watcher) == ["zkusade1 \(Int(value)) kolegjo1"])
      try FileManager.default.removeItem(at: staff.world.cacheFile)
    }
    try FileManager.default.removeItem(at: staff.world.logFile)
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(9), by: "kolegjo1")
    #expect(try await news(watcher) == [])
    staff.pass(60)
    staff.set("zkusade1", "du1", .number(10), by: "kolegjo1")
    #expect(try await news(watcher) == ["zkusade1 10 kolegjo1"])
  }

  @Test("With the service: a colleague's change has its author, and an own publication is no news")
  func service() async throws {
    let office = try await Office.open()
    let cache = SnapshotCache(file: office.folder.file("cache.sqlite"))
    let source = SnapshotSource(
      api: office.api, cache: cache, log: ChangeLog(file: office.folder.file("log.sqlite")),
      host: "demo", language: .english,
      now: { office.clock.now })
    let session = SessionRepository(
      source: source,
      credentials: CredentialsAccess(user: {
        UserInfo(username: Username("ucitezk1"), firstName: nil, lastName: nil)
      }))
    let repository = Repository(source: source, session: session, drafts: office.store)
    let watcher = CourseWatcher(
      repository, isOwner: true,
      course: office.gradebook.course, semester: .code(office.gradebook.semester), group: nil)
    #expect(try await news(watcher) == [])
    #expect(await watcher.watchedGroup == .myParallels)
    let students = try await office.api.with(language: .english).course(office.gradebook).values
      .group(.myParallels).map(\.student.username).sorted()
    try await office.draft("du1", of: [students[0]], .number(0.75))
    #expect(try await office.publish().isFinished)
    try await office.control.changeAsColleague(
      course: office.gradebook.course.rawValue, username: students[1].rawValue, item: "du1",
      value: 1.5)
    office.clock.pass(seconds: 300)
    try await watcher.poll()
    let news = await watcher.takeNews()
    #expect(news.count == 1)
    guard case .change(let entry)? = news.first?.event else {
      Issue.record("No change was found")
      return
    }
    #expect(entry.cell == GradeCell(students[1], ItemIdentifier("du1")))
    #expect(entry.to == .number(1.5))
    #expect(entry.author == "kolegjo1")
    #expect(entry.changedAt != nil)
    #expect(entry.names.isEmpty == false)

    let changes = try await repository.changes(
      CourseLogQuery(course: office.gradebook.course, semester: .code(office.gradebook.semester))
    ).latest().value.entries
    #expect(changes.filter(\.isOwn).map(\.batch) == [1])
    #expect(changes.filter { !$0.isOwn }.map(\.id) == [entry.id])
  }
}
