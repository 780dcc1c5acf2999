import Foundation

/// Times as people read them, in one time zone and language.
package struct DateText: Sendable {
  package let timeZone: TimeZone
  private let isChosen: Bool
  private let strings: Strings

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Makes the texts of a language for a zone that was chosen, or with nil for the computer's own.
  package init(_ strings: Strings, timeZone: TimeZone?) {
    self.strings = strings
    self.timeZone = timeZone ?? .current
    isChosen = timeZone != nil
  }

  /// The day: `12 Jan 2024`, `12. 1. 2024`.
  package func date(_ date: Date) -> String { self.date(civil(date)) }

  /// The time of day: `14:05`.
  package func time(_ date: Date) -> String { clock(civil(date)) }

  /// The time of day to the second, rounded up: `14:05:10`.
  package func timeWithSeconds(_ date: Date) -> String {
    let time = civil(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.up)))
    return "\(clock(time)):\(time.second.padded(2))"
  }

  /// Day and time: `12 Jan 2024 14:05`, `12. 1. 2024 14:05`.
  package func dateTime(_ date: Date) -> String {
    let time = civil(date)
    return "\(self.date(time)) \(clock(time))"
  }

  /// Day, time and, unless it is the computer's own, the zone: `12 Jan 2024 14:05 (Europe/Prague)`.
  package func dateTimeWithZone(_ date: Date) -> String {
    isChosen ? "\(dateTime(date)) (\(timeZone.identifier))" : dateTime(date)
  }

  /// The age of a time: “5 minutes ago”, „před 5 minutami“. A time more than a minute in the
  /// future, which only a changed clock can cause, is written as day and time.
  package func age(of date: Date, at now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    guard seconds > -60 else { return dateTime(date) }
    let minutes = Int(min(seconds, 1e12) / 60)
    return switch minutes {
    case ..<1: strings(.ageNow)
    case ..<60: strings(.ageMinutes, [.count: .count(minutes)])
    case ..<(48 * 60): strings(.ageHours, [.count: .count(minutes / 60)])
    case ..<(61 * 1440): strings(.ageDays, [.count: .count(minutes / 1440)])
    case ..<(730 * 1440): strings(.ageMonths, [.count: .count(minutes * 12 / (365 * 1440))])
    default: strings(.ageYears, [.count: .count(minutes / (365 * 1440))])
    }
  }

  /// The time of shown data: “as of 14:05”, with the day when it is not today.
  package func asOf(_ date: Date, at now: Date) -> String {
    let time = civil(date)
    let text = time.isSameDay(as: civil(now)) ? clock(time) : dateTime(date)
    return strings(.dateAsOf, [.time: .text(text)])
  }

  private func civil(_ date: Date) -> CivilTime {
    CivilTime(date, offset: timeZone.secondsFromGMT(for: date))
  }

  private func date(_ time: CivilTime) -> String {
    switch strings.language {
    case .czech: "\(time.day). \(time.month). \(time.year)"
    case .english: "\(time.day) \(Self.months[time.month - 1]) \(time.year)"
    }
  }

  private func clock(_ time: CivilTime) -> String {
    "\(time.hour.padded(2)):\(time.minute.padded(2))"
  }
}
