/// A table of texts in the `.strings` format: `"key" = "value";`, with `//` and `/* */` comments.
///
/// Values keep their escapes until they are used, so a table loads in a fraction of a millisecond.
/// Escapes are `\"`, `\\`, `\n`, `\t`, `\r` and `\U` with four hexadecimal digits.
package struct StringsTable: Sendable {
  /// A syntax error of a table.
  package struct Problem: Error, Hashable, Sendable {
    /// The mistake.
    package enum Reason: Hashable, Sendable {
      case missingKey, missingEquals, missingValue, missingSemicolon
      case unterminatedString, unterminatedComment, unknownEscape, invalidUTF8
    }

    /// Counted from 1.
    package let line: Int
    /// Counted in bytes from 1.
    package let column: Int
    package let reason: Reason
  }

  /// The entries in the order of the file.
  let entries: [StringsScanner.Entry]
  private let bytes: [UInt8]

  /// Reads a table; throws the first problem.
  package init(parsing bytes: [UInt8]) throws(Problem) {
    guard bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) != nil }) else {
      throw Problem(line: 1, column: 1, reason: .invalidUTF8)
    }
    try self.init(embedded: bytes)
  }

  /// Reads a table of the program, which the tests have found to be text.
  init(embedded bytes: [UInt8]) throws(Problem) {
    self.bytes = bytes
    var entries: [StringsScanner.Entry] = []
    entries.reserveCapacity(bytes.count / 64)
    var scanner = StringsScanner(bytes: bytes)
    while let entry = try scanner.next() { entries.append(entry) }
    self.entries = entries
  }

  /// The key of an entry, escapes replaced.
  func key(of entry: StringsScanner.Entry) -> String { Self.text(bytes[entry.key]) }

  /// The text of an entry, escapes replaced.
  func text(of entry: StringsScanner.Entry) -> String { Self.text(bytes[entry.value]) }

  /// The plural form that an entry is for; nil for the only text of a message.
  func form(of entry: StringsScanner.Entry) -> PluralForm? {
    PluralForm.allCases.first { form in
      let name = form.rawValue.utf8
      let start = entry.key.upperBound - name.count
      return start > entry.key.lowerBound && bytes[start - 1] == UInt8(ascii: "#")
        && bytes[start..<entry.key.upperBound].elementsEqual(name)
    }
  }

  private static func text(_ slice: ArraySlice<UInt8>) -> String {
    guard slice.contains(UInt8(ascii: "\\")) else { return String(decoding: slice, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(slice.count)
    var index = slice.startIndex
    while index < slice.endIndex {
      guard slice[index] == UInt8(ascii: "\\") else {
        text.append(slice[index])
        index += 1
        continue
      }
      // The scanner accepts only known, complete escapes.
      switch slice[index + 1] {
      case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "U"):
        let digits = String(decoding: slice[(index + 2)..<(index + 6)], as: UTF8.self)
        let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
        text.append(contentsOf: String(Character(scalar)).utf8)
        index += 4
      case let escaped: text.append(escaped)
      }
      index += 2
    }
    return String(decoding: text, as: UTF8.self)
  }
}
