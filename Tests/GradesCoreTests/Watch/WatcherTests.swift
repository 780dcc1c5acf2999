import Foundation
import GRDB
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("A watch", .hangLimit, .inTurn) struct WatcherTests {
  private static let (a, b, c) = (
    CourseCode("XI-AAA.23"), CourseCode("XI-BBB"), CourseCode("XI-CCC.23")
  )

  private static func notification(_ id: Int, _ course: CourseCode = a) -> ServiceNotification {
    ServiceNotification(
      id: NotificationID("\(id)"), course: course,
      texts: [NotificationText(language: "en", title: nil, text: "* Task \(id): 8")])
  }

  private static func record(_ value: Double?, note: String? = nil) -> StudentRecord {
    StudentRecord(
      student: Student(username: Username("zkusade1"), firstName: nil, lastName: nil),
      items: [
        StudentClassification(
          definition: Classification(identifier: ItemIdentifier("du1"), id: 1),
          recorded: RecordedValue(value: value.map(GradeValue.number), note: note))
      ])
  }

  private func world() throws -> World {
    let service = StubGradesAPI.faculty()
    service.change {
      $0.notifications = [Self.notification(2), Self.notification(1)]
      for code in [Self.a, Self.b, Self.c] { $0.courseRecords[code] = Self.record(5) }
    }
    return try World(service)
  }

  private func watcher(_ world: World, pinned: [CourseCode] = []) -> Watcher {
    let run = world.run()
    let user = Username("zkusade1")
    let lock = WatchLock.take(
      in: world.folder.file("state"), CacheScope(host: World.host, username: user))
    let clock = world.clock
    // The lock ends with the watch.
    return Watcher(
      run, user: user, isOwner: lock != nil,
      semester: .current, pinned: pinned,
      uptime: { [lock] in
        _ = lock
        return .seconds(clock.now.timeIntervalSinceReferenceDate)
      })
  }

  /// A watch that has looked once.
  private func polled() async throws -> (World, Watcher) {
    let world = try world()
    let watcher = watcher(world)
    try await watcher.poll()
    return (world, watcher)
  }

  /// What the watch reports now.
  private func taken(_ watcher: Watcher) async -> [String] {
    let news = await watcher.takeNews()
    await watcher.keep()
    return news.map { news in
      switch news.event {
      case .notification(let notification): "✉ \(notification.id?.rawValue ?? "-")"
      case .change(let change):
        "\(change.course) \(change.identifier) \(Self.text(change.from)) → \(Self.text(change.to))"
          + (change.noteTo.map { " (\($0))" } ?? "")
      }
    }
  }

  private static func text(_ value: GradeValue?) -> String {
    switch value {
    case nil: "–"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .flag(let flag): "\(flag)"
    }
  }

  private func overview(_ world: World, _ code: CourseCode, points: Double) {
    world.service.change { answers in
      for index in answers.overviews[World.semester]!.indices
      where answers.overviews[World.semester]![index].code == code {
        answers.overviews[World.semester]![index].items = [
          .init(type: .pointsTotal, value: .number(points))
        ]
      }
    }
  }

  // MARK: What is news

  @Test func theFirstLookTellsNothing() async throws {
    let world = try world()
    let watcher = watcher(world)
    #expect(await watcher.isFirst)
    try await watcher.poll()
    #expect(await taken(watcher) == [])
    #expect(await watcher.courseCount == 3)
    #expect(await watcher.unreadCount == 2)
  }

  @Test("After what has changed, pinned courses are read first") func pinned() async throws {
    let world = try world()
    let watcher = watcher(world, pinned: [Self.c])
    for _ in 0..<14 { try await watcher.poll() }
    let read = world.service.requests.filter { $0.hasPrefix("record") }.map {
      String($0.split(separator: " ")[2])
    }
    let first = read.enumerated().filter { !read[..<$0.offset].contains($0.element) }
    #expect(first.map(\.element) == ["XI-AAA.23", "XI-CCC.23", "XI-BBB"])
  }

  @Test func aPollIsOneRequestAndAllTakeTurns() async throws {
    let (world, watcher) = try await polled()
    world.service.forgetRequests()
    for _ in 0..<12 { try await watcher.poll() }
    let kinds = world.service.requests.map {
      $0.split(separator: " ").prefix($0.hasPrefix("record") ? 3 : 1).joined(separator: " ")
    }
    #expect(
      kinds == [
        "overview", "notifications", "record zkusade1 XI-AAA.23", "notifications",
        "overview", "notifications", "record zkusade1 XI-BBB", "notifications",
        "overview", "notifications", "record zkusade1 XI-CCC.23", "notifications",
      ])
    #expect(world.service.requests[1] == "notifications new zkusade1 20 - en")
  }

  @Test func aNotificationBringsWhatHasChangedWithIt() async throws {
    let (world, watcher) = try await polled()
    try await watcher.poll()
    world.service.change {
      $0.notifications?.insert(Self.notification(3), at: 0)
      $0.courseRecords[Self.a] = Self.record(8, note: "late")
    }
    world.service.forgetRequests()
    try await watcher.poll()
    #expect(await taken(watcher) == ["XI-AAA.23 du1 5.0 → 8.0 (late)", "✉ 3"])
    #expect(world.service.requests.count == 2)
    for _ in 0..<12 { try await watcher.poll() }
    #expect(await taken(watcher) == [])
  }

  @Test func aSilentChangeIsFoundByItsTotalAndWithoutOne() async throws {
    let (world, watcher) = try await polled()
    world.service.change { $0.courseRecords[Self.a] = Self.record(8) }
    overview(world, Self.a, points: 64.5)
    try await watcher.poll()
    // No visible item shows the total.
    #expect(
      await taken(watcher) == ["XI-AAA.23 du1 5.0 → 8.0", "XI-AAA.23 POINTS_TOTAL 61.5 → 64.5"])

    world.service.change { $0.courseRecords[Self.b] = Self.record(nil, note: "ill") }
    for _ in 0..<12 { try await watcher.poll() }
    #expect(await taken(watcher) == ["XI-BBB du1 5.0 → – (ill)"])
  }

  @Test func aFloodOfNotificationsIsReadToItsEndAndComesInOrder() async throws {
    let (world, watcher) = try await polled()
    world.service.change {
      $0.notifications = (1...50).reversed().map { Self.notification($0, CourseCode("XI-ELSE")) }
    }
    for _ in 0..<2 { try await watcher.poll() }
    #expect(await taken(watcher) == (3...50).map { "✉ \($0)" })
  }

  @Test func whatIsMarkedUnreadAgainIsNotNews() async throws {
    let (world, watcher) = try await polled()
    world.service.change { $0.readNotifications = [NotificationID("1"), NotificationID("2")] }
    for _ in 0..<2 { try await watcher.poll() }
    world.service.change { $0.readNotifications = [] }
    for _ in 0..<4 { try await watcher.poll() }
    #expect(await taken(watcher) == [])
  }

  // MARK: Restarts

  @Test func afterARestartNothingIsRepeatedAndNothingIsMissed() async throws {
    let world = try world()
    do {
      let watcher = watcher(world)
      try await watcher.poll()
      world.service.change { $0.notifications?.insert(Self.notification(3), at: 0) }
      for _ in 0..<2 { try await watcher.poll() }
      #expect(await taken(watcher) == ["✉ 3"])
      await watcher.keep()
    }
    world.service.change {
      $0.notifications?.insert(Self.notification(4), at: 0)
      $0.courseRecords[Self.c] = Self.record(6)
    }
    let watcher = watcher(world)
    #expect(await watcher.isFirst == false)
    try await watcher.poll()
    #expect(await taken(watcher) == ["XI-CCC.23 du1 5.0 → 6.0", "✉ 4"])
  }

  @Test func thatSomebodyElseHasLookedDoesNotHideAChange() async throws {
    let (world, watcher) = try await polled()
    world.service.change { $0.courseRecords[Self.a] = Self.record(8) }
    _ = try await world.run().results(of: Self.a, in: .code(World.semester)).latest()
    for _ in 0..<4 { try await watcher.poll() }
    #expect(await taken(watcher) == ["XI-AAA.23 du1 5.0 → 8.0"])
  }

  @Test func aDamagedLogIsBegunAnew() async throws {
    let (world, _) = try await polled()
    let file = world.logFile
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    try Data("no database".utf8).write(to: file)

    let next = self.watcher(world)
    #expect(await next.isFirst)
    try await next.poll()
    #expect(world.logNotices.all == [.rebuilt])
    #expect(await taken(next) == [])
  }

  @Test func aSecondWatchTellsAndKeepsNothing() async throws {
    let world = try world()
    let first = watcher(world)
    try await first.poll()
    await first.keep()
    let second = watcher(world)
    world.service.change { $0.courseRecords[Self.a] = Self.record(8) }
    try await second.readAll()
    #expect(await taken(second) == ["XI-AAA.23 du1 5.0 → 8.0"])
    await second.keep()
    try await first.readAll()
    #expect(await taken(first) == ["XI-AAA.23 du1 5.0 → 8.0"])
  }

  // MARK: Trouble

  @Test func aStartWithoutTheServiceKeepsWhatWasNotReported() async throws {
    let (world, first) = try await polled()
    world.service.change {
      for code in [Self.a, Self.b, Self.c] { $0.courseRecords[code] = Self.record(8) }
    }
    try await first.readAll()
    let news = await first.takeNews()
    #expect(news.count == 3)
    await first.remember(news[0])
    // Killed here; the network is down at the next start.
    let next = self.watcher(world)
    world.service.fail(with: .unreachable(.refused))
    await #expect(throws: GradesError.unreachable(.refused)) { try await next.poll() }
    #expect(await taken(next) == [])
    world.service.heal()
    try await next.poll()
    #expect(await taken(next) == ["XI-BBB du1 5.0 → 8.0", "XI-CCC.23 du1 5.0 → 8.0"])
  }

  @Test func aFirstRoundThatFailsDoesNotBegin() async throws {
    let world = try world()
    try await look(world)
    world.service.change { $0.courseRecords[Self.a] = Self.record(8) }
    world.clock.advance(300)
    try await look(world)
    let watcher = watcher(world)
    world.service.fail(with: .serviceFailure(status: 503))
    await #expect(throws: GradesError.self) { try await watcher.poll() }
    #expect(await taken(watcher) == [])
    world.service.heal()
    try await watcher.poll()
    #expect(await taken(watcher) == [])
  }

  /// Loads a course's results elsewhere.
  private func look(_ world: World) async throws {
    _ = try await world.run().results(of: Self.a, in: .code(World.semester)).latest()
  }

  @Test func aLogThatIsHeldIsNotTakenForAnEmptyOne() async throws {
    let (world, watcher) = try await polled()
    world.service.change { $0.courseRecords[Self.a] = Self.record(8) }
    try await watcher.readAll()
    do {
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: world.logFile.path, configuration: configuration)
      try other.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
      #expect(await taken(watcher) == [])
      #expect(await self.watcher(world).isFirst == false)
      try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    }
    #expect(await taken(watcher) == ["XI-AAA.23 du1 5.0 → 8.0"])
    #expect(await taken(watcher) == [])
  }

  @Test func anOutageHidesNothingAndRepeatsNothing() async throws {
    let (world, watcher) = try await polled()
    world.service.change {
      $0.notifications?.insert(Self.notification(3), at: 0)
      $0.courseRecords[Self.a] = Self.record(8)
    }
    world.service.fail(with: .unreachable(.refused))
    for _ in 0..<20 {
      await #expect(throws: GradesError.unreachable(.refused)) { try await watcher.poll() }
    }
    #expect(await taken(watcher) == [])
    world.service.heal()
    world.service.forgetRequests()
    for _ in 0..<4 { try await watcher.poll() }
    #expect(await taken(watcher) == ["XI-AAA.23 du1 5.0 → 8.0", "✉ 3"])
    #expect(world.service.requests.count <= 5)
  }

  @Test func aCourseThatCannotBeReadNowIsReadLater() async throws {
    let (world, watcher) = try await polled()
    try await watcher.poll()
    world.service.change {
      $0.notifications?.insert(Self.notification(3), at: 0)
      $0.courseRecords[Self.a] = Self.record(8)
    }
    world.service.fail("record zkusade1 XI-AAA.23", with: .serviceFailure(status: 500))
    await #expect(throws: GradesError.serviceFailure(status: 500)) { try await watcher.poll() }
    #expect(await taken(watcher) == ["✉ 3"])
    // Other news is not kept waiting by it.
    world.service.change { $0.notifications?.insert(Self.notification(4, Self.b), at: 0) }
    for _ in 0..<2 { try? await watcher.poll() }
    #expect(await taken(watcher) == ["✉ 4"])
    world.service.heal()
    try await watcher.poll()
    #expect(await taken(watcher) == ["XI-AAA.23 du1 5.0 → 8.0"])
  }

  @Test(arguments: [GradesError.notFound, .notPermitted])
  func aCourseThatTheUserHasLeftIsLeftAlone(_ error: GradesError) async throws {
    let world = try world()
    world.service.fail("record zkusade1 XI-BBB", with: error)
    let watcher = watcher(world)
    for _ in 0..<30 { try await watcher.poll() }
    #expect(world.service.requests.count { $0.hasPrefix("record zkusade1 XI-BBB") } == 1)
  }

  @Test func aServiceWithoutNotificationsIsWatchedForValues() async throws {
    let world = try world()
    world.service.fail("notifications", with: .notFound)
    let watcher = watcher(world)
    try await watcher.poll()
    world.service.change { $0.courseRecords[Self.a] = Self.record(8) }
    for _ in 0..<8 { try await watcher.poll() }
    #expect(await taken(watcher) == ["XI-AAA.23 du1 5.0 → 8.0"])
    #expect(world.service.requests.count { $0.hasPrefix("notifications") } == 1)
  }

  @Test func theNextSemesterBeginsWithoutNews() async throws {
    let (world, watcher) = try await polled()
    let next = try #require(SemesterCode("B262"))
    world.service.change {
      $0.semesters[.current] = next
      $0.roles[next] = UserRoles(studentCourses: [Self.b], teacherCourses: [])
      $0.overviews[next] = []
      $0.courseRecords[Self.b] = Self.record(1)
    }
    world.clock.advance(7 * 3600)
    for _ in 0..<8 { try await watcher.poll() }
    #expect(await taken(watcher) == [])
    #expect(await watcher.courseCount == 1)
    world.service.change { $0.courseRecords[Self.b] = Self.record(2) }
    for _ in 0..<8 { try await watcher.poll() }
    #expect(await taken(watcher) == ["XI-BBB du1 1.0 → 2.0"])
  }

  // MARK: Pace

  @Test func waitsDoubleWhileTheServiceIsAwayAndHeedRetryAfter() {
    let pace = PollingPace(interval: .seconds(60))
    #expect(pace.wait(afterFailures: 0, nil, spread: 0.5) == .seconds(60))
    #expect(pace.wait(afterFailures: 0, nil, spread: 0) == .seconds(54))
    // A rounding does not matter.
    #expect(abs(pace.wait(afterFailures: 0, nil, spread: 1) / .seconds(66) - 1) < 1e-9)
    let away = GradesError.unreachable(.refused)
    let waits = (1...6).map { pace.wait(afterFailures: $0, away, spread: 0.5) }
    #expect(waits == [120, 240, 480, 900, 900, 900].map { Duration.seconds($0) })
    #expect(pace.wait(afterFailures: 900, away, spread: 0.5) == .seconds(900))
    let asked = GradesError.tooManyRequests(retryAfter: .seconds(3000))
    #expect(pace.wait(afterFailures: 1, asked, spread: 0) == .seconds(3000))
    // All of them are asked at once, and must not come back at once.
    #expect(abs(pace.wait(afterFailures: 1, asked, spread: 0.5) / .seconds(3150) - 1) < 1e-9)
    let away503 = GradesError.serviceFailure(status: 503, retryAfter: .seconds(3000))
    #expect(pace.wait(afterFailures: 1, away503, spread: 0) == .seconds(3000))
    let endless = GradesError.tooManyRequests(retryAfter: .seconds(Int32.max))
    #expect(pace.wait(afterFailures: 1, endless, spread: 0) == .seconds(86_400))
    #expect(
      PollingPace(interval: .seconds(3600)).wait(afterFailures: 3, away, spread: 0.5)
        == .seconds(3600))
  }

  // MARK: Long runs

  @Test func tenThousandPollsLeaveTheMemoryAsItWas() async throws {
    let (world, watcher) = try await polled()
    await watcher.keep()
    let folder = world.folder.file("state")
    func bytes() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(0) { sum, name in
        sum + (try Data(contentsOf: folder.appending(path: name)).count)
      }
    }
    let before = try bytes()
    for round in 0..<100 {
      for _ in 0..<100 {
        try await watcher.poll()
        _ = await watcher.takeNews()
        await watcher.keep()
      }
      if round == 0 { world.service.forgetRequests() }
    }
    #expect(world.service.requests.count == 9900)
    #expect(try bytes() == before)
  }

  @Test("How the service is away is said as it is, also where the semester is stored")
  func away() async throws {
    let world = try world()
    try await watcher(world).readAll()
    for away in [GradesError.unreachable(.refused), .serviceFailure(status: 503)] {
      world.service.fail(with: away)
      let next = watcher(world)
      await #expect(throws: away) { try await next.readAll() }
    }
  }
}
