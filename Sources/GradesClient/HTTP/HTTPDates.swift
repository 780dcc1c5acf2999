import Foundation

extension HTTPResponse {
  /// The time of the response by the server's clock (RFC 9110 §6.6.1), in seconds; nil where it has none.
  public var date: Date? {
    header("Date").flatMap { httpDate($0.trimmingCharacters(in: .whitespaces)) }
  }

  /// The requested wait: Retry-After in seconds or as a date (RFC 9110 §10.2.3). A date in the past
  /// means zero; anything else is nil.
  func retryAfter(now: Date) -> Duration? {
    guard let text = header("Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      // More digits than a number can hold mean "very long".
      return .seconds(Int32(text) ?? .max)
    }
    guard let date = httpDate(text) else { return nil }
    let wait = date.timeIntervalSince(now).rounded(.up)
    return .seconds(Int32(max(0, min(wait, Double(Int32.max)))))
  }
}

private let monthNames = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

/// The moment that a date such as `Wed, 21 Oct 2026 07:28:00 GMT` names (RFC 9110 §5.6.7); the two
/// obsolete forms, which are no longer in use, are nil.
func httpDate(_ text: String) -> Date? {
  let parts = text.split(separator: " ")
  guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT", let day = Int(parts[1]),
    let month = monthNames.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
    (1...31).contains(day), (1970...9999).contains(year)
  else { return nil }
  let time = parts[4].split(separator: ":").compactMap { Int($0) }
  guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]),
    (0...60).contains(time[2])
  else { return nil }
  return Date(year: year, month: month + 1, day: day, time: time)
}

extension Date {
  /// The moment that a time such as `2026-11-21T22:00:00Z` names, without Foundation's calendars, which cost more
  /// than all else that a command reads about its login; nil for other forms of ISO 8601.
  init?(plainTimestamp text: String) {
    let isPlain =
      text.utf8.count == 20
      && zip(text.utf8, "0000-00-00T00:00:00Z".utf8).allSatisfy { sign, form in
        form == UInt8(ascii: "0") ? (0x30...0x39).contains(sign) : sign == form
      }
    guard isPlain else { return nil }
    let numbers = text.utf8.split { !(0x30...0x39).contains($0) }.compactMap { Int(Substring($0)) }
    let (year, month, day, time) = (numbers[0], numbers[1], numbers[2], Array(numbers[3...]))
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1970...9999).contains(year), (1...12).contains(month),
      (1...days[month - 1]).contains(day), time[0] < 24, time[1] < 60, time[2] < 60
    else { return nil }
    self.init(year: year, month: month, day: day, time: time)
  }

  /// A moment in UTC; the month is counted from 1, and the time has hours, minutes and seconds.
  fileprivate init(year: Int, month: Int, day: Int, time: [Int]) {
    // Days since 1970, counted with years that begin in March so that leap days come last.
    let shiftedMonth = (month + 9) % 12
    let shiftedYear = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let days =
      365 * shiftedYear + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + dayOfYear
      - 719_468
    self.init(
      timeIntervalSince1970: Double(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]))
  }
}

/// The moment that libcurl names for a certificate, as OpenSSL writes it (`Oct  9 07:28:00 2027 GMT`) or as other
/// TLS libraries do (`2027-10-09 07:28:00 GMT`).
func certificateDate(_ text: String) -> Date? {
  let parts = text.split(separator: " ").map(String.init)
  if parts.count == 5 {
    return httpDate("-, \(parts[1]) \(parts[0]) \(parts[3]) \(parts[2]) \(parts[4])")
  }
  let day = parts.first?.split(separator: "-").map(String.init) ?? []
  guard parts.count == 3, day.count == 3, let month = Int(day[1]), (1...12).contains(month) else {
    return nil
  }
  return httpDate("-, \(day[2]) \(monthNames[month - 1]) \(day[0]) \(parts[1]) \(parts[2])")
}
