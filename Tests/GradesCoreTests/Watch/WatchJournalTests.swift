import Foundation
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

/// What was reported is remembered item by item: a watch that ends in between repeats nothing of it and
/// omits nothing else.
@Suite("What a watch has reported", .hangLimit, .inTurn)
struct WatchJournalTests {
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
            identifier: ItemIdentifier("item\(number)"), id: number, index: number),
          recorded: RecordedValue(value: .number(value)))
      })
  }

  private func file(_ world: World) -> WatchFile {
    WatchFile(
      folder: world.folder.file("state"),
      scope: CacheScope(host: World.host, username: Username("zkusade1")))
  }

  private func watcher(_ world: World) -> Watcher {
    let run = world.run()
    let file = file(world)
    let isOwner = file.acquire()
    let clock = world.clock
    return Watcher(
      source: run.source, session: run.session, file: file, isOwner: isOwner, semester: .current,
      uptime: { .seconds(clock.now.timeIntervalSinceReferenceDate) })
  }

  private func journal(_ world: World) -> URL {
    file(world).url.deletingPathExtension().appendingPathExtension("told")
  }

  /// The news of a watch that begins now.
  private func news(_ world: World) async throws -> [WatchNews] {
    let watcher = watcher(world)
    try await watcher.readAll()
    return await watcher.takeNews()
  }

  /// Lets a watch begin, then changes all values, and adds two notifications and a total that no item shows.
  private func prepare(_ count: Int) async throws -> World {
    let world = try world(count)
    do {
      let watcher = watcher(world)
      try await watcher.readAll()
      await watcher.keep()
    }
    world.service.change { answers in
      answers.courseRecords[Self.course] = Self.record(count, 2)
      answers.notifications = [2, 1].map {
        ServiceNotification(
          id: NotificationID("\($0)"), course: Self.course,
          texts: [NotificationText(language: "en", title: nil, text: "* Task \($0): 8")])
      }
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
    #expect(try await news(world).map(\.key) == all.dropFirst(reported).map(\.key))
    // Nor does it come in the watch after that one.
    do {
      let next = watcher(world)
      try await next.readAll()
      for item in await next.takeNews().prefix(1) { await next.remember(item) }
    }
    #expect(try await news(world).map(\.key) == all.dropFirst(reported + 1).map(\.key))
  }

  @Test("and has changed again since is reported from the value that was reported")
  func changedAgain() async throws {
    let world = try await prepare(1)
    do {
      let watcher = watcher(world)
      try await watcher.readAll()
      for item in await watcher.takeNews() { await watcher.remember(item) }
    }
    for value in [3.0, 1.0] {
      world.service.change { $0.courseRecords[Self.course] = Self.record(1, value) }
      guard case .change(let change) = try #require(try await news(world).first) else {
        Issue.record("It is no change.")
        return
      }
      #expect(change.from == .number(2))
      #expect(change.to == .number(value))
    }
  }

  @Test("outlives a record that was cut off anywhere, but for that one")
  func cutOff() async throws {
    let world = try await prepare(3)
    let watcher = watcher(world)
    try await watcher.readAll()
    let all = await watcher.takeNews()
    var ends: [Int] = []
    for item in all {
      await watcher.remember(item)
      ends.append(try Data(contentsOf: journal(world)).count)
    }
    let whole = try Data(contentsOf: journal(world))
    for length in stride(from: whole.count, through: 0, by: -7) {
      try whole.prefix(length).write(to: journal(world))
      let reported = ends.count { $0 <= length }
      // Beside the first one, so that it only reads.
      #expect(try await news(world).map(\.key) == all.dropFirst(reported).map(\.key), "\(length)")
    }
    var damaged = whole
    damaged[ends[2] + 20] ^= 0xFF
    try damaged.write(to: journal(world))
    #expect(try await news(world).map(\.key) == all.dropFirst(3).map(\.key))
  }

  @Test("is reported once more where the journal belongs to another memory")
  func otherMemory() async throws {
    let world = try await prepare(2)
    do {
      let watcher = watcher(world)
      try await watcher.readAll()
      for item in await watcher.takeNews() { await watcher.remember(item) }
      let old = try Data(contentsOf: journal(world))
      await watcher.keep()
      #expect(!FileManager.default.fileExists(atPath: journal(world).path))
      // As after a kill between the new memory and the end of the journal.
      try old.write(to: journal(world))
    }
    world.service.change { $0.courseRecords[Self.course] = Self.record(2, 1) }
    let next = watcher(world)
    try await next.readAll()
    let news = await next.takeNews()
    #expect(news.count == 2)
    await next.remember(news[0])
    #expect(try await self.news(world).map(\.key) == [news[1].key])
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
    #expect(news.map(\.key) == all.dropFirst().map(\.key))
    #expect(await next.notShown(news).map(\.key) == all.dropFirst(3).map(\.key))
    for item in news { await next.remember(item) }
    await next.keep()
    #expect(await next.notShown(all) == all)
  }

  @Test("of ten thousand items takes one small record each")
  func manyItems() async throws {
    let count = 10_000
    let world = try await prepare(count)
    let memory = try FileManager.default.attributesOfItem(atPath: file(world).url.path)
    do {
      let watcher = watcher(world)
      try await watcher.readAll()
      let all = await watcher.takeNews()
      #expect(all.count == count + 3)
      for item in all.dropLast() { await watcher.remember(item) }
      #expect(await watcher.problem == nil)
    }
    let after = try FileManager.default.attributesOfItem(atPath: file(world).url.path)
    #expect(memory[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    #expect(try Data(contentsOf: journal(world)).count < count * 200)
    #expect(try await news(world).count == 1)
  }

  @Test("cannot be remembered: that is a problem, and the next item is tried again")
  func unwritable() async throws {
    let world = try await prepare(2)
    let watcher = watcher(world)
    try await watcher.readAll()
    let all = await watcher.takeNews()
    try FileManager.default.createDirectory(
      at: journal(world), withIntermediateDirectories: false)
    await watcher.remember(all[0])
    #expect(await watcher.problem == .unwritable)
    try FileManager.default.removeItem(at: journal(world))
    for item in all.dropFirst() { await watcher.remember(item) }
    #expect(await watcher.problem == .unwritable)
    #expect(try await news(world).map(\.key) == [all[0].key])
    await watcher.keep()
    #expect(await watcher.problem == nil)
    #expect(try await news(world).isEmpty)
  }
}
