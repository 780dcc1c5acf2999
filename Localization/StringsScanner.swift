import Foundation

/// Finds the entries of a `.strings` file, one after the other.
struct StringsScanner {
  typealias Problem = StringsTable.Problem

  /// The bytes between the quotes of a key and of its value.
  struct Entry: Sendable {
    let key: Range<Int>
    let value: Range<Int>
  }

  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The next entry; nil at the end.
  mutating func next() throws(Problem) -> Entry? {
    try skipSpaceAndComments()
    guard position < bytes.count else { return nil }
    let key = try quoted(else: .missingKey)
    try expect(UInt8(ascii: "="), else: .missingEquals)
    try skipSpaceAndComments()
    let value = try quoted(else: .missingValue)
    try expect(UInt8(ascii: ";"), else: .missingSemicolon)
    return Entry(key: key, value: value)
  }

  /// A problem at an offset in the file.
  func problem(_ reason: Problem.Reason, at offset: Int) -> Problem {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Problem(line: line, column: before.endIndex - start + 1, reason: reason)
  }

  private mutating func expect(
    _ byte: UInt8, else reason: Problem.Reason
  ) throws(Problem) {
    try skipSpaceAndComments()
    guard position < bytes.count, bytes[position] == byte else {
      throw problem(reason, at: position)
    }
    position += 1
  }

  private mutating func quoted(else reason: Problem.Reason) throws(Problem) -> Range<Int> {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      throw problem(reason, at: position)
    }
    let start = position + 1
    position = start
    while true {
      let end = first(UInt8(ascii: "\""), in: position..<bytes.count)
      if let escape = first(UInt8(ascii: "\\"), in: position..<(end ?? bytes.count)) {
        position = escape
        try skipEscape()
        continue
      }
      guard let end else { throw problem(.unterminatedString, at: start - 1) }
      position = end + 1
      return start..<end
    }
  }

  /// The first place of a byte in a part of the table, found by the C library: it compares many bytes at once,
  /// and the tables are most of what a command that needs no network reads.
  private func first(_ byte: UInt8, in part: Range<Int>) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = memchr(start + part.lowerBound, Int32(byte), part.count)
      else { return nil }
      return UnsafeRawPointer(found) - start
    }
  }

  private mutating func skipEscape() throws(Problem) {
    let start = position
    guard start + 1 < bytes.count else { throw problem(.unterminatedString, at: start) }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "t"),
      UInt8(ascii: "r"):
      position += 2
    case UInt8(ascii: "U"):
      guard start + 5 < bytes.count, bytes[(start + 2)...(start + 5)].allSatisfy(Self.isHexadecimal)
      else { throw problem(.unknownEscape, at: start) }
      position += 6
    default: throw problem(.unknownEscape, at: start)
    }
  }

  private mutating func skipSpaceAndComments() throws(Problem) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        position += 1
      case UInt8(ascii: "/") where following == UInt8(ascii: "/"):
        position = first(UInt8(ascii: "\n"), in: position..<bytes.count) ?? bytes.count
      case UInt8(ascii: "/") where following == UInt8(ascii: "*"):
        try skipBlockComment()
      default: return
      }
    }
  }

  private mutating func skipBlockComment() throws(Problem) {
    let start = position
    position += 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), following == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    throw problem(.unterminatedComment, at: start)
  }

  private var following: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
