import JSON
import Terminal

/// A table for spreadsheets and scripts: comma-separated values, UTF-8 without a byte order mark.
///
/// Quoting is that of RFC 4180; lines end with a line feed alone, which every reader of CSV takes
/// and which keeps `cut`, `awk` and `grep` from seeing a stray character in the last column.
///
/// A spreadsheet runs a text that begins like a formula, so such a text gets an apostrophe before
/// it. A text that has apostrophes before such a beginning gets one more, so that taking one away
/// gives back every text as it was. Other control characters are made harmless (``SafeText``), since
/// the table may be printed on a terminal. Numbers are never changed: `-5` stays a number.
struct CSVWriter {
  enum Field: Sendable, Hashable {
    /// Text of any kind, also of several lines.
    case text(String)
    /// A number: a dot, no separators of thousands, the fewest digits that give it again.
    case number(Double)
    case bool(Bool)
    /// Nothing: no value, unlike an empty text.
    case empty
  }

  /// The lines so far, each with its line feed.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] = []

  init(header: [String]) {
    append(header.map { .text($0) })
  }

  mutating func append(_ fields: [Field]) {
    var isFirst = true
    for field in fields {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      append(field, isOnly: fields.count == 1)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ field: Field, isOnly: Bool) {
    switch field {
    case .text(let text):
      let safe = Self.neutralised(SafeText.keepingBlanks(text))
      bytes.append(contentsOf: Self.quoted(safe, isOnly: isOnly).utf8)
    case .number(let number): JSONNumber.append(number, to: &bytes)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    // A line of nothing at all would be skipped by many readers.
    case .empty: if isOnly { bytes.append(contentsOf: "\"\"".utf8) }
    }
  }

  private static func neutralised(_ text: String) -> String {
    let begin = text.unicodeScalars.first { $0 != "'" }
    switch begin {
    // East Asian spreadsheets take the wide forms for the narrow ones.
    case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}":
      return "'" + text
    default: return text
    }
  }

  private static func quoted(_ text: String, isOnly: Bool) -> String {
    let needsQuotes = text.unicodeScalars.contains {
      $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r"
    }
    // Blanks at the ends are part of a text, but many readers trim what is not quoted.
    let isAtRisk = text.first == " " || text.last == " " || (isOnly && text.isEmpty)
    guard needsQuotes || isAtRisk else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
