import Foundation

extension HTTPResponse {
  /// The time of the response by the server's clock (RFC 9110 §6.6.1), in seconds; nil where it has none.
  package var date: Date? {
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
  let days = daysSince1970(year, month + 1, day)
  return Date(
    timeIntervalSince1970: Double(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]))
}

/// The days from 1 January 1970 to a date, by the Gregorian rule.
package func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
  // Counted with years that begin in March so that leap days come last.
  let shifted = month > 2 ? year : year - 1
  let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
  return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
}

/// The moment that a time such as `2026-11-21T22:00:00Z` names, without Foundation's calendars, which cost more
/// than all else that a command reads about its login; nil for other forms of ISO 8601.
func plainTimestamp(_ text: String) -> Date? {
  guard text.hasSuffix("Z") else { return nil }
  return certificateDate(text.dropLast().replacing("T", with: " ") + " GMT")
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
