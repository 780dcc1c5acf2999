/// Cuts UTF-8 bytes into rows and fields (RFC 4180), with the number of each row.
///
/// It works on bytes and not on Swift's characters, for two of which SwiftCSV 0.10 puts values into
/// wrong columns without a word: a separator followed by a combining accent is one character, and a
/// quote that never closes swallows the rest of the file. Nor does that say in which row a mistake
/// is. LF, CR LF and CR end rows.
struct CSVSyntax {
  struct Row {
    /// Counted as spreadsheets do: the first row is 1, empty ones count.
    let number: Int
    let fields: [String]
    /// Whether there is text between a closing quote and the next separator, or there are more
    /// filled fields than columns.
    let isMalformed: Bool
  }

  /// A quote opens in a row and never closes.
  struct UnclosedQuote: Error {
    let row: Int
  }

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private let mostFields: Int
  private var next = 0
  private var number = 0

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Reads rows of at most so many fields; more are dropped.
  init(_ bytes: [UInt8], delimiter: UInt8, mostFields: Int) {
    self.bytes = bytes
    self.delimiter = delimiter
    self.mostFields = mostFields
  }

  /// The next row; nil at the end.
  mutating func row() throws(UnclosedQuote) -> Row? {
    guard next < bytes.count else { return nil }
    number += 1
    var fields: [String] = []
    var isMalformed = false
    while true {
      let field: String
      if let start = indexOfQuote() {
        next = start
        field = try quotedField(&isMalformed)
      } else {
        field = plainField(from: next)
      }
      if fields.count < mostFields {
        fields.append(field)
      } else if !field.trimmingBlanks().isEmpty {
        isMalformed = true
      }
      guard next < bytes.count else { break }
      let end = bytes[next]
      next += 1
      if end == delimiter { continue }
      if end == Self.carriageReturn, next < bytes.count, bytes[next] == Self.lineFeed { next += 1 }
      break
    }
    return Row(number: number, fields: fields, isMalformed: isMalformed)
  }

  /// The index of the opening quote of the next field, if it is quoted; blanks before it are skipped.
  private func indexOfQuote() -> Int? {
    var index = next
    while index < bytes.count, isBlank(bytes[index]) { index += 1 }
    return index < bytes.count && bytes[index] == Self.quote ? index : nil
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")) && byte != delimiter
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn
  }

  private mutating func plainField(from start: Int) -> String {
    while next < bytes.count, !isEnd(bytes[next]) { next += 1 }
    return String(decoding: bytes[start..<next], as: UTF8.self)
  }

  private mutating func quotedField(_ isMalformed: inout Bool) throws(UnclosedQuote) -> String {
    next += 1
    var content: [UInt8] = []
    while true {
      let start = next
      while next < bytes.count, bytes[next] != Self.quote { next += 1 }
      guard next < bytes.count else { throw UnclosedQuote(row: number) }
      content += bytes[start..<next]
      next += 1
      guard next < bytes.count, bytes[next] == Self.quote else { break }
      content.append(Self.quote)
      next += 1
    }
    while next < bytes.count, isBlank(bytes[next]) { next += 1 }
    if next < bytes.count, !isEnd(bytes[next]) {
      isMalformed = true
      _ = plainField(from: next)
    }
    return String(decoding: content, as: UTF8.self)
  }
}
