/// An object of a ``JSONDocument``; a member that is null counts as missing.
package struct JSONObject: Sendable {
  package let node: JSONNode

  /// The value of a member, of the last one if several have the name; nil when missing or null.
  package subscript(_ name: StaticString) -> JSONNode? {
    let document = node.document
    guard let found = document.member(name, of: node.index), document.nodes[found].kind != .null
    else { return nil }
    return JSONNode(document: document, index: found)
  }

  /// Whether a member exists, even as null.
  package func has(_ name: StaticString) -> Bool {
    node.document.member(name, of: node.index) != nil
  }

  /// The values of all members in the text's order; null ones too.
  package func members() -> [JSONNode] {
    let document = node.document
    var members: [JSONNode] = []
    var child = node.index + 1
    let end = document.nodes[node.index].next(after: node.index)
    while child < end {
      members.append(JSONNode(document: document, index: child + 1))
      child = document.nodes[child + 1].next(after: child + 1)
    }
    return members
  }

  // MARK: Optional members

  package func text(_ name: StaticString) throws(JSONTypeError) -> String? {
    guard let node = self[name] else { return nil }
    return try node.text()
  }

  /// A text; an empty one counts as missing.
  package func filledText(_ name: StaticString) throws(JSONTypeError) -> String? {
    guard let text = try text(name), !text.isEmpty else { return nil }
    return text
  }

  /// A string, not a number in its place.
  package func string(_ name: StaticString) throws(JSONTypeError) -> String? {
    guard let node = self[name] else { return nil }
    return try node.string()
  }

  /// A list of strings, none of them null.
  package func strings(_ name: StaticString) throws(JSONTypeError) -> [String]? {
    guard let node = self[name] else { return nil }
    var strings: [String] = []
    for element in try node.allElements() { strings.append(try element.string()) }
    return strings
  }

  package func number(_ name: StaticString) throws(JSONTypeError) -> Double? {
    guard let node = self[name] else { return nil }
    return try node.number()
  }

  package func integer(_ name: StaticString) throws(JSONTypeError) -> Int? {
    guard let node = self[name] else { return nil }
    return try node.integer()
  }

  package func boolean(_ name: StaticString) throws(JSONTypeError) -> Bool? {
    guard let node = self[name] else { return nil }
    return try node.boolean()
  }

  /// The elements of a list that are not null; none when it is missing.
  package func elements(_ name: StaticString) throws(JSONTypeError) -> [JSONNode] {
    guard let node = self[name] else { return [] }
    return try node.elements()
  }

  /// A value of each element of a list that is not null; none when it is missing.
  package func list<Value>(
    _ name: StaticString, _ read: (JSONNode) throws -> Value
  ) throws -> [Value] {
    try self[name]?.list(read) ?? []
  }

  // MARK: Required members

  /// A text that must not be missing or empty.
  package func requiredText(_ name: StaticString) throws(JSONTypeError) -> String {
    try required(name, filledText(name))
  }

  /// The value of a member that must not be missing.
  package func required<Value>(
    _ name: StaticString, _ value: Value?
  ) throws(JSONTypeError) -> Value {
    guard let value else { throw missing(name) }
    return value
  }

  /// The error that names a missing member.
  package func missing(_ name: StaticString) -> JSONTypeError {
    JSONTypeError(node, missing: name)
  }
}

extension JSONNode {
  /// The name of the member whose value this is.
  package var memberName: String { document.string(at: index - 1) }

  /// Where the name of the member begins whose value this is.
  package var memberPosition: JSONPosition {
    document.position(of: Int(document.nodes[index - 1].start) - 1)
  }
}
