/// A semester's code such as `B232` (Service contract, 3.4).
///
/// The form is a century letter (`A` 20th, `B` 21st), the last two digits of the year in which the
/// academic year begins, and `1` for winter or `2` for summer. Codes order by time.
public struct SemesterCode: Codable, Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The half of an academic year.
  public enum Term: Int, Sendable { case winter = 1, summer = 2 }

  /// The year in which the academic year begins, such as 2023.
  public let year: Int
  /// Winter or summer.
  public let term: Term

  /// Reads a code in either case; nil when the text has another form.
  public init?(_ text: String) {
    let text = text.uppercased()
    guard text.utf8.count == 4, let century = ["A": 1900, "B": 2000][text.prefix(1)],
      text.dropFirst().allSatisfy({ "0"..."9" ~= $0 }), let short = Int(text.dropFirst().prefix(2)),
      let term = Int(text.suffix(1)).flatMap(Term.init(rawValue:))
    else { return nil }
    year = century + short
    self.term = term
  }

  private init(year: Int, term: Term) {
    self.year = year
    self.term = term
  }

  /// The semester after this one.
  public var next: Self {
    term == .winter ? Self(year: year, term: .summer) : Self(year: year + 1, term: .winter)
  }

  /// The semester before this one.
  public var previous: Self {
    term == .summer ? Self(year: year, term: .winter) : Self(year: year - 1, term: .summer)
  }

  /// Reads a code.
  public init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    guard let code = Self(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "No semester: \(text)"))
    }
    self = code
  }

  /// Writes the code.
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

  /// The code in upper case, such as `B232`.
  public var rawValue: String {
    let short = year % 100
    return (year < 2000 ? "A" : "B") + (short < 10 ? "0" : "") + "\(short)\(term.rawValue)"
  }

  /// The same as `rawValue`.
  public var description: String { rawValue }

  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.term.rawValue) < (right.year, right.term.rawValue)
  }
}

/// A word that only the service can turn into a semester's code (Service contract, 3.4).
public enum SemesterWord: String, Codable, Hashable, Sendable, CaseIterable {
  /// The semester that the school has set, whatever the date is.
  case current
  /// The one before it.
  case previous = "prev"
  /// The one after it.
  case next
}

/// A language of the service's texts (Service contract, 3.5).
public enum ServiceLanguage: String, Codable, Hashable, Sendable, CaseIterable {
  /// Czech.
  case czech = "cs"
  /// English.
  case english = "en"
}
