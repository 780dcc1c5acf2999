import GradesClient

/// Finds the course that somebody means who types its code without the suffix or carelessly.
///
/// The service knows only full codes (Service contract, 3.1).
public struct CourseCodeMatcher: Sendable {
  /// What a typed text means.
  public enum Match: Hashable, Sendable {
    /// Exactly this course: its code, or the only one with this code before its suffix.
    case course(CourseCode)
    /// Several courses have this code before their suffixes.
    case ambiguous([CourseCode])
    /// None; the ones that look most like it, the best first.
    case unknown(suggestions: [CourseCode])
  }

  private let known: [CourseCode]

  /// Makes a matcher over the courses that are known.
  public init(known: some Sequence<CourseCode>) { self.known = Set(known).sorted() }

  /// Finds what a text means.
  public func match(_ typed: String) -> Match {
    let code = CourseCode(typed)
    if known.contains(code) { return .course(code) }
    let completed = known.filter { $0.rawValue.hasPrefix(code.rawValue + ".") }
    switch completed.count {
    case 0: return .unknown(suggestions: suggestions(for: code))
    case 1: return .course(completed[0])
    default: return .ambiguous(completed)
    }
  }

  private func suggestions(for typed: CourseCode) -> [CourseCode] {
    let wanted = Self.letters(typed.rawValue[...])
    guard wanted.count >= 2 else { return [] }
    let scored = known.compactMap { code -> (code: CourseCode, score: Int)? in
      let whole = Self.letters(code.rawValue[...])
      let short = Self.letters(code.rawValue.prefix { $0 != "." })
      if Self.contains(whole, wanted) { return (code, 0) }
      let distance = min(Self.distance(wanted, short), Self.distance(wanted, whole))
      return distance <= max(1, wanted.count / 3) ? (code, distance) : nil
    }
    return scored.sorted { ($0.score, $0.code) < ($1.score, $1.code) }.prefix(5).map(\.code)
  }

  private static func letters(_ text: Substring) -> [Character] {
    text.filter { $0.isLetter || $0.isNumber }
  }

  private static func contains(_ text: [Character], _ part: [Character]) -> Bool {
    text.count >= part.count
      && (0...text.count - part.count).contains { text[$0..<$0 + part.count] == part[...] }
  }

  /// How many letters have to be put in, left out or replaced (Levenshtein).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        current.append(
          min(
            previous[column + 1] + 1, current[column] + 1,
            previous[column] + (letter == other ? 0 : 1)))
      }
      previous = current
    }
    return previous[right.count]
  }
}
