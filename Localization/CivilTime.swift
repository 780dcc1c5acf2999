import Foundation

/// A time of the proleptic Gregorian calendar, without Foundation's calendars, which cost
/// milliseconds at their first use.
struct CivilTime: Equatable {
  private(set) var year: Int
  private(set) var month: Int
  private(set) var day: Int
  private(set) var hour: Int
  private(set) var minute: Int
  private(set) var second: Int
  private(set) var millisecond: Int

  /// Splits a date; dates outside the years 0 to 9999 become their beginning or end.
  init(_ date: Date, offset seconds: Int = 0) {
    let earliest = -62_167_219_200_000.0
    let latest = 253_402_300_799_999.0
    let exact = ((date.timeIntervalSince1970 + Double(seconds)) * 1000).rounded()
    // Not `min` and `max` alone: they would not clamp a date that is NaN.
    let milliseconds = exact.isNaN ? 0 : Int(Swift.min(Swift.max(exact, earliest), latest))
    let days = milliseconds.floorDivided(by: 86_400_000)
    var rest = milliseconds - days * 86_400_000
    millisecond = rest % 1000
    rest /= 1000
    second = rest % 60
    minute = rest / 60 % 60
    hour = rest / 3600
    // Days are counted from 1 March 0000, in eras of 400 years (Hinnant, chrono-compatible
    // low-level date algorithms, `civil_from_days`).
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  func isSameDay(as other: CivilTime) -> Bool {
    (year, month, day) == (other.year, other.month, other.day)
  }
}

extension Int {
  /// The quotient rounded down, also for negative numbers.
  fileprivate func floorDivided(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }

  /// The digits, with zeros in front.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
