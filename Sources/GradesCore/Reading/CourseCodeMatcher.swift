import GradesClient
import Spelling

/// Finds the course that a code without its suffix, or a misspelt one, stands for.
///
/// The service accepts only full codes (Service contract, 3.1).
package struct CourseCodeMatcher: Sendable {
  package enum Match: Hashable, Sendable {
    /// Exactly this course: its code, or the only one with this code before its suffix.
    case course(CourseCode)
    /// Several courses have this code before their suffixes.
    case ambiguous([CourseCode])
    /// None; the most similar ones, the best first.
    case unknown(suggestions: [CourseCode])
  }

  private let known: [CourseCode]

  package init(known: some Sequence<CourseCode>) { self.known = Set(known).sorted() }

  package func match(_ typed: String) -> Match {
    let code = CourseCode(typed)
    if known.contains(code) { return .course(code) }
    var found = known.filter { $0.rawValue.hasPrefix(code.rawValue + ".") }
    if found.isEmpty { found = containing(code) }
    switch found.count {
    case 0: return .unknown(suggestions: suggestions(for: code))
    case 1: return .course(found[0])
    default: return .ambiguous(found)
    }
  }

  /// The courses of which the text is a whole part, such as `LOG` of `XI-LOG.23`.
  private func containing(_ code: CourseCode) -> [CourseCode] {
    guard code.rawValue.count >= 2, code.rawValue.contains(where: \.isLetter) else { return [] }
    return known.filter { course in
      course.rawValue.split { $0 == "-" || $0 == "." }.contains { $0 == code.rawValue }
    }
  }

  /// The codes that contain the letters of the typed one, then those that are spelled like it.
  private func suggestions(for typed: CourseCode) -> [CourseCode] {
    let wanted = Self.letters(typed.rawValue)
    guard wanted.count >= 2 else { return [] }
    let containing = known.filter { Self.letters($0.rawValue).contains(wanted) }
    let others = known.filter { !containing.contains($0) }
    let near = NearNames.find(wanted, among: others, limit: 5) { code in
      [code.rawValue, String(code.rawValue.prefix { $0 != "." })].map(Self.letters)
    }
    return Array((containing + near).prefix(5))
  }

  private static func letters(_ text: String) -> String {
    text.filter { $0.isLetter || $0.isNumber }
  }
}
