import Foundation
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

/// What was reported is remembered item by item: a watch that ends in between repeats nothing of it and
/// omits nothing else.
@Suite("What a watch has reported", .hangLimit, .inTurn)
struct WatchCursorTests {
  private static let course = CourseCode("XI-AAA.23")

  /// A service with so many values of one course.
  private func world(_ count: Int) throws -> World {
    let service = StubGradesAPI.faculty()
    service.change {
      $0.notifications = []
      $0.courseRecords[Self.course] = Self.record(count, 1)
    }
    return try World(service)
  }

  private static func record(_ count: Int, _ value: Double) -> StudentRecord {
    StudentRecord(
      student: Student(username: Username("zkusade1"), firstName: nil, lastName: nil),
      items: (0..<count).map { number in
        StudentClassification(
          definition: Classification(
            identifier: ItemIdentifier("item\(number)"), id: number,
            names: [LocalizedName(language: "en", name: "Task \(number)")], index: number),
          recorded: RecordedValue(value: .number(value)))
      })
  }

  private func watcher(_ world: World) -> Watcher {
    let run = world.run()
    let clock = world.clock
    return Watcher(
      run, user: Username("zkusade1"), isOwner: true,
      semester: .current, uptime: { .seconds(clock.now.timeIntervalSinceReferenceDate) })
  }

  /// The news of a watch that begins now.
  private func news(_ world: World) async throws -> [WatchNews] {
    let watcher = watcher(world)
    try await watcher.readAll()
    return await watcher.takeNews()
  }

  private static func notification(_ id: Int, _ items: String...) -> ServiceNotification {
    let lines = items.map { "* \($0)\n" }.joined()
    return ServiceNotification(
      id: NotificationID("\(id)"), course: Self.course,
      texts: [NotificationText(language: "en", title: nil, text: "Changed:\n\(lines)See Grades.")])
  }

  /// Lets a watch begin, then changes all values, and adds two notifications and a total that no item shows.
  private func prepare(_ count: Int) async throws -> World {
    let world = try world(count)
    try await watcher(world).readAll()
    world.service.change { answers in
      answers.courseRecords[Self.course] = Self.record(count, 2)
      answers.notifications = [
        Self.notification(2, "Homework: 8"), Self.notification(1, "Exam: 8"),
      ]
      for index in answers.overviews[World.semester]!.indices
      where answers.overviews[World.semester]![index].code == Self.course {
        answers.overviews[World.semester]![index].items = [
          .init(type: .finalScore, value: .text("D")),
          .init(type: .pointsTotal, value: .number(99)),
        ]
      }
    }
    return world
  }

  @Test("is not reported again, whichever item was the last", arguments: 0...6)
  func stopped(reported: Int) async throws {
    let world = try await prepare(3)
    var all: [WatchNews] = []
    do {
      let watcher = watcher(world)
      try await watcher.readAll()
      all = await watcher.takeNews()
      #expect(all.count == 6)
      for item in all.prefix(reported) { await watcher.remember(item) }
      // It ends here: nothing else is stored.
    }
    #expect(try await news(world) == Array(all.dropFirst(reported)))
    // Nor does it come in the watch after that one.
    do {
      let next = watcher(world)
      try await next.readAll()
      for item in await next.takeNews().prefix(1) { await next.remember(item) }
    }
    #expect(try await news(world) == Array(all.dropFirst(reported + 1)))
  }

  @Test("and has changed again since is reported from the value that was reported")
  func changedAgain() async throws {
    let world = try await prepare(1)
    do {
      let watcher = watcher(world)
      try await watcher.readAll()
      for item in await watcher.takeNews() { await watcher.remember(item) }
    }
    for (index, value) in [3.0, 1].enumerated() {
      world.service.change { $0.courseRecords[Self.course] = Self.record(1, value) }
      // Each change that was seen is one.
      let changes = try await news(world).compactMap { news -> [GradeValue?]? in
        if case .change(let change) = news.event { [change.from, change.to] } else { nil }
      }
      let all: [[GradeValue?]] = [[.number(2), .number(3)], [.number(3), .number(1)]]
      #expect(changes == Array(all.prefix(index + 1)))
    }
  }

  @Test("on the desktop is not shown there again, while each item still has to be reported")
  func desktop() async throws {
    let world = try await prepare(2)
    var all: [WatchNews] = []
    do {
      let watcher = watcher(world)
      try await watcher.readAll()
      all = await watcher.takeNews()
      await watcher.rememberShown(Array(all.prefix(3)))
      await watcher.remember(all[0])
    }
    let next = watcher(world)
    try await next.readAll()
    let news = await next.takeNews()
    #expect(news == Array(all.dropFirst()))
    #expect(await next.notShown(news) == Array(all.dropFirst(3)))
    for item in news { await next.remember(item) }
    await next.keep()
  }

  @Test("of ten thousand items is remembered one by one")
  func manyItems() async throws {
    let count = 10_000
    let world = try await prepare(count)
    do {
      let watcher = watcher(world)
      try await watcher.readAll()
      let all = await watcher.takeNews()
      #expect(all.count == count + 3)
      for item in all.dropLast() { await watcher.remember(item) }
      #expect(world.logNotices.all == [])
    }
    #expect(try await news(world).count == 1)
  }

