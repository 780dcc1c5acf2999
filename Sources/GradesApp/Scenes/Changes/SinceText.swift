import Foundation

extension Context {
  /// Reads a typed moment. Throws a ``Failure`` where it is none.
  func moment(_ typed: String) throws -> Date {
    guard let moment = SinceText.read(typed, now: now(), timeZone: dates.timeZone) else {
      throw Failure(.usage, .changesMalformedSince, [.value: typed])
    }
    return moment
  }
}

/// A typed moment: a day, a day and a time, or an age.
enum SinceText {
  /// Reads `2026-11-20`, `2026-11-20 13:00`, `2026-11-20T12:00:00Z`, `20. 11. 2026` and `3d`, `12h`,
  /// `2w`; nil for anything else. What names no zone is meant in the given one.
  static func read(_ text: String, now: Date, timeZone: TimeZone) -> Date? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let parts = text.wholeMatch(of: #/(\d{1,4})([hdw])/#), let count = Double(parts.1) {
      let seconds: Double = parts.2 == "h" ? 3600 : parts.2 == "d" ? 86_400 : 604_800
      return now.addingTimeInterval(-count * seconds)
    }
    if let moment = try? Date(text, strategy: .iso8601) { return moment }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    func date(_ year: Substring, _ month: Substring, _ day: Substring, _ time: [Substring?])
      -> Date?
    {
      let numbers =
        [year, month, day].compactMap { Int($0) } + time.map { $0.flatMap { Int($0) } ?? 0 }
      guard numbers.count == 5 else { return nil }
      let parts = DateComponents(
        year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4])
      // 31 November would silently become 1 December.
      guard parts.isValidDate(in: calendar) else { return nil }
      return calendar.date(from: parts)
    }
    if let match = text.wholeMatch(of: #/(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2}))?/#) {
      return date(match.1, match.2, match.3, [match.4, match.5])
    }
    if let match = text.wholeMatch(
      of: #/(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})(?:\s+(\d{1,2}):(\d{2}))?/#)
    {
      return date(match.3, match.2, match.1, [match.4, match.5])
    }
    return nil
  }
}
