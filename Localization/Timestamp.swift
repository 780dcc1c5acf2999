import Foundation

/// Times in documents for programs.
public enum Timestamp {
  /// Writes a time as ISO 8601 in UTC: `2024-01-12T13:05:00Z`, with milliseconds only when there
  /// are any. Times outside the years 0 to 9999 become the first or the last one that fits.
  public static func text(_ date: Date) -> String {
    let time = CivilTime(date)
    let fraction = time.millisecond == 0 ? 0 : 4
    // Tables of thousands of values have a time in each.
    return String(unsafeUninitializedCapacity: 20 + fraction) { bytes in
      var count = 0
      func append(_ sign: Unicode.Scalar) {
        bytes[count] = UInt8(ascii: sign)
        count += 1
      }
      func append(_ number: Int, digits: Int) {
        var rest = number
        for index in (count..<count + digits).reversed() {
          bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        count += digits
      }
      append(time.year, digits: 4)
      append("-")
      append(time.month, digits: 2)
      append("-")
      append(time.day, digits: 2)
      append("T")
      append(time.hour, digits: 2)
      append(":")
      append(time.minute, digits: 2)
      append(":")
      append(time.second, digits: 2)
      if fraction > 0 {
        append(".")
        append(time.millisecond, digits: 3)
      }
      append("Z")
      return count
    }
  }
}
