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
    let digits = semester.utf8.dropFirst().map { Int($0) - 48 }
    let year = 2000 + digits[0] * 10 + digits[1]
    return digits[2] == 1 ? day(year, 9, 22) : day(year + 1, 2, 16)
  }

  /// Days since 1970 of a date after 1 March of its year's cycle, by the Gregorian rule.
  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
