import Foundation

/// Times in documents for programs.
package enum Timestamp {
  /// Writes a time as ISO 8601 in UTC: `2024-01-12T13:05:00Z`, with milliseconds only when there
  /// are any. Times outside the years 0 to 9999 become the first or the last one that fits.
  package static func text(_ date: Date) -> String {
    let time = CivilTime(date)
    let fraction = time.millisecond == 0 ? 0 : 4
    // Tables of thousands of values have a time in each.
    return String(unsafeUninitializedCapacity: 20 + fraction) { bytes in
      var count = 0
      func append(_ number: Int, digits: Int, _ sign: Unicode.Scalar) {
        var rest = number
        for index in (count..<count + digits).reversed() {
          bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        count += digits + 1
        bytes[count - 1] = UInt8(ascii: sign)
      }
      append(time.year, digits: 4, "-")
      append(time.month, digits: 2, "-")
      append(time.day, digits: 2, "T")
      append(time.hour, digits: 2, ":")
      append(time.minute, digits: 2, ":")
      append(time.second, digits: 2, fraction == 0 ? "Z" : ".")
      if fraction > 0 { append(time.millisecond, digits: 3, "Z") }
      return count
    }
  }
}
