/// A user's notifications, page by page as an `AsyncSequence`, each notification once
/// (Service contract, 6.14).
///
/// When the task is cancelled, the sequence throws ``GradesError/Reason/cancelled``: it never ends as if it were
/// complete. After an error it has no more pages.
///
/// Pages without anything new end the sequence, because a service may repeat a page. One that never ends its list
/// is left after ``limit`` requests, and the sequence throws ``GradesError/Unreadable/endless(pages:)``.
public struct NotificationPages: AsyncSequence, Sendable {
  /// A page's notifications in the order of the response, without those of earlier pages.
  public typealias Element = [ServiceNotification]

  /// The most requests.
  public var limit = 500
  var size: Int
  /// The first and the last page's number; nil: the first one of the service, and the last one.
  let first: Int?
  let last: Int?
  let load: @Sendable (NotificationPage) async throws -> [ServiceNotification]

  /// Starts over at the first of the pages.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

  /// All notifications of the pages in one list.
  ///
  /// - Parameter isEnough: whether a page is the last one that is needed
  public func all(
    until isEnough: @Sendable ([ServiceNotification]) -> Bool = { _ in false }
  ) async throws -> [ServiceNotification] {
    var found: [ServiceNotification] = []
    for try await page in self {
      found += page
      if isEnough(page) { break }
    }
    return found
  }

  /// Loads the pages one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let pages: NotificationPages
    /// The request for the next page; nil after the last one.
    private var upcoming: NotificationPage?
    private var beginning: [ServiceNotification]?
    private var known: Set<ServiceNotification> = []
    private var requests = 0
    /// Whether the list goes on after the last page that is read.
    private var isEndless = false

    fileprivate init(pages: NotificationPages) {
      self.pages = pages
      upcoming = NotificationPage(count: pages.size, number: pages.first)
    }

    /// The next page with anything new; nil after the last one.
    public mutating func next() async throws -> [ServiceNotification]? {
      while let request = upcoming {
        // Nothing follows an error.
        upcoming = nil
        if Task.isCancelled { throw GradesError.cancelled }
        let page = try await pages.load(request)
        requests += 1
        let new = page.filter { known.insert($0).inserted }
        if requests == 1 { beginning = page }
        if isLast(page, request, hasNew: !new.isEmpty) {
          // The end.
        } else if requests >= pages.limit {
          isEndless = true
        } else {
          upcoming = NotificationPage(count: pages.size, number: (request.number ?? 0) + 1)
        }
        if !new.isEmpty { return new }
      }
      guard isEndless else { return nil }
      isEndless = false
      throw GradesError.unreadable(.endless(pages: pages.limit))
    }

    private func isLast(
      _ page: [ServiceNotification], _ request: NotificationPage, hasNew: Bool
    ) -> Bool {
      if page.count < Swift.min(pages.size, Self.certainlyShort) { return true }
      if let last = pages.last, (request.number ?? 0) >= last { return true }
      // Without a number, and usually with 0, it is the first page. The page with number 1 is the second one
      // then, or the first one again where pages are counted from 1.
      let beginsBeforeOne = (pages.first ?? 0) == 0
      let repeatsFirst = beginsBeforeOne && request.number == 1 && page == beginning
      return !hasNew && !repeatsFirst
    }

    /// A page that is shorter than any limit that a service may set for itself is the last one.
    private static let certainlyShort = 10
  }
}

extension GradesAPI.Notifications {
  /// The pages from one to another.
  ///
  /// - Parameters:
  ///   - first: the number of the page to begin with; nil: the first one, whether the service counts from 0 or 1
  ///   - last: the number of the last page; nil goes on to the end
  ///   - size: the most notifications in a page; the service may give fewer
  public func pages(
    _ selection: NotificationSelection = .all, from first: Int? = nil, through last: Int? = nil,
    size: Int = 100
  ) -> NotificationPages {
    NotificationPages(size: size, first: first, last: last) { try await page($0, selection) }
  }

  /// All notifications of all pages, the newest first.
  public func all(_ selection: NotificationSelection = .all) async throws -> [ServiceNotification] {
    try await pages(selection).all()
  }
}
