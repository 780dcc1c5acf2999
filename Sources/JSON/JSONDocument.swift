/// A JSON text that was read once into a flat list of nodes, which refer to the bytes they came from.
///
/// Names and strings are decoded only when they are asked for, which makes the response for a group
/// with thousands of values several times faster to read than with Foundation's `JSONDecoder`. Paths
/// and lines are computed only for an error that names them.
package final class JSONDocument: Sendable {
  /// The type of a node.
  package enum Kind: UInt8, Sendable { case object, array, string, number, `true`, `false`, null }

  /// A value or a member's name; a member's value follows its name.
  struct Node: Sendable {
    /// The first byte; of a string, the one after the quotation mark.
    var start: UInt32
    /// The byte after the last one; of a string, the closing quotation mark.
    var end: UInt32
    /// The index of the node after this one and everything in it; `unfinished` while it is read.
    var next: UInt32
    var kind: Kind
    /// Whether a string has escapes in it.
    var hasEscapes = false

    static let unfinished = UInt32.max
  }

  let bytes: [UInt8]
  let nodes: [Node]

  init(bytes: [UInt8], nodes: [Node]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// The outermost value.
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
    let end = Int(nodes[object].next)
    // The decoding of a large answer passes here millions of times.
    while member < end {
      let node = nodes[member]
      if node.hasEscapes {
        if string(at: member) == name.description { found = member + 1 }
      } else if Int(node.end) - Int(node.start) == count {
        let start = Int(node.start)
        var offset = 0
        while offset < count, bytes[start + offset] == expected[offset] { offset += 1 }
        if offset == count { found = member + 1 }
      }
      member = Int(nodes[member + 1].next)
    }
    return found
  }

  /// A string or name without its escapes; lone surrogates and bytes that are not UTF-8 become
  /// U+FFFD.
  func string(at index: Int) -> String {
    let node = nodes[index]
    let range = Int(node.start)..<Int(node.end)
    return node.hasEscapes
      ? JSONEscapes.string(bytes[range]) : String(decoding: bytes[range], as: UTF8.self)
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
        if child >= target || child >= nodes.count || target < nodes[child].next { break }
        child = Int(nodes[child].next)
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
