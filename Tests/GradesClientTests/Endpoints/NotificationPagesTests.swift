import ClientTestSupport
import Foundation
import GradesClient
import Synchronization
import TestSupport
import Testing

/// Pages of notifications and what comes new (Service contract, 6.14).
@Suite("Pages of notifications", .hangLimit, .inTurn) struct NotificationPagesTests {
  @Test("All pages in order, wherever the service begins to count", arguments: [0, 1])
  func all(_ first: Int) async throws {
    let service = PagedService(count: 45, firstPage: first)
    let found = try await service.notifications.all(.new)
    #expect(found.map(\.number) == Array((1...45).reversed()))
    let numbers = first == 0 ? ["-", "1", "2"] : ["-", "1", "2", "3"]
    #expect(service.asked == numbers.map { "new 100 \($0)" })
  }

  @Test("All pages from number 0, wherever the service begins to count", arguments: [0, 1])
  func fromZero(_ first: Int) async throws {
    let service = PagedService(count: 45, firstPage: first)
    let found = try await service.notifications.pages(.new, from: 0).all()
    #expect(found.map(\.number) == Array((1...45).reversed()))
    let numbers = first == 0 ? 0...2 : 0...3
    #expect(service.asked == numbers.map { "new 100 \($0)" })
  }

  @Test("A page, pages from one on, and a range")
  func ranges() async throws {
    let service = PagedService(count: 100, firstPage: 0)
    let one = try await service.notifications.page(NotificationPage(count: 20, number: 2))
    #expect(one.map(\.number) == Array((41...60).reversed()))
    let rest = try await service.notifications.pages(from: 3, size: 20).all()
    #expect(rest.map(\.number) == Array((1...40).reversed()))
    var pages: [[Int]] = []
    for try await page in service.notifications.pages(.new, from: 1, through: 2, size: 20) {
      pages.append(page.map(\.number))
    }
    #expect(pages == [Array((61...80).reversed()), Array((41...60).reversed())])
    #expect(!service.asked.contains("new 20 3"))
  }

  @Test("The service may give fewer in a page than asked for; 3,112 notifications")
  func many() async throws {
    let service = PagedService(count: 3112, firstPage: 1)
    #expect(try await service.notifications.all().count == 3112)
  }

  @Test("Nothing is requested that is not asked for")
  func enough() async throws {
    let service = PagedService(count: 60, firstPage: 0)
    _ = try await service.notifications.pages(size: 20).all { _ in true }
    #expect(service.asked == ["all 20 -"])
  }

