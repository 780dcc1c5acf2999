/// A JSON text that was read once into a flat list of nodes, which refer to the bytes they came from.
///
/// Names and strings are decoded only when they are asked for, which makes the response for a group
/// with thousands of values several times faster to read than with Foundation's `JSONDecoder`. Paths
/// and lines are computed only for an error that names them.
package final class JSONDocument: Sendable {
  /// The type of a node.
  package enum Kind: UInt8, Sendable { case object, array, string, number, `true`, `false`, null }

  /// A value or a member's name; a member's value follows its name.
  ///
  /// Eight bytes, because a text may have a node for every two bytes of it.
  struct Node: Sendable {
    /// The first byte; of a string, the one after the quotation mark.
    let start: UInt32
    /// The kind in the lowest three bits, whether a string has escapes in the next one, then the extent.
    private let facts: UInt32

    /// The largest extent, and so the most bytes of a text.
    static let longest = Int(UInt32.max >> 4)

    /// - Parameter extent: of a container, how many nodes there are up to the next one after it, zero
    ///   while it is read; of other values, how many bytes.
    init(_ kind: Kind, at start: Int, extent: Int, hasEscapes: Bool = false) {
      self.start = UInt32(start)
      facts = UInt32(extent) << 4 | (hasEscapes ? 8 : 0) | UInt32(kind.rawValue)
    }

    var kind: Kind { Kind(rawValue: UInt8(facts & 7)) ?? .null }
    var isContainer: Bool { facts & 7 <= UInt32(Kind.array.rawValue) }
    var hasEscapes: Bool { facts & 8 != 0 }
    var extent: Int { Int(facts >> 4) }

    /// Whether it is a name of so many bytes without escapes.
    func isPlainName(ofLength length: Int) -> Bool {
      facts == UInt32(length) << 4 | UInt32(Kind.string.rawValue)
    }

    /// The index of the node after this one and everything in it.
    func next(after index: Int) -> Int {
      if !isContainer { return index + 1 }
      return extent == 0 ? .max : index + extent
    }
  }

  let bytes: [UInt8]
  let nodes: [Node]

  init(bytes: [UInt8], nodes: [Node]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  package var root: JSONNode { JSONNode(document: self, index: 0) }

  // MARK: Strings

  /// The index of the value of an object's last member with this name.
  func member(_ name: StaticString, of object: Int) -> Int? {
    let (allNodes, allBytes) = (nodes, bytes)
    let nodes = allNodes.span
    let bytes = allBytes.span
    let (expected, count) = (name.utf8Start, name.utf8CodeUnitCount)
    var found: Int?
    var member = object + 1
    let end = nodes[object].next(after: object)
    // The decoding of a large answer passes here millions of times.
    while member < end {
      let node = nodes[member]
      if node.isPlainName(ofLength: count) {
        let start = Int(node.start)
        var offset = 0
        while offset < count, bytes[start + offset] == expected[offset] { offset += 1 }
        if offset == count { found = member + 1 }
      } else if node.hasEscapes, string(at: member) == name.description {
        found = member + 1
      }
      member = nodes[member + 1].next(after: member + 1)
    }
    return found
  }

  /// A string or name without its escapes; lone surrogates and bytes that are not UTF-8 become
  /// U+FFFD.
  func string(at index: Int) -> String {
    let text = text(at: index)
    return nodes[index].hasEscapes
      ? JSONEscapes.string(text) : String(decoding: text, as: UTF8.self)
  }

  /// The JSON text of a value, of strings without the quotation marks.
  func text(at index: Int) -> ArraySlice<UInt8> {
    let node = nodes[index]
    let start = Int(node.start)
    return bytes[start..<(node.isContainer ? end(ofContainerAt: start) : start + node.extent)]
  }

  /// The byte after a container's closing bracket. Only parts of unknown shape are shown as they are,
  /// so nodes do not store it.
  private func end(ofContainerAt start: Int) -> Int {
    var position = start
    var depth = 0
    var isInString = false
    repeat {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isInString ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isInString ? 0 : 1
      default: break
      }
      position += 1
    } while depth > 0
    return position
  }

  // MARK: Positions

  /// The line and the column of a byte.
  func position(of offset: Int) -> JSONPosition { JSONPosition(of: offset, in: bytes) }

  /// The path to a node, such as `[2].username`; for the index after the last node, the path to the
  /// value at which reading stopped. The outermost value has the empty path.
  func path(to target: Int) -> String {
    var path = ""
    var container = 0
    // A hostile text nests hundreds of levels, of which a reader needs only the first.
    for _ in 0..<16 {
      guard container < nodes.count, container < target else { return path }
      let isArray = nodes[container].kind == .array
      guard isArray || nodes[container].kind == .object else { return path }
      var position = 0
      var child = container + 1
      while true {
        if !isArray {
          guard child < nodes.count, child != target else { return path }
          child += 1
        }
        if child >= target || child >= nodes.count || target < nodes[child].next(after: child) {
          break
        }
        child = nodes[child].next(after: child)
        position += 1
      }
      path += isArray ? "[\(position)]" : step(toMember: child - 1, at: path)
      container = child
    }
    return container < target ? path + "…" : path
  }

  /// A member's name as a step of a path. Names are foreign text, which may hold anything.
  private func step(toMember index: Int, at path: String) -> String {
    let name = string(at: index).prefix(64).map { character in
      character.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        ? character : "\u{FFFD}"
    }
    return (path.isEmpty ? "" : ".") + String(name)
  }
}
