import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("Notifications", .hangLimit, .inTurn) struct NotificationsRepositoryTests {
  private func notification(_ id: Int, _ course: String = "XI-AAA.23") -> ServiceNotification {
    ServiceNotification(
      id: NotificationID("\(id)"), course: CourseCode(course),
      texts: [NotificationText(language: "en", title: course, text: "Intro\n* Task \(id): 8\nEnd")])
  }

  private func world(_ ids: [Int], read: [Int] = []) throws -> World {
    let service = StubGradesAPI.faculty()
    service.change {
      $0.notifications = ids.map { notification($0) }
      $0.readNotifications = Set(read.map { NotificationID("\($0)") })
    }
    return try World(service)
  }

  private func ids(_ inbox: Inbox) -> [String] {
    inbox.entries.map { ($0.notification.id?.rawValue ?? "-") + ($0.isRead ? " read" : "") }
  }

  @Test func allAreTheReadAndTheNewOnesTheNewestFirst() async throws {
    let world = try world([2, 10, 9], read: [9])
    let repository = world.run()
    #expect(ids(try await repository.notifications(.all).latest().value) == ["10", "9 read", "2"])
    let new = try await repository.notifications(.new).latest().value
    #expect(ids(new) == ["10", "2"])
    #expect(new.unreadCounts == [CourseCode("XI-AAA.23"): 2])
  }

  @Test(arguments: [0, 1])
  func pagesMayBeCountedFromZeroOrOne(_ first: Int) async throws {
    let world = try world((1...45).reversed())
    world.service.change { $0.firstPage = first }
    let repository = world.run()
    let inbox = try await repository.notifications(.new).latest().value
    #expect(inbox.entries.count == 45)
    #expect(inbox.entries.first?.notification.id == NotificationID("45"))
    // The service gives 20 a page however many were asked for.
    let numbers = (first == 0 ? ["-", "1", "2"] : ["-", "1", "2", "3"])
    #expect(world.service.requests == numbers.map { "notifications new zkusade1 100 \($0) en" })
  }

  @Test func aServiceWhoseListNeverEndsIsLeft() async throws {
    let world = try world(Array(1...20))
    // Every page is the first one.
    world.service.change { $0.firstPage = 1000 }
    let inbox = try await world.run().notifications(.new).latest().value
    #expect(inbox.entries.count == 20)
    #expect(world.service.requests.count == 3)
  }

  @Test func whatIsStoredAnswersOfflineAndAfterMarks() async throws {
    let world = try world([3, 2, 1])
    let repository = world.run()
    _ = try await repository.notifications(.all).latest()
    _ = try await repository.notifications(.new).latest()
    try await repository.markNotifications([NotificationID("2")], asRead: true)
    #expect(world.service.requests.filter { $0.hasPrefix("mark") } == ["mark 2 read zkusade1"])

    let offline = world.run(access: .offline)
    let all = try await offline.notifications(.all).latest()
    #expect(all.isStale)
    #expect(ids(all.value) == ["3", "2 read", "1"])
    #expect(ids(try await offline.notifications(.new).latest().value) == ["3", "1"])

    try await repository.markAllNotifications(asRead: true)
    #expect(ids(try await offline.notifications(.new).latest().value) == [])
    try await repository.markNotifications([NotificationID("1")], asRead: false)
    #expect(ids(try await offline.notifications(.all).latest().value) == ["3 read", "2 read", "1"])
    await #expect(throws: NothingStored.self) {
      try await offline.markNotifications([NotificationID("1")], asRead: true)
    }
  }

  @Test func theNewOnesAreFoundInTheListOfAll() async throws {
    let world = try world([2, 1], read: [1])
    _ = try await world.run().notifications(.all).latest()
    let offline = world.run(access: .offline)
    #expect(ids(try await offline.notifications(.new).latest().value) == ["2"])
  }

  @Test func storedOnesComeFirstAndStandInForAnOutage() async throws {
    let world = try world([1])
    _ = try await world.run().notifications(.new).latest()
    world.service.change { $0.notifications = [notification(2), notification(1)] }
    let seen = try await all(world.run().notifications(.new))
    #expect(seen.map { ids($0.value) } == [["1"], ["2", "1"]])

    world.service.fail("notifications", with: .serviceFailure(status: 503))
    let away = try await world.run().notifications(.new).latest()
    #expect(away.isStale)
    #expect(ids(away.value) == ["2", "1"])
  }

  @Test func oneThatDoesNotExistIsNamed() async throws {
    let world = try world([1])
    let repository = world.run()
    await #expect(throws: UnknownNotification(id: NotificationID("99"))) {
      try await repository.markNotifications(
        [NotificationID("1"), NotificationID("99")], asRead: true)
    }
    #expect(world.service.requests.prefix(2) == ["mark 1 read zkusade1", "mark 99 read zkusade1"])
  }

  @Test func oneThatCameBetweenTheTwoAnswersIsThereOnce() async throws {
    let box = Inbox(all: [notification(1)], new: [notification(2), notification(1)])
    #expect(ids(box) == ["2", "1"])
    let unnumbered = ServiceNotification(
      id: nil, course: nil, texts: [NotificationText(language: nil, title: nil, text: "News")])
    #expect(ids(Inbox(all: [unnumbered, notification(1)], new: [unnumbered])) == ["1 read", "-"])
  }
}
