import Foundation
import GradesLocalization
import TestSupport
import Testing

@Suite("Dates")
struct DatesTests {
  private let english: DateText
  private let czech: DateText
  private let moment = Date(timeIntervalSince1970: 1_705_064_700)

  init() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Prague"))
    english = DateText(.load(.english), timeZone: zone)
    czech = DateText(.load(.czech), timeZone: zone)
  }

  @Test("A time is shown by the clock of the zone")
  func texts() {
    #expect(english.dateTime(moment) == "12 Jan 2024 14:05")
    #expect(czech.dateTime(moment) == "12. 1. 2024 14:05")
    #expect(english.date(moment) == "12 Jan 2024")
    #expect(czech.date(moment) == "12. 1. 2024")
    #expect(czech.time(moment) == "14:05")
    #expect(english.dateTimeWithZone(moment) == "12 Jan 2024 14:05 (Europe/Prague)")
    #expect(czech.dateTimeWithZone(moment) == "12. 1. 2024 14:05 (Europe/Prague)")
  }

  @Test("The computer's own zone goes without saying")
  func ownZone() {
    let own = DateText(.load(.english), timeZone: nil)
    #expect(own.dateTimeWithZone(moment) == own.dateTime(moment))
  }

  @Test("Summer time begins at the right second, also before 1970")
  func zones() {
    #expect(english.dateTime(Date(timeIntervalSince1970: 1_711_846_799)) == "31 Mar 2024 01:59")
    #expect(english.dateTime(Date(timeIntervalSince1970: 1_711_846_800)) == "31 Mar 2024 03:00")
    #expect(english.dateTime(Date(timeIntervalSince1970: -1)) == "1 Jan 1970 00:59")
  }

  @Test("Days agree with Foundation's calendar over four thousand years")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let utc = DateText(.load(.czech), timeZone: calendar.timeZone)
    var random = SeededNumbers(7)
    for _ in 0..<500 {
      // From 1583, when the calendars begin to agree.
      let date = Date(
        timeIntervalSince1970: Double(
          Int64.random(in: -12_200_000_000...120_000_000_000, using: &random)))
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let expected =
        try "\(#require(parts.day)). \(#require(parts.month)). \(#require(parts.year))"
      #expect(utc.date(date) == expected)
    }
  }

  @Test(
    "An age is written in the largest unit that fits",
    arguments: [
      (0, "less than a minute ago", "před chvílí"), (59, "less than a minute ago", "před chvílí"),
      (-59, "less than a minute ago", "před chvílí"), (60, "1 minute ago", "před 1 minutou"),
      (300, "5 minutes ago", "před 5 minutami"), (3599, "59 minutes ago", "před 59 minutami"),
      (3600, "1 hour ago", "před 1 hodinou"), (7200, "2 hours ago", "před 2 hodinami"),
      (172_799, "47 hours ago", "před 47 hodinami"), (172_800, "2 days ago", "před 2 dny"),
      (5_184_000, "60 days ago", "před 60 dny"), (5_270_400, "2 months ago", "před 2 měsíci"),
      (62_208_000, "23 months ago", "před 23 měsíci"), (63_072_000, "2 years ago", "před 2 lety"),
      (-61, "12 Jan 2024 14:06", "12. 1. 2024 14:06"),
    ])
  func ages(seconds: Double, english: String, czech: String) {
    let now = Date(timeIntervalSince1970: 1_705_064_700)
    let date = now.addingTimeInterval(-seconds)
    #expect(self.english.age(of: date, at: now) == english)
    #expect(self.czech.age(of: date, at: now) == czech)
  }

  @Test("The state of today's data is the clock alone")
  func asOf() {
    #expect(english.asOf(moment, at: moment.addingTimeInterval(3600)) == "as of 14:05")
    #expect(czech.asOf(moment, at: moment) == "stav k\u{A0}14:05")
    #expect(
      english.asOf(moment, at: moment.addingTimeInterval(86_400)) == "as of 12 Jan 2024 14:05")
    // 22:59:59 UTC is the last second of the day in Prague.
    let midnight = Date(timeIntervalSince1970: 1_705_100_400)
    #expect(english.asOf(moment, at: midnight) == "as of 12 Jan 2024 14:05")
    #expect(english.asOf(moment, at: midnight.addingTimeInterval(-1)) == "as of 14:05")
  }

  @Test(
    "Documents have times in UTC",
    arguments: [
      (1_705_064_700, "2024-01-12T13:05:00Z"), (1_701_388_800.06, "2023-12-01T00:00:00.060Z"),
      (0, "1970-01-01T00:00:00Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
      (951_782_400, "2000-02-29T00:00:00Z"), (1_705_064_700.0004, "2024-01-12T13:05:00Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"), (1e300, "9999-12-31T23:59:59.999Z"),
      (-1e300, "0000-01-01T00:00:00Z"), (.infinity, "9999-12-31T23:59:59.999Z"),
      (.nan, "1970-01-01T00:00:00Z"),
    ])
  func timestamps(seconds: Double, text: String) {
    #expect(Timestamp.text(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test("A hostile time is shown, somehow")
  func hostile() {
    for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e18] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(!english.dateTime(date).isEmpty)
      #expect(!english.age(of: date, at: moment).isEmpty)
      #expect(!english.age(of: moment, at: date).isEmpty)
    }
  }
}
