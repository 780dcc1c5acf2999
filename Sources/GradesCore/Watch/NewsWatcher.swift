import GradesClient

/// Polls the service and finds what is new for the user, each piece of news once: what the log has after the
/// cursor of the watch, whatever noted it there.
///
/// News is found, taken and reported one by one, and the cursor moves after each report; what it has not passed is
/// found again by the next watch.
package protocol NewsWatcher: Actor {
  var cursor: WatchCursor { get set }
  /// Whether no watch has finished its first round, so that nothing can be new.
  var isFirst: Bool { get async throws }

  /// Performs the next step; until the first complete reading has succeeded, performs all steps.
  func poll() async throws
  func readAll() async throws
  /// The news found so far, in the order of the log.
  func takeNews() -> [WatchNews]
}

extension NewsWatcher {
  /// Stores that an item has been reported. Call it after reporting it: a process that is killed in between
  /// repeats this item, and no other.
  package func remember(_ item: WatchNews) { cursor.move(to: item.number) }

  /// Stores that items have been shown on the desktop, before each of them is reported.
  package func rememberShown(_ items: [WatchNews]) { cursor.show(items) }

  /// The items that have not been shown on the desktop yet, by this watch or a stopped one before it.
  package func notShown(_ items: [WatchNews]) -> [WatchNews] { cursor.notShown(items) }

  /// Stores that all news taken so far has been reported.
  package func keep() { cursor.moveToEnd() }
}

package struct WatchNews: Hashable, Sendable {
  package enum Event: Hashable, Sendable {
    case notification(ServiceNotification)
    /// A changed result, or a student's value that another person changed in a taught course.
    case change(LoggedChange)
  }

  package let event: Event
  /// Up to this number of the log everything is reported when the item is.
  let number: Int64

  init(_ event: Event, number: Int64) { (self.event, self.number) = (event, number) }

  /// A change that is one entry of the log.
  package init(_ change: LoggedChange) { self.init(.change(change), number: change.id) }

  package var course: CourseCode? {
    switch event {
    case .notification(let notification): notification.course
    case .change(let change): change.course
    }
  }
}

/// How far a watch has reported the log, and how far it has shown each course on the desktop.
package struct WatchCursor: Sendable {
  let log: ChangeLog
  private let scope: CacheScope
  let name: String
  /// Whether it is stored, because no other process moves it.
  private let isStored: Bool
  /// Whether the log could be read; until then it is not known whether this is the first round.
  private var isKnown = false
  /// The number of the last entry that was reported or passed over; nil before the end of the first round.
  private(set) var reported: Int64?
  /// The newest entry when news was last found; nil before.
  private var found: Int64?

  init(_ log: ChangeLog, of scope: CacheScope, name: String, isStored: Bool) {
    (self.log, self.scope, self.name, self.isStored) = (log, scope, name, isStored)
    try? resume()
  }

  /// Whether no watch has finished its first round.
  var isFirst: Bool { isKnown && reported == nil }

  private mutating func resume() throws {
    guard !isKnown else { return }
    reported = try log.told(name, of: scope)?.number
    isKnown = true
  }

  /// Begins where the log ends, at the end of the first round: what it has is what later looks are compared with.
  mutating func begin() {
    guard (try? resume()) != nil, reported == nil, let newest = try? log.newest else { return }
    move(to: newest)
  }

  /// Looks where the log ends. Returns the last entry that was reported, if there are newer ones, and the newest one;
  /// nil also where the log cannot be read.
  mutating func look() -> (reported: Int64, newest: Int64)? {
    guard (try? resume()) != nil, let last = reported, let newest = try? log.newest else {
      return nil
    }
    // A file that was deleted has begun to count again, with nothing that was reported.
    if newest < last { (reported, found) = (0, nil) }
    return reported.flatMap { newest > $0 ? ($0, newest) : nil }
  }

  /// Notes that all news up to an entry was found: when all of it is reported, the cursor may pass the rest.
  mutating func hasFound(upTo number: Int64) { found = number }

  /// Stores that everything up to an entry has been reported, unless the first round has not ended.
  mutating func move(to number: Int64) {
    guard isKnown, number > reported ?? -1 else { return }
    reported = number
    if isStored { log.tell(name, upTo: number, of: scope) }
  }

  mutating func moveToEnd() {
    if let found, reported != nil { move(to: found) }
  }

  private func reader(_ course: CourseCode?) -> String {
    "desktop \(course?.rawValue ?? "") of \(name)"
  }

  func show(_ items: [WatchNews]) {
    guard isStored else { return }
    for (course, items) in Dictionary(grouping: items, by: \.course) {
      log.tell(reader(course), upTo: items.map(\.number).max() ?? 0, of: scope)
    }
  }

  func notShown(_ items: [WatchNews]) -> [WatchNews] {
    var shown: [CourseCode?: Int64] = [:]
    for course in Set(items.map(\.course)) {
      shown[course] = (try? log.told(reader(course), of: scope))?.number
    }
    return items.filter { $0.number > shown[$0.course] ?? 0 }
  }
}
