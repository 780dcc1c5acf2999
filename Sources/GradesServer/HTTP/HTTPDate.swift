import Foundation

/// Dates in the form of RFC 9110, 5.6.7.
enum HTTPDate {
  /// A date such as `Wed, 21 Oct 2026 07:28:00 GMT`; without a formatter, which takes milliseconds to make.
  static func text(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 64)
    // This program sets no locale, so that names are English.
    let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