  @Test("cannot be stored: it is reported all the same, and the next run starts over")
  func unwritable() async throws {
    let world = try world(2)
    try Data().write(to: world.logFile.deletingLastPathComponent())
    let watcher = watcher(world)
    try await watcher.readAll()
    #expect(await watcher.takeNews() == [])
    world.service.change { $0.courseRecords[Self.course] = Self.record(2, 2) }
    try await watcher.readAll()
    let all = await watcher.takeNews()
    #expect(all.count == 2)
    await watcher.remember(all[0])
    #expect(await watcher.takeNews() == [all[1]])
    await watcher.keep()
    #expect(await watcher.takeNews() == [])
    #expect(world.logNotices.all.count == 1)
    #expect(await self.watcher(world).isFirst)
    // Once it can be written, the next run begins in the file.
    try FileManager.default.removeItem(at: world.logFile.deletingLastPathComponent())
    try await self.watcher(world).readAll()
    #expect(await self.watcher(world).isFirst == false)
  }

  // MARK: One event, once

  @Test("by its value is not reported by its notification, whichever of both comes first")
  func once() async throws {
    for isNotificationFirst in [false, true] {
      let world = try world(2)
      let watcher = watcher(world)
      try await watcher.readAll()
      func notify() {
        world.service.change { $0.notifications = [Self.notification(1, "Task 0: 2", "Task 1: 2")] }
      }
      func change() { world.service.change { $0.courseRecords[Self.course] = Self.record(2, 2) } }
      var lines: [[String]] = []
      for step in isNotificationFirst ? [notify, change] : [change, notify] {
        step()
        try await watcher.readAll()
        lines.append(await watcher.takeNews().map(Self.line))
        await watcher.keep()
      }
      #expect(lines == [isNotificationFirst ? ["✉"] : ["item0", "item1"], []])
    }
  }

  @Test("in one look: values, and the notification only if they do not have all that it names")
  func together() async throws {
    for (items, isReported) in [
      (["Task 0: 2", "Task 1: 2,0"], false), (["Task 0: 2", "Task 1: 7"], true),
      (["Task 0: 2", "Task 10: 2"], true), ([], true),
    ] {
      let world = try world(2)
      try await watcher(world).readAll()
      world.service.change {
        $0.courseRecords[Self.course] = Self.record(2, 2)
        $0.notifications = [
          ServiceNotification(
            id: NotificationID("1"), course: Self.course,
            texts: [
              NotificationText(
                language: "en", title: nil, text: items.map { "* \($0)" }.joined(separator: "\n"))
            ])
        ]
      }
      let all = try await news(world)
      #expect(all.map(Self.line) == ["item0", "item1"] + (isReported ? ["✉"] : []))
      // Also after a watch that was killed after each of them.
      for (index, item) in all.enumerated() {
        await watcher(world).remember(item)
        #expect(try await news(world) == Array(all.dropFirst(index + 1)))
      }
    }
  }

  @Test("and comes again with the same value later is reported again")
  func again() async throws {
    let world = try world(1)
    let watcher = watcher(world)
    try await watcher.readAll()
    for (id, value) in [(1, 2.0), (2, 3), (3, 2)] {
      world.service.change {
        $0.courseRecords[Self.course] = Self.record(1, value)
        $0.notifications?.insert(Self.notification(id, "Task 0: \(Int(value))"), at: 0)
      }
      try await watcher.readAll()
      #expect(await watcher.takeNews().map(Self.line) == ["item0"])
      await watcher.keep()
    }
    // The same value set again: no change is seen.
    world.service.change { $0.notifications?.insert(Self.notification(4, "Task 0: 2"), at: 0) }
    try await watcher.readAll()
    #expect(await watcher.takeNews().map(Self.line) == ["✉"])
  }

  @Test("of a value that its notification does not name is reported beside it")
  func other() async throws {
    for (value, note) in [(nil, nil), (2.0, "late")] {
      let world = try world(1)
      let watcher = watcher(world)
      try await watcher.readAll()
      world.service.change { $0.notifications = [Self.notification(1, "Task 0: 2")] }
      world.service.fail("record zkusade1 \(Self.course)", with: .serviceFailure(status: 500))
      await #expect(throws: GradesError.self) { try await watcher.readAll() }
      #expect(await watcher.takeNews().map(Self.line) == ["✉"])
      await watcher.keep()
      world.service.heal()
      world.service.change {
        var record = Self.record(1, 2)
        record.items[0].recorded = RecordedValue(value: value.map(GradeValue.number), note: note)
        $0.courseRecords[Self.course] = record
      }
      try await watcher.readAll()
      #expect(await watcher.takeNews().map(Self.line) == ["item0"])
    }
  }

  private static func line(_ news: WatchNews) -> String {
    switch news.event {
    case .notification: "✉"
    case .change(let change): change.identifier.rawValue
    }
  }
}
