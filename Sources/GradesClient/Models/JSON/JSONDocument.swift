/// A JSON text read once into a flat list of nodes, which refer to the bytes they came from.
///
/// Names and texts become strings only when somebody asks for them, which makes a group's answer
/// with thousands of values several times faster to read than through `JSONDecoder`; and the path
/// to any place is worked out only when an error has to name it.
final class JSONDocument: Sendable {
  /// What a node is.
  enum Kind: UInt8, Sendable { case object, array, text, number, yes, no, null }

  /// A value or a member's name; a member's value follows its name.
  struct Node: Sendable {
    /// The first byte; of a text, the one after the quotation mark.
    var start: UInt32
    /// The byte after the last one; of a text, the closing quotation mark.
    var end: UInt32
    /// The node after this one and everything in it; `unfinished` while it is being read.
    var next: UInt32
    var kind: Kind
    /// Whether a text has escapes in it.
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
  var root: JSONNode { JSONNode(document: self, index: 0) }

  // MARK: Texts

  /// Whether a text or name is this one.
  func matches(_ index: Int, _ name: StaticString) -> Bool {
    let node = nodes[index]
    let bytes = bytes
    return node.hasEscapes
      ? text(at: index) == name.description : Self.matches(node, name, in: bytes.span)
  }

  /// The place of the value of an object's last member of this name.
  func member(_ name: StaticString, of object: Int) -> Int? {
    let (allNodes, allBytes) = (nodes, bytes)
    let nodes = allNodes.span
    let bytes = allBytes.span
    var found: Int?
    var member = object + 1
    let end = Int(nodes[object].next)
    while member < end {
      let node = nodes[member]
      if node.hasEscapes
        ? text(at: member) == name.description : Self.matches(node, name, in: bytes)
      {
        found = member + 1
      }
      member = Int(nodes[member + 1].next)
    }
    return found
  }

  @inline(__always)
  private static func matches(_ node: Node, _ name: StaticString, in bytes: borrowing Span<UInt8>)
    -> Bool
  {
    let start = Int(node.start)
    let count = name.utf8CodeUnitCount
    guard Int(node.end) - start == count else { return false }
    let expected = name.utf8Start
    for offset in 0..<count where bytes[start + offset] != expected[offset] { return false }
    return true
  }

  /// A text or name without its escapes; lone surrogates and bytes that are not UTF-8 become
  /// U+FFFD.
  func text(at index: Int) -> String {
    let node = nodes[index]
    let range = Int(node.start)..<Int(node.end)
    return node.hasEscapes
      ? JSONEscapes.text(bytes[range]) : String(decoding: bytes[range], as: UTF8.self)
  }

  // MARK: Places

  /// The path to a node, such as `[2].username`; to the node after the last one: the place where
  /// reading stopped. The outermost value has the empty path.
  func path(to target: Int) -> String {
    var path = ""
    var container = 0
    // A hostile text nests hundreds of levels; nobody reads more than a few of them.
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
    let name = text(at: index).prefix(64).map { character in
      character.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        ? character : "\u{FFFD}"
    }
    return (path.isEmpty ? "" : ".") + String(name)
  }
}
