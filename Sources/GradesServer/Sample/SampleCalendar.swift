import Foundation

/// The times of events in the sample's semesters.
enum SampleCalendar {
  /// A moment of a semester in milliseconds since 1970; `phase` goes from 0, the first week, to 1.
  static func time(in semester: String, phase: Double) -> Int {
    let days = firstDay(of: semester) + Int(phase * Double(length(of: semester)))
    return days * millisecondsADay + 10 * 3_600_000
  }

  private static let millisecondsADay = 86_400_000

  /// The current semester has run for eight weeks only.
  private static func length(of semester: String) -> Int {
    semester == SampleFaculty.current ? 54 : 110
  }

  /// The first day of classes, counted from 1 January 1970.
  private static func firstDay(of semester: String) -> Int {
    let digits = semester.utf8.dropFirst().map { Int32($0) - 48 }
    let year = 100 + digits[0] * 10 + digits[1]
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = digits[2] == 1 ? (year, 8, 22) : (year + 1, 1, 16)
    return timegm(&date) / 86_400
  }
}
