import GradesClient

extension ChangeLog {
  /// What is new for a watch of the user's own results: changes of a semester and notifications, each event once.
  ///
  /// A notification and a change that name the same value of an item are one event if neither could be seen when the
  /// other one was not there yet. The one that the log has first is reported, and a notification only if not all
  /// that it names was.
  func news(
    after number: Int64, in semester: SemesterCode, of scope: CacheScope
  ) throws(CacheConnection.Unread) -> [WatchNews] {
    let kinds: [LoggedChange.Kind] = [.result, .total]
    var changes = try changes(kinds, of: scope, in: semester, after: number)
    var notifications = try notifications(of: scope, after: number)
    // Those that were reported may say the same.
    let first = (changes.map(\.before) + notifications.map(\.before)).min() ?? number
    if first < number {
      changes = try self.changes(kinds, of: scope, in: semester, after: first)
      notifications = try self.notifications(of: scope, after: first)
    }
    // Each change is what one notification names at most.
    var paired: Set<Int64> = []
    let uncovered = notifications.filter { notification in
      let earlier = changes.filter { $0.id < notification.id && !paired.contains($0.id) }
      guard let covering = notification.covering(earlier) else { return true }
      paired.formUnion(covering.map(\.id))
      return false
    }
    let news =
      changes.filter { change in
        !notifications.contains { $0.id < change.id && $0.names(change) }
      }.map { WatchNews($0) }
      + uncovered.map { WatchNews(.notification($0.notification), number: $0.id) }
    return news.filter { $0.number > number }.sorted { $0.number < $1.number }
  }
}

extension LoggedNotification {
  /// Whether it says all that a change does: a notification names values and no notes.
  fileprivate func names(_ change: LoggedChange) -> Bool {
    change.noteFrom == change.noteTo && isSameEvent(as: change)
      && texts.contains { $0.contains(where: change.isIn) }
  }

  /// The changes that have all that one of its texts names; nil where some have not.
  fileprivate func covering(_ changes: [LoggedChange]) -> [LoggedChange]? {
    let changes = changes.filter(isSameEvent)
    return texts.lazy.compactMap { items in
      let covering = items.compactMap { item in changes.last { $0.isIn(item) } }
      return items.isEmpty || covering.count < items.count ? nil : covering
    }.first
  }

  /// The items with their values, in each language.
  private var texts: [[Substring]] { notification.texts.map(\.items) }

  private func isSameEvent(as change: LoggedChange) -> Bool {
    notification.course == change.course && id > change.before && change.id > before
  }
}

extension LoggedChange {
  /// Whether a notification's line, such as "Task 1: 8.5", has the new value.
  fileprivate func isIn(_ line: Substring) -> Bool {
    names.contains { name in
      let name = name.name + ": "
      guard line.hasPrefix(name) else { return false }
      let value = line.dropFirst(name.count)
      return switch to {
      case .number(let number): Double(value.replacing(",", with: ".")) == number
      case .text(let text): value == text
      // In words of the text's language.
      case .flag: true
      // What the service writes of a removed value is not known.
      case nil: false
      }
    }
  }
}
