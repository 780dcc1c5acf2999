import GradesClient

/// Reads the service's list of notifications page by page, whatever the number of its first page is
/// (Service contract, 6.14).
///
/// The first page is requested without a number, which always means the first one. The page with
/// number 1 then is the second one, or the first one again where pages are counted from 1; what is
/// known already is not counted twice.
struct NotificationPages: Sendable {
  /// The number of notifications in a request.
  var size = 100
  /// The most requests; a service that never ends its list must not keep the program for ever.
  var limit = 50
  /// Gets one page.
  let get: @Sendable (NotificationPage) async throws -> [ServiceNotification]

  /// A page that is shorter than any limit that a service may set for itself is the last one.
  private static let certainlyShort = 10

  /// All notifications, each once; stops after a page for which `isEnough` is true.
  func read(
    until isEnough: @Sendable ([ServiceNotification]) -> Bool = { _ in false }
  ) async throws -> [ServiceNotification] {
    var found = try await get(NotificationPage(count: size))
    let first = found
    var known = Set(found)
    var page = found
    var number = 1
    while page.count >= min(size, Self.certainlyShort), number < limit, !isEnough(page) {
      page = try await get(NotificationPage(count: size, number: number))
      number += 1
      if page == first, number == 2 { continue }
      let new = page.filter { known.insert($0).inserted }
      if new.isEmpty { break }
      found += new
    }
    return found
  }
}
