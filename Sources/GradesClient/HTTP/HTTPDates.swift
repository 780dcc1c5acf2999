import CCurl
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

/// The moment that a date such as `Wed, 21 Oct 2026 07:28:00 GMT` names (RFC 9110 §5.6.7); the two
/// obsolete forms, which are no longer in use, are nil.
func httpDate(_ text: String) -> Date? { moment(text, "%a, %d %b %Y %H:%M:%S GMT") }

/// The moment that a time such as `2026-11-21T22:00:00Z` names, without Foundation's calendars, which cost more
/// than all else that a command reads about its login; nil for other forms of ISO 8601.
func plainTimestamp(_ text: String) -> Date? { moment(text, "%Y-%m-%dT%H:%M:%SZ") }

/// The moment that libcurl names for a certificate, as OpenSSL writes it (`Oct  9 07:28:00 2027 GMT`) or as other
/// TLS libraries do (`2027-10-09 07:28:00 GMT`).
func certificateDate(_ text: String) -> Date? {
  moment(text, "%b %d %H:%M:%S %Y GMT", "%Y-%m-%d %H:%M:%S GMT")
}

/// The moment that a text names in one of some forms of `strptime`. This program sets no locale, so that
/// names are English.
private func moment(_ text: String, _ forms: String...) -> Date? {
  var seconds = time_t()
  for form in forms where ccurl_time(text, form, &seconds) {
    return Date(timeIntervalSince1970: TimeInterval(seconds))
  }
  return nil
}
