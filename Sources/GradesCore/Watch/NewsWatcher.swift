/// Polls the service and finds what is new for the user, each piece of news once.
///
/// News is found, taken, reported and remembered one by one; what was not remembered is found again by the
/// next watch.
public protocol NewsWatcher: Actor {
  /// Whether nothing is remembered yet, so that nothing can be new.
  var isFirst: Bool { get async throws }
  /// The last problem with what is remembered; nil: none.
  var problem: WatchFile.Problem? { get }

  /// Performs the next step; until the first complete reading has succeeded, performs all steps.
  func poll() async throws
  /// Performs all steps once.
  func readAll() async throws
  /// Removes and returns the news found so far.
  func takeNews() -> [WatchNews]
  /// Stores that an item has been reported. Call it after reporting it: a process that is killed in between
  /// repeats this item, and no other.
  func remember(_ item: WatchNews)
  /// Stores that items have been shown on the desktop, before each of them is reported.
  func rememberShown(_ items: [WatchNews])
  /// The items that have not been shown on the desktop yet, by this watch or a stopped one before it.
  func notShown(_ items: [WatchNews]) -> [WatchNews]
  /// Stores that all news taken so far has been reported, and what else was read.
  func keep()
}
