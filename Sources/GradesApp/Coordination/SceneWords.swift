import Foundation
import GradesLocalization

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
}
