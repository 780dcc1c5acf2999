import Foundation

/// Numbers as workbooks store them: up to 17 digits of a double, such as `7.4000000000000004`.
enum ExactNumber {
  /// The shortest decimal text of the double that a text means; nil if it means none.
  ///
  /// A whole number of any length stays as it is: it may be a personal number. A computed one loses what
  /// sums of doubles leave behind the 15 digits that spreadsheets show.
  static func text(_ stored: String, isComputed: Bool) -> String? {
    // `Double` reads "nan", "inf" and "0x1p3", too.
    guard stored.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let number = Double(stored), number.isFinite
    else { return nil }
    if stored.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return stored
    }
    return text(isComputed ? Double(String(format: "%.15g", number)) ?? number : number)
  }

  /// The shortest decimal text of a number.
  static func text(_ number: Double) -> String {
    if let whole = Int64(exactly: number), abs(number) < 1e15 { return String(whole) }
    return "\(number)"
  }
}
