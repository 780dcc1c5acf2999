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
  /// The time of the picture.
  let now: Date

  /// Makes words of a language and a time zone.
  init(_ strings: Strings, timeZone: TimeZone, now: Date) {
    self.strings = strings
    dates = DateText(strings, timeZone: timeZone)
    values = ValueText(strings)
    self.now = now
  }

  /// What holds for an answer, for the title bar: how old it is, whose semester it is, and whether the
  /// service could not be asked for a newer one.
  func remarks<Value>(on snapshot: Snapshot<Value>, of semester: SemesterCode) -> [StyledText] {
    [
      StyledText(dates.asOf(snapshot.fetchedAt, at: now), .quiet),
      StyledText(strings.title(of: semester)),
    ] + (snapshot.isStale ? [StyledText(strings(.wordOffline), .warning)] : [])
  }
}
