/// What a ``JSONReader`` accepts.
package struct JSONLimits: Sendable {
  /// Containers inside one another.
  package var depth: Int
  /// Bytes; never more than 256 MiB.
  package var size: Int
  /// Values and names of members, of which each takes eight bytes of memory.
  package var nodes: Int
  /// Elements of one array, and members of one object.
  package var elements: Int
  /// Whether control characters in strings and bytes that are not UTF-8 are refused, as RFC 8259
  /// demands. Otherwise they are read, the bytes as U+FFFD.
  package var isStrict: Bool

  package init(
    depth: Int = 512, size: Int = .max, nodes: Int = 8 << 20, elements: Int = 100_000,
    isStrict: Bool = true
  ) {
    self.depth = depth
    self.size = min(size, JSONDocument.Node.longest)
    self.nodes = nodes
    self.elements = elements
    self.isStrict = isStrict
  }
}

/// Reads bytes into a ``JSONDocument`` (RFC 8259), in one pass and without recursion: foreign bytes
/// decide neither the depth of the stack nor anything that could trap.
package struct JSONReader {
  /// What is wrong at ``position``.
  private enum Fault: Error { case unexpected, controlCharacter, tooDeep, tooLarge }

  /// A container whose end was not read yet.
  private struct Open {
    let index: Int
    /// How many values it has so far, besides the one that is read.
    var count = 0
  }

  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var position = 0
  private var nodes: [JSONDocument.Node] = []
  private var open: [Open] = []

  /// Reads a whole text; a byte order mark before it is skipped.
  package static func read(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONDocument {
    func whole(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
      JSONSyntaxError(reason: reason, position: JSONPosition(of: 0, in: bytes), path: "")
    }
    guard bytes.count <= limits.size else { throw whole(.tooLarge) }
    if limits.isStrict, String(validating: bytes, as: UTF8.self) == nil { throw whole(.notUTF8) }
    var reader = JSONReader(bytes: bytes, limits: limits)
    do {
      try reader.readDocument()
    } catch {
      throw reader.syntaxError(error)
    }
    return JSONDocument(bytes: bytes, nodes: reader.nodes)
  }

  private init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
    nodes.reserveCapacity(min(limits.nodes, bytes.count / 8 + 8))
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private func syntaxError(_ fault: Fault) -> JSONSyntaxError {
    // The longest sequence of combining characters is cut, rather than decoded to its end.
    let character = String(decoding: bytes[position...].prefix(16), as: UTF8.self).first
    let reason: JSONSyntaxError.Reason =
      switch fault {
      case .unexpected: character.map { .unexpected($0) } ?? .truncated
      case .controlCharacter: .controlCharacter
      case .tooDeep: .tooDeep
      case .tooLarge: .tooLarge
      }
    // Outside of all containers, reading stopped before or after the outermost value.
    let path = open.isEmpty ? "" : JSONDocument(bytes: bytes, nodes: nodes).path(to: nodes.count)
    return JSONSyntaxError(
      reason: reason, position: JSONPosition(of: position, in: bytes), path: path)
  }

  // MARK: Structure

  private mutating func readDocument() throws(Fault) {
    repeat { try readValue() } while try !closeContainers()
    skipSpace()
    guard position == bytes.count else { throw .unexpected }
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
      case UInt8(ascii: "\""): try readString()
      case UInt8(ascii: "t"): try readWord("true", .true)
      case UInt8(ascii: "f"): try readWord("false", .false)
      case UInt8(ascii: "n"): try readWord("null", .null)
      default: try readNumber()
      }
      return
    }
  }

  /// Goes on after a value; true when the outermost one is complete, false before the next one.
  private mutating func closeContainers() throws(Fault) -> Bool {
    while let container = open.last {
      let isObject = nodes[container.index].kind == .object
      if try skip(UInt8(ascii: ",")) {
        guard container.count + 1 < limits.elements else { throw .tooLarge }
        open[open.count - 1].count += 1
        if isObject {
          skipSpace()
          try readName()
        }
        return false
      }
      guard try skip(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw .unexpected }
      finish()
    }
    return true
  }

  private mutating func start(_ kind: JSONDocument.Kind) throws(Fault) {
    guard open.count < limits.depth else { throw .tooDeep }
    open.append(Open(index: nodes.count))
    try append(kind, from: position, extent: 0)
    position += 1
  }

  private mutating func finish() {
    guard let index = open.popLast()?.index else { return }
    let node = nodes[index]
    nodes[index] = .init(node.kind, at: Int(node.start), extent: nodes.count - index)
  }

  // MARK: Parts

  private mutating func readName() throws(Fault) {
    guard try current() == UInt8(ascii: "\"") else { throw .unexpected }
    try readString()
    guard try skip(UInt8(ascii: ":")) else { throw .unexpected }
  }

  private mutating func readString() throws(Fault) {
    let start = position + 1
    let bytes = bytes
    let span = bytes.span
    let raw = span.bytes
    let lowest: UInt8 = limits.isStrict ? 0x20 : 0
    var hasEscapes = false
    // A variable of its own stays in a register; most of a text passes here.
    var index = start
    while index < span.count {
      if index + 8 <= span.count {
        let bytes = raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        let special = Self.special(UInt64(littleEndian: bytes), lowest: lowest)
        guard special != 0 else {
          index += 8
          continue
        }
        index += special.trailingZeroBitCount / 8
      }
      let byte = span[index]
      if byte == UInt8(ascii: "\"") {
        try append(.string, from: start, extent: index - start, hasEscapes: hasEscapes)
        position = index + 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        guard let length = JSONEscapes.length(at: index, in: span) else {
          position = JSONEscapes.fault(at: index, in: span)
          throw .unexpected
        }
        hasEscapes = true
        index += length
      } else if byte < lowest {
        position = index
        throw .controlCharacter
      } else {
        index += 1
      }
    }
    position = bytes.count
    throw .unexpected
  }

  /// The lowest bit that is set stands in the first of eight bytes that is a quotation mark, a backslash
  /// or below the lowest byte; zero where none is (Warren, Hacker's Delight, 6-1).
  private static func special(_ bytes: UInt64, lowest: UInt8) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotation = bytes ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = bytes ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      (quotation &- ones) & ~quotation | (backslash &- ones) & ~backslash
      | (bytes &- ones &* UInt64(lowest)) & ~bytes
    return found & (ones << 7)
  }

  private mutating func readWord(_ word: StaticString, _ kind: JSONDocument.Kind) throws(Fault) {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount {
      guard try current() == word.utf8Start[offset] else { throw .unexpected }
      position += 1
    }
    try append(kind, from: start, extent: position - start)
  }

  private mutating func readNumber() throws(Fault) {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let whole = position
    try readDigits()
    guard bytes[whole] != UInt8(ascii: "0") || position == whole + 1 else { throw .unexpected }
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
    try append(.number, from: start, extent: position - start)
  }

  private mutating func readDigits() throws(Fault) {
    guard try Self.isDigit(current()) else { throw .unexpected }
    repeat { position += 1 } while position < bytes.count && Self.isDigit(bytes[position])
  }

  // MARK: Bytes

  private mutating func append(
    _ kind: JSONDocument.Kind, from start: Int, extent: Int, hasEscapes: Bool = false
  ) throws(Fault) {
    guard nodes.count < limits.nodes else { throw .tooLarge }
    nodes.append(.init(kind, at: start, extent: extent, hasEscapes: hasEscapes))
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Skips space and then the byte, if it follows.
  private mutating func skip(_ byte: UInt8) throws(Fault) -> Bool {
    skipSpace()
    guard try current() == byte else { return false }
    position += 1
    return true
  }

  private func current() throws(Fault) -> UInt8 {
    guard position < bytes.count else { throw .unexpected }
    return bytes[position]
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
