import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What a view needs to turn values into text.
struct SceneWords: Sendable {
  let strings: Strings
  let dates: DateText
  let values: ValueText
  let now: Date
  /// Whether the scene is being loaded, or does something else that takes a while.
  var isBusy = false

  /// Makes words of a language and a time zone; nil is the computer's own.
  init(_ strings: Strings, timeZone: TimeZone?, now: Date) {
    self.strings = strings
    dates = DateText(strings, timeZone: timeZone)
    values = ValueText(strings)
    self.now = now
  }

  /// The title of a scene of all courses.
  func title(_ message: Message) -> StyledText {
    StyledText("grades · ", .quiet) + StyledText(strings(message), .heading)
  }

  /// The remarks on a snapshot for the title bar: its age, unless the bar shows it already, its
  /// semester, and whether it is stale.
  func remarks<Value>(
    on snapshot: Snapshot<Value>, of semester: SemesterCode? = nil
  ) -> [StyledText] {
    let semester = semester.map { [StyledText(strings.title(of: $0))] } ?? []
    guard snapshot.isStale else {
      return [StyledText(dates.asOf(snapshot.fetchedAt, at: now), .quiet)] + semester
    }
    return semester + [StyledText(strings(.wordOffline), .warning)]
  }

  /// Since when an answer has been standing in for a newer one.
  func age(of since: Date) -> StyledText { StyledText(dates.asOf(since, at: now), .warning) }
}

extension Snapshot {
  var age: SnapshotAge { SnapshotAge(fetchedAt: fetchedAt, isStale: isStale) }
  var staleSince: Date? { isStale ? fetchedAt : nil }
}
