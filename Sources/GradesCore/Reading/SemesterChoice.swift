import Foundation
import GradesClient

/// A semester as users write it: a code, or a word that the service resolves.
package enum SemesterChoice: Hashable, Sendable {
  case word(SemesterWord)
  case code(SemesterCode)

  /// The semester that is now taught.
  package static let current = Self.word(.current)

  /// Reads `current`, `previous` (or `prev`), `next`, a code or a semester's title in either language, such as
  /// `ZS 2025/26`, in any case; nil for other texts.
  package init?(_ text: String) {
    let word = text.lowercased()
    if let word = SemesterWord(rawValue: word == "previous" ? "prev" : word) {
      self = .word(word)
      return
    }
    guard let code = SemesterCode(text) ?? SemesterCode(title: text) else { return nil }
    self = .code(code)
  }

  /// The text that ``init(_:)`` reads and settings keep.
  package var text: String {
    switch self {
    case .word(.previous): "previous"
    case .word(let word): word.rawValue
    case .code(let code): code.rawValue
    }
  }
}

extension SemesterCode {
  /// Reads a title; its year is the one in which the academic year begins (Service contract, 3.4).
  fileprivate init?(title: String) {
    let form = /(zs|ls|winter|summer)\s*20([0-9]{2})(?:\/([0-9]{2}))?/.ignoresCase()
    guard let parts = title.wholeMatch(of: form), let year = Int(parts.2) else { return nil }
    if let end = parts.3, Int(end) != (year + 1) % 100 { return nil }
    let isSummer = ["ls", "summer"].contains(parts.1.lowercased())
    self.init("B\(parts.2)" + (isSummer ? "2" : "1"))
  }

  /// The semester on a date in most years: winter begins at the end of September, summer in the
  /// middle of February. The school decides otherwise when it likes (Service contract, 3.4).
  package init?(usuallyOn date: Date) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
    let isBeforeWinter = (month, day) < (9, 20)
    let isSummer = isBeforeWinter && (month, day) >= (2, 15)
    let start = (isBeforeWinter ? year - 1 : year) % 100
    self.init("B" + (start < 10 ? "0" : "") + "\(start)" + (isSummer ? "2" : "1"))
  }

  /// What a word means where this semester is the current one.
  func meant(by word: SemesterWord) -> SemesterCode {
    switch word {
    case .current: self
    case .previous: previous
    case .next: next
    }
  }
}
