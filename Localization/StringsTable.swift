import Foundation

/// The texts of a language, found by the positions of messages: to make keys of the names of cases took more time than
/// anything else in `grades --help`.
///
/// It is a `.strings` file as ours are written, which tests check: an entry begins a line with `"key" = "` and ends one
/// with `";`, and has the messages in the order of ``Message``, each with its plural forms one after another. Texts keep
/// their escapes (`\"`, `\\`, `\n`) until they are used, so a table loads in a fraction of a millisecond.
struct StringsTable: Sendable {
  /// The bytes of a key and of its text.
  struct Entry: Sendable {
    let key, text: Range<Int>
  }

  let entries: [Entry]
  private let bytes: [UInt8]
  /// Where the entries of each message begin, and at last their number.
  private var starts: [Int] = []

  private static let quote = UInt8(ascii: "\"")

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    entries = Self.entries(bytes)
    starts.reserveCapacity(entries.count + 1)
    for (index, entry) in entries.enumerated() {
      let form = form(of: entry)
      if form == nil || form == PluralForm.allCases.first { starts.append(index) }
    }
    starts.append(entries.count)
  }

  private static func entries(_ bytes: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(bytes.count / 64)
    var line = 0
    /// The key of the text that has not ended yet.
    var key: Range<Int>?
    while line < bytes.count {
      let end = lineEnd(bytes, from: line)
      if key == nil, bytes[line] == quote {
        key = bytes[(line + 1)..<end].firstIndex(of: quote).map { line + 1..<$0 }
      }
      if let found = key {
        let text = found.upperBound + "\" = \"".utf8.count
        if end - 2 >= text, bytes[end - 2] == quote, bytes[end - 1] == UInt8(ascii: ";") {
          entries.append(Entry(key: found, text: text..<end - 2))
          key = nil
        }
      }
      line = end + 1
    }
    return entries
  }

  /// Found by the C library, which compares many bytes at once: the tables are most of what a command that needs no
  /// network reads.
  private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      else { return bytes.count }
      return UnsafeRawPointer(found) - base
    }
  }

  /// The text of a message in a plural form, or its only one; nil when the table lacks the message.
  subscript(message: Message, form: PluralForm?) -> String? {
    let position = message.position
    guard position + 1 < starts.count else { return nil }
    let entries = entries[starts[position]..<starts[position + 1]]
    let entry = form.flatMap { form in entries.first { self.form(of: $0) == form } }
    return (entry ?? entries.last).map(text)
  }

  /// The plural form that an entry is for; nil for the only text of a message.
  private func form(of entry: Entry) -> PluralForm? {
    PluralForm.allCases.first { form in
      let name = form.rawValue.utf8
      let start = entry.key.upperBound - name.count
      return start > entry.key.lowerBound && bytes[start - 1] == UInt8(ascii: "#")
        && bytes[start..<entry.key.upperBound].elementsEqual(name)
    }
  }

  func key(of entry: Entry) -> String { String(decoding: bytes[entry.key], as: UTF8.self) }

  func text(of entry: Entry) -> String {
    let bytes = bytes[entry.text]
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        text.append(isEscaped && byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
        isEscaped = false
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Message {
  /// The key in the tables.
  ///
  /// The enumeration has no raw values: `init(rawValue:)` over so many cases took five seconds of
  /// an optimized build and 180 kB of the program.
  package var key: String { String(describing: self) }

  /// The number of the cases before this one, which is how a case without values is represented.
  var position: Int { Int(unsafeBitCast(self, to: UInt16.self)) }
}
