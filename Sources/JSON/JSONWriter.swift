/// Writes one JSON text (RFC 8259) into a buffer of bytes, members in the order in which they are
/// written.
///
/// Numbers have a dot and the fewest digits that give the same value again. Everything that a terminal
/// could obey or that could reverse the reading direction is escaped, so printing a document is
/// harmless and yet loses nothing.
package struct JSONWriter: Sendable {
  package enum Layout: Sendable {
    /// On one line.
    case compact
    /// A member or element on each line, indented by two spaces.
    case indented
  }

  package private(set) var bytes: [UInt8] = []
  private let isIndented: Bool
  /// Whether whole numbers are written as `4.0`.
  private let keepsFraction: Bool
  private var depth = 0
  private var isFirst = true
  private var followsName = false

  package init(_ layout: Layout = .compact, keepsFraction: Bool = false) {
    isIndented = layout == .indented
    self.keepsFraction = keepsFraction
  }

  package init(
    _ layout: Layout = .compact, keepsFraction: Bool = false,
    _ content: (inout JSONWriter) throws -> Void
  ) rethrows {
    self.init(layout, keepsFraction: keepsFraction)
    try content(&self)
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Containers

  package mutating func object(_ content: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "{"))
    try content(&self)
    close(UInt8(ascii: "}"))
  }

  package mutating func array(_ content: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "["))
    try content(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes an array with one value for each item.
  package mutating func array<Items: Sequence>(
    of items: Items, _ content: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    try array { writer in
      for item in items { try content(&writer, item) }
    }
  }

  // MARK: Members

  /// Writes the name of a member; its value has to follow.
  package mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    endName()
  }

  /// Writes the name of a member that is foreign text.
  package mutating func name(foreign name: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONEscapes.append(name, to: &bytes)
    endName()
  }

  package mutating func member(_ name: StaticString, _ value: some JSONWritable) {
    self.name(name)
    value.write(to: &self)
  }

  /// Writes a member, and nothing where there is no value.
  package mutating func member(ifPresent name: StaticString, _ value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }

  package mutating func member(foreign name: String, _ value: some JSONWritable) {
    self.name(foreign: name)
    value.write(to: &self)
  }

  package mutating func object(
    _ name: StaticString, _ content: (inout JSONWriter) throws -> Void
  ) rethrows {
    self.name(name)
    try object(content)
  }

  package mutating func array<Items: Sequence>(
    _ name: StaticString, of items: Items,
    _ content: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    self.name(name)
    try array(of: items, content)
  }

  // MARK: Values

  package mutating func null() { raw("null") }

  package mutating func value(_ flag: Bool) { raw(flag ? "true" : "false") }

  package mutating func value(_ integer: Int) {
    separate()
    JSONNumber.append(integer, to: &bytes)
  }

  /// Writes a number; null for infinity and NaN, which JSON does not have.
  package mutating func value(_ number: Double) {
    guard number.isFinite else { return null() }
    separate()
    JSONNumber.append(number, to: &bytes)
    if keepsFraction, JSONNumber.integer(number) != nil { bytes.append(contentsOf: ".0".utf8) }
  }

  package mutating func value(_ string: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONEscapes.append(string, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value as it stands in its document.
  mutating func value(copying node: JSONNode) {
    separate()
    if node.kind == .string { bytes.append(UInt8(ascii: "\"")) }
    bytes.append(contentsOf: node.document.text(at: node.index))
    if node.kind == .string { bytes.append(UInt8(ascii: "\"")) }
  }

  package mutating func value(_ value: some JSONWritable) { value.write(to: &self) }

  /// Writes a line feed, which ends a text file.
  package mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  // MARK: Bytes

  private mutating func raw(_ text: StaticString) {
    separate()
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func endName() {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    if isIndented { bytes.append(UInt8(ascii: " ")) }
    followsName = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if !isFirst { breakLine() }
    bytes.append(bracket)
    isFirst = false
  }

  /// Writes what stands between the last value and the next name or value.
  private mutating func separate() {
    if followsName {
      followsName = false
      return
    }
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    if depth > 0 { breakLine() }
  }

  private mutating func breakLine() {
    guard isIndented else { return }
    // One append of a line feed and the blanks, which are a third of a document's bytes.
    let blanks: StaticString = "\n                                        "
    let count = min(1 + depth * 2, blanks.utf8CodeUnitCount)
    bytes.append(contentsOf: UnsafeBufferPointer(start: blanks.utf8Start, count: count))
    for _ in count..<(1 + depth * 2) { bytes.append(UInt8(ascii: " ")) }
  }
}
