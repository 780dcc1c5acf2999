/// Reads bytes into a ``JSONDocument``, in one pass and without recursion: foreign bytes decide
/// neither the depth of the stack nor anything that could trap.
struct JSONParser {
  /// Why bytes are no JSON document.
  enum Fault: Error, Equatable {
    /// They end in the middle, or nothing is there.
    case truncated
    /// They break JSON's rules at a place.
    case malformed(path: String)
    /// Positions would not fit.
    case tooLarge
  }

  /// Containers inside one another; the service needs fewer than twenty.
  static let deepest = 512

  private let bytes: [UInt8]
  private var position = 0
  private var nodes: [JSONDocument.Node] = []
  private var open: [Int] = []

  /// Reads a whole text; a byte order mark before it is skipped.
  static func parse(_ bytes: [UInt8]) throws(Fault) -> JSONDocument {
    guard bytes.count < Int32.max else { throw .tooLarge }
    var parser = JSONParser(bytes: bytes)
    try parser.readDocument()
    return JSONDocument(bytes: bytes, nodes: parser.nodes)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    nodes.reserveCapacity(bytes.count / 8 + 8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  // MARK: Structure

  private mutating func readDocument() throws(Fault) {
    repeat { try readValue() } while try !closeContainers()
    skipSpace()
    guard position == bytes.count else { throw .malformed(path: "") }
  }

  /// Reads one value or, of a container that is not empty, its start up to its first value.
  private mutating func readValue() throws(Fault) {
    while true {
      skipSpace()
      switch try current() {
      case UInt8(ascii: "{"):
        try start(.object)
        guard try skip(UInt8(ascii: "}")) else {
          try readName()
          continue
        }
        finish()
      case UInt8(ascii: "["):
        try start(.array)
        guard try skip(UInt8(ascii: "]")) else { continue }
        finish()
      case UInt8(ascii: "\""): try readText()
      case UInt8(ascii: "t"): try readWord("true", .yes)
      case UInt8(ascii: "f"): try readWord("false", .no)
      case UInt8(ascii: "n"): try readWord("null", .null)
      default: try readNumber()
      }
      return
    }
  }

  /// Goes on after a value; true when the outermost one is complete, false before the next one.
  private mutating func closeContainers() throws(Fault) -> Bool {
    while let container = open.last {
      let isObject = nodes[container].kind == .object
      if try skip(UInt8(ascii: ",")) {
        if isObject {
          skipSpace()
          try readName()
        }
        return false
      }
      guard try skip(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw malformed() }
      finish()
    }
    return true
  }

  private mutating func start(_ kind: JSONDocument.Kind) throws(Fault) {
    guard open.count < Self.deepest else { throw malformed() }
    open.append(nodes.count)
    nodes.append(
      .init(
        start: UInt32(position), end: UInt32(position), next: JSONDocument.Node.unfinished,
        kind: kind))
    position += 1
  }

  private mutating func finish() {
    guard let container = open.popLast() else { return }
    nodes[container].end = UInt32(position)
    nodes[container].next = UInt32(nodes.count)
  }

  // MARK: Parts

  private mutating func readName() throws(Fault) {
    guard try current() == UInt8(ascii: "\"") else { throw malformed() }
    try readText()
    guard try skip(UInt8(ascii: ":")) else { throw malformed() }
  }

  private mutating func readText() throws(Fault) {
    let start = position + 1
    let bytes = bytes
    let span = bytes.span
    var hasEscapes = false
    // A variable of its own stays in a register; most of an answer passes here.
    var place = start
    while place < span.count {
      let byte = span[place]
      if byte == UInt8(ascii: "\"") {
        append(.text, from: start, to: place, hasEscapes: hasEscapes)
        position = place + 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        guard let length = JSONEscapes.length(at: place, in: span) else {
          position = place
          throw JSONEscapes.isCutOff(at: place, in: span) ? .truncated : malformed()
        }
        hasEscapes = true
        place += length
      } else {
        place += 1
      }
    }
    throw .truncated
  }

  private mutating func readWord(_ word: StaticString, _ kind: JSONDocument.Kind) throws(Fault) {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount {
      guard position < bytes.count else { throw .truncated }
      guard word.withUTF8Buffer({ $0[offset] }) == bytes[position] else { throw malformed() }
      position += 1
    }
    append(kind, from: start, to: position)
  }

  private mutating func readNumber() throws(Fault) {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let whole = position
    try readDigits()
    guard bytes[whole] != UInt8(ascii: "0") || position == whole + 1 else { throw malformed() }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      let sign = try current()
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      try readDigits()
    }
    append(.number, from: start, to: position)
  }

  private mutating func readDigits() throws(Fault) {
    guard try Self.isDigit(current()) else { throw malformed() }
    repeat { position += 1 } while position < bytes.count && Self.isDigit(bytes[position])
  }

  // MARK: Bytes

  private mutating func append(
    _ kind: JSONDocument.Kind, from start: Int, to end: Int, hasEscapes: Bool = false
  ) {
    nodes.append(
      .init(
        start: UInt32(start), end: UInt32(end), next: UInt32(nodes.count + 1), kind: kind,
        hasEscapes: hasEscapes))
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Skips space and then the byte, if it is there.
  private mutating func skip(_ byte: UInt8) throws(Fault) -> Bool {
    skipSpace()
    guard try current() == byte else { return false }
    position += 1
    return true
  }

  private func current() throws(Fault) -> UInt8 {
    guard position < bytes.count else { throw .truncated }
    return bytes[position]
  }

  private func malformed() -> Fault {
    .malformed(path: JSONDocument(bytes: bytes, nodes: nodes).path(to: nodes.count))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
