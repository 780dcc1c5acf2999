import Foundation

/// Times in documents for programs.
public enum Timestamp {
  /// Writes a time as ISO 8601 in UTC: `2024-01-12T13:05:00Z`, with milliseconds only when there
  /// are any. Times outside the years 0 to 9999 become the first or the last one that fits.
  public static func text(_ date: Date) -> String {
    let time = CivilTime(date)
    let day = "\(time.year.padded(4))-\(time.month.padded(2))-\(time.day.padded(2))"
    let clock = "\(time.hour.padded(2)):\(time.minute.padded(2)):\(time.second.padded(2))"
    let fraction = time.millisecond == 0 ? "" : ".\(time.millisecond.padded(3))"
    return "\(day)T\(clock)\(fraction)Z"
  }
}