  @Test("A list that never ends is an error at the limit, one that repeats a page has ended")
  func endless() async throws {
    let endless = PagedService(count: .max, firstPage: 0)
    var pages = endless.notifications.pages(size: 20)
    pages.limit = 7
    var iterator = pages.makeAsyncIterator()
    for _ in 0..<7 { #expect(try await iterator.next()?.count == 20) }
    await #expect(throws: GradesError.unreadable(.endless(pages: 7))) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
    #expect(endless.asked.count == 7)
    // Enough was found before.
    #expect(try await pages.all { _ in true }.count == 20)
    // A list that ends with the last page that may be read is whole.
    let whole = PagedService(count: 125, firstPage: 0)
    var allowed = whole.notifications.pages(size: 20)
    allowed.limit = 7
    #expect(try await allowed.all().count == 125)
    // Every page is the first one.
    let repeating = PagedService(count: 20, firstPage: 1000)
    #expect(try await repeating.notifications.all().count == 20)
    #expect(repeating.asked.count == 3)
    let repeatingFromZero = PagedService(count: 20, firstPage: 1000)
    #expect(try await repeatingFromZero.notifications.pages(from: 0).all().count == 20)
    #expect(repeatingFromZero.asked.count == 3)
  }

  @Test("Cancelled, it throws and does not end; the request under way is cancelled")
  func cancelled() async throws {
    let service = PagedService(count: 60, firstPage: 0, hangsAt: 1)
    let reading = Task {
      var count = 0
      for try await page in service.notifications.pages(size: 20) { count += page.count }
      return count
    }
    _ = try await service.requests.first(2)
    reading.cancel()
    await #expect(throws: GradesError.cancelled) { try await reading.value }
    _ = try await service.cancellations.first(1)
  }

  @Test("An error ends the sequence with what came before it used")
  func failure() async throws {
    let service = PagedService(count: 60, firstPage: 0, failsAt: 2)
    var iterator = service.notifications.pages(size: 20).makeAsyncIterator()
    #expect(try await iterator.next()?.count == 20)
    #expect(try await iterator.next()?.count == 20)
    await #expect(throws: GradesError.notPermitted) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  // MARK: Updates

  @Test("What comes after the first request is new, the oldest first, every five minutes")
  func updates() async throws {
    let clock = SteppedClock(spread: 0.5)
    let service = PagedService(count: 3, firstPage: 0, clock: clock)
    service.onRequest { number, service in
      // With the second poll nothing is new, with the third two are.
      if number == 2 { service.count = 5 }
    }
    var updates = service.notifications.updates().makeAsyncIterator()
    #expect(try await updates.next()?.number == 4)
    #expect(try await updates.next()?.number == 5)
    #expect(clock.pauses.all == [.seconds(300), .seconds(300)])
    // The first poll reads all that there is, so in larger pages.
    #expect(service.asked == ["new 100 -", "new 20 -", "new 20 -"])
  }

  @Test("A service that is away is polled less and less, and nothing is lost")
  func away() async throws {
    let clock = SteppedClock(spread: 0.5)
    let service = PagedService(count: 3, firstPage: 0, clock: clock)
    service.onRequest { number, service in
      service.failure = (1...3).contains(number) ? .serviceFailure(status: 503) : nil
      if number == 4 { service.count = 4 }
    }
    var updates = service.notifications.updates(every: .seconds(60)).makeAsyncIterator()
    #expect(try await updates.next()?.number == 4)
    #expect(clock.pauses.all == [60, 120, 240, 480].map { .seconds($0) })
  }

  @Test("Other failures and the end of the task are thrown")
  func ends() async throws {
    let service = PagedService(count: 3, firstPage: 0, failsAt: 0)
    var updates = service.notifications.updates().makeAsyncIterator()
    await #expect(throws: GradesError.notPermitted) { try await updates.next() }
    #expect(try await updates.next() == nil)

    let clock = SteppedClock(passesTime: false)
    let quiet = PagedService(count: 3, firstPage: 0, clock: clock)
    let waiting = Task {
      for try await _ in quiet.notifications.updates() {}
    }
    _ = try await clock.pauses.first(1)
    waiting.cancel()
    await #expect(throws: GradesError.cancelled) { try await waiting.value }
  }
}

extension ServiceNotification {
  /// Its place in time.
  fileprivate var number: Int { id.flatMap { Int($0.rawValue) } ?? 0 }
}

/// A service with notifications from 1 to a count, the newest first, at most twenty in a page.
private final class PagedService: HTTPTransport {
  struct State {
    var count: Int
    var failure: GradesError?
    var lines: [String] = []
    var hook: (@Sendable (Int, inout State) -> Void)?
  }

  let requests = Occurrences<Void>()
  let cancellations = Occurrences<Void>()
  private let state: Mutex<State>
  private let firstPage: Int
  private let hangsAt: Int?
  private let failsAt: Int?
  private let clock: RequestClock

  init(
    count: Int, firstPage: Int, hangsAt: Int? = nil, failsAt: Int? = nil,
    clock: SteppedClock = SteppedClock()
  ) {
    state = Mutex(State(count: count))
    self.firstPage = firstPage
    self.hangsAt = hangsAt
    self.failsAt = failsAt
    self.clock = clock.requestClock
  }

  var notifications: GradesAPI.Notifications {
    GradesAPI(
      baseURL: URL(string: "https://grades.example.org/api/v1")!,
      client: HTTPClient(transport: self, retry: .never, clock: clock),
      authenticator: ScriptedTokens()
    ).notifications(of: "zkusade1")
  }

  /// The requests, such as `new 100 1`.
  var asked: [String] { state.withLock(\.lines) }

  /// Changes the service before it answers a request, by the request's number.
  func onRequest(_ hook: @escaping @Sendable (Int, inout State) -> Void) {
    state.withLock { $0.hook = hook }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    func value(_ name: String) -> Int? {
      query.first { $0.name == name }?.value.flatMap { Int($0) }
    }
    let (count, page) = (value("count"), value("page"))
    let line =
      "\(request.url.lastPathComponent) \(count.map(String.init) ?? "-") "
      + (page.map(String.init) ?? "-")
    let (total, failure, number) = state.withLock { state in
      let number = state.lines.count
      state.lines.append(line)
      state.hook?(number, &state)
      return (state.count, state.failure, number)
    }
    requests.record(())
    if let failure { throw failure }
    if number == failsAt { throw GradesError.notPermitted }
    if number == hangsAt {
      let never = AsyncStream<Never> { _ in }
      for await _ in never {}
      cancellations.record(())
      throw CancellationError()
    }
    let size = min(count ?? 20, 20)
    let first = max(0, (page ?? firstPage) - firstPage) * size
    let ids = (0..<size).map { total - first - $0 }.filter { $0 > 0 }
    let list = ids.map { #"{"id":\#($0),"notificationTextDtos":[{"text":"\#($0)"}]}"# }
    return .json(#"{"notifications":[\#(list.joined(separator: ","))]}"#)
  }
}
