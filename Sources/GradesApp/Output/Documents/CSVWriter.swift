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
  /// The lines so far, each with its line feed.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] = []

  init(header: [String]) {
    append(header)
  }

  /// Writes a line of texts, numbers, flags and nulls, as JSON has them.
  mutating func append(_ values: [any JSONWritable]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(value, isOnly: values.count == 1)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ value: any JSONWritable, isOnly: Bool) {
    let json = JSONWriter { $0.value(value) }.bytes
    switch json.first {
    case UInt8(ascii: "\""):
      let text = (try? JSONReader.read(json).root.string()) ?? ""
      let safe = Self.neutralised(SafeText.keepingBlanks(text))
      bytes.append(contentsOf: Self.quoted(safe, isOnly: isOnly).utf8)
    // A line of nothing at all would be skipped by many readers.
    case UInt8(ascii: "n"): if isOnly { bytes.append(contentsOf: "\"\"".utf8) }
    default: bytes.append(contentsOf: json)
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
