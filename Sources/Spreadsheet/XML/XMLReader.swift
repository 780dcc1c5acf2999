/// Reads the elements of an XML document one after the other (XML 1.0, in UTF-8).
///
/// Names are without their prefixes. Documents with a type declaration, whose entities may grow without
/// a bound, are refused; so are unknown entities and texts that are not UTF-8.
struct XMLReader {
  /// The bytes are no such document, or not the one that its reader needs.
  struct Fault: Error {
    /// Whether it has more parts than its reader takes.
    var isTooLarge = false
  }

  struct Element {
    let name: String
    fileprivate(set) var attributes: [(name: String, value: String)] = []

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  private enum Event {
    case start(Element)
    case end
    case text(Range<Int>, isLiteral: Bool)
  }

  private static let deepest = 100
  private static let mostAttributes = 200

  private let bytes: [UInt8]
  private var position = 0
  private var open: [String] = []
  private var closesAtOnce = false
  private var hasRoot = false

  init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil else {
      throw Fault()
    }
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  // MARK: Elements

  /// How many elements are open. Pass it to ``child(at:)`` after an element has been opened.
  var depth: Int { open.count }

  /// The next element in the one at a depth, skipping what is deeper; nil at its end. Depth 0 has the
  /// document's one root.
  mutating func child(at depth: Int) throws(Fault) -> Element? {
    while let event = try event() {
      switch event {
      case .start(let element) where open.count == depth + 1: return element
      case .end where open.count < depth: return nil
      case .start, .end, .text: continue
      }
    }
    return nil
  }

  /// The text directly in the element at a depth, up to its end.
  mutating func text(at depth: Int) throws(Fault) -> String {
    var text = ""
    while let event = try event() {
      switch event {
      case .text(let range, let isLiteral) where open.count == depth:
        text += isLiteral ? String(decoding: bytes[range], as: UTF8.self) : try decoded(range)
      case .end where open.count < depth: return text
      case .start, .end, .text: continue
      }
    }
    return text
  }

  // MARK: Events

  /// The next event; nil behind the root.
  private mutating func event() throws(Fault) -> Event? {
    if closesAtOnce {
      closesAtOnce = false
      open.removeLast()
      return .end
    }
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let start = position
        position = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        if open.isEmpty {
          guard bytes[start..<position].allSatisfy(Self.isSpace) else { throw Fault() }
          continue
        }
        return .text(start..<position, isLiteral: false)
      }
      if skip("<?") {
        _ = try range(before: "?>")
      } else if skip("<!--") {
        _ = try range(before: "-->")
      } else if skip("<![CDATA[") {
        guard !open.isEmpty else { throw Fault() }
        return .text(try range(before: "]]>"), isLiteral: true)
      } else if skip("</") {
        return try readEnd()
      } else {
        position += 1
        return .start(try readStart())
      }
    }
    guard open.isEmpty, hasRoot else { throw Fault() }
    return nil
  }

  private mutating func readEnd() throws(Fault) -> Event {
    guard let name = open.popLast(), try readName() == name else { throw Fault() }
    skipSpace()
    guard skip(">") else { throw Fault() }
    return .end
  }

  private mutating func readStart() throws(Fault) -> Element {
    guard !open.isEmpty || !hasRoot, open.count < Self.deepest else { throw Fault() }
    hasRoot = true
    var element = Element(name: try readName())
    open.append(element.name)
    while true {
      let hasSpace = skipSpace()
      if skip(">") { return element }
      if skip("/>") {
        closesAtOnce = true
        return element
      }
      guard hasSpace, element.attributes.count < Self.mostAttributes else { throw Fault() }
      let name = try readName()
      skipSpace()
      guard skip("=") else { throw Fault() }
      skipSpace()
      let quote = skip("\"") ? "\"" : skip("'") ? "'" : ""
      guard !quote.isEmpty else { throw Fault() }
      element.attributes.append((name, try decoded(range(before: quote))))
    }
  }

  /// A name without its prefix.
  private mutating func readName() throws(Fault) -> String {
    var start = position
    while position < bytes.count, Self.isName(bytes[position]) {
      if bytes[position] == UInt8(ascii: ":") { start = position + 1 }
      position += 1
    }
    guard position > start else { throw Fault() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: Text

  /// A text with its entities replaced.
  private func decoded(_ range: Range<Int>) throws(Fault) -> String {
    let text = bytes[range]
    guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
    var result: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "&") else {
        result.append(text[index])
        index += 1
        continue
      }
      // The longest is the number of a scalar.
      guard let end = text[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = Self.scalar(String(decoding: text[index + 1..<end], as: UTF8.self))
      else { throw Fault() }
      result += Array(String(scalar).utf8)
      index = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func scalar(_ entity: String) -> Unicode.Scalar? {
    switch entity {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard entity.hasPrefix("#"), !entity.contains("+") else { return nil }
      let number =
        entity.hasPrefix("#x")
        ? UInt32(entity.dropFirst(2), radix: 16) : UInt32(entity.dropFirst())
      return number.flatMap(Unicode.Scalar.init)
    }
  }

  // MARK: Bytes

  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[position + offset] != text.utf8Start[offset] {
      return false
    }
    position += count
    return true
  }

  /// The bytes before the next occurrence of a text, which is skipped.
  private mutating func range(before end: String) throws(Fault) -> Range<Int> {
    let start = position
    let end = Array(end.utf8)
    while let found = bytes[position...].firstIndex(of: end[0]) {
      position = found
      if bytes[found...].starts(with: end) {
        position += end.count
        return start..<found
      }
      position += 1
    }
    throw Fault()
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether a byte may be a part of a name; all beyond ASCII may.
  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }
}
