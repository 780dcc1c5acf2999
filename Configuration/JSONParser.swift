/// A JSON value that knows the line on which it begins.
///
/// Foundation's JSON readers forget the lines and take the last of two equal keys; a mistake in a
/// file that people write has to be named with its line.
struct JSONNode: Sendable {
  enum Content: Sendable {
    case object([Member])
    case list([JSONNode])
    case text(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  struct Member: Sendable {
    let key: String
    let line: Int
    let value: JSONNode
  }

  let line: Int
  let content: Content
}

/// Reads one JSON document (RFC 8259).
struct JSONParser {
  /// What is wrong, and where.
  struct Problem: Error {
    let line: Int
    let reason: ConfigurationError.Reason
  }

  private static let deepest = 32
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a document; a byte order mark is skipped.
  static func parse(_ bytes: [UInt8]) throws(Problem) -> JSONNode {
    guard bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) != nil }) else {
      throw Problem(line: 1, reason: .notUTF8)
    }
    var parser = JSONParser(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    parser.skipSpace()
    let node = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.unexpected() }
    return node
  }

  private mutating func value(depth: Int) throws(Problem) -> JSONNode {
    guard depth < Self.deepest else { throw Problem(line: line, reason: .tooDeep) }
    let start = line
    let content: JSONNode.Content
    switch next {
    case UInt8(ascii: "{"): content = .object(try members(depth: depth))
    case UInt8(ascii: "["): content = .list(try elements(depth: depth))
    case UInt8(ascii: "\""): content = .text(try text())
    case UInt8(ascii: "t"): content = try word("true", .bool(true))
    case UInt8(ascii: "f"): content = try word("false", .bool(false))
    case UInt8(ascii: "n"): content = try word("null", .null)
    default: content = .number(try number())
    }
    return JSONNode(line: start, content: content)
  }

  private mutating func members(depth: Int) throws(Problem) -> [JSONNode.Member] {
    position += 1
    var members: [JSONNode.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return members }
    repeat {
      skipSpace()
      let start = line
      guard next == UInt8(ascii: "\"") else { throw unexpected() }
      let key = try text()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw unexpected() }
      skipSpace()
      members.append(.init(key: key, line: start, value: try value(depth: depth + 1)))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw unexpected() }
    return members
  }

  private mutating func elements(depth: Int) throws(Problem) -> [JSONNode] {
    position += 1
    var elements: [JSONNode] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return elements }
    repeat {
      skipSpace()
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw unexpected() }
    return elements
  }

  private mutating func text() throws(Problem) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escape()
      case ..<0x20: throw Problem(line: line, reason: .unterminatedText)
      default:
        text.append(byte)
        position += 1
      }
    }
    throw unexpected()
  }

  private mutating func escape() throws(Problem) -> [UInt8] {
    position += 1
    let plain: [UInt8: String] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    if let byte = next, let text = plain[byte] {
      position += 1
      return Array(text.utf8)
    }
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]), take(UInt8(ascii: "\\")) { units.append(try codeUnit()) }
    // A lone surrogate becomes the replacement character.
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private mutating func codeUnit() throws(Problem) -> UInt16 {
    guard take(UInt8(ascii: "u")) else { throw unexpected() }
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw unexpected() }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private mutating func number() throws(Problem) -> Double {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[position - whole] != UInt8(ascii: "0") else {
      throw unexpected()
    }
    if take(UInt8(ascii: ".")), digits() == 0 { throw unexpected() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      if digits() == 0 { throw unexpected() }
    }
    return Double(String(decoding: bytes[start..<position], as: UTF8.self)) ?? .infinity
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position - start
  }

  private mutating func word(
    _ word: String, _ content: JSONNode.Content
  ) throws(Problem) -> JSONNode.Content {
    for byte in word.utf8 where !take(byte) { throw unexpected() }
    return content
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default: return
      }
      position += 1
    }
  }

  private func unexpected() -> Problem {
    let rest = String(decoding: bytes[position...].prefix(16), as: UTF8.self)
    guard let character = rest.first, let scalar = character.unicodeScalars.first else {
      return Problem(line: line, reason: .unexpectedEnd)
    }
    let isVisible = scalar.value > 0x20 && scalar.value != 0x7F
    let name = isVisible ? String(character) : "U+" + String(scalar.value, radix: 16)
    return Problem(line: line, reason: .unexpected(name))
  }
}
