import Foundation

extension Date {
  /// The moment at which most runs of the program happen: 21 November 2026, 13:00 in Prague.
  package static let usual = Date.moment("2026-11-21T12:00:00Z")

  /// A moment in ISO 8601, such as `2026-11-21T12:00:00Z`.
  package static func moment(_ text: String) -> Date {
    guard let date = try? Date(text, strategy: .iso8601) else {
      preconditionFailure("\(text) is no moment")
    }
    return date
  }
}
