/// A value of a ``JSONDocument``, read as the type that a model needs.
///
/// A value of another type throws ``JSONTypeError``, unless its meaning is beyond doubt: a number in
/// quotation marks is that number.
package struct JSONNode: Sendable {
  let document: JSONDocument
  let index: Int

  private var node: JSONDocument.Node { document.nodes[index] }

  package var kind: JSONDocument.Kind { node.kind }
  package var isNull: Bool { node.kind == .null }
  package var isObject: Bool { node.kind == .object }

  /// Where the value begins.
  package var position: JSONPosition { document.position(of: offset) }

  /// Where the value begins, in bytes from the start of the text.
  package var offset: Int { Int(node.start) - (node.kind == .string ? 1 : 0) }

  package var unreadable: JSONTypeError { JSONTypeError(self) }

  /// The JSON text of the value, of strings without the quotation marks.
  package var source: String { String(decoding: document.text(at: index), as: UTF8.self) }

  // MARK: Containers

  package func object() throws(JSONTypeError) -> JSONObject {
    guard node.kind == .object else { throw unreadable }
    return JSONObject(node: self)
  }

  /// The elements of an array that are not null: null carries nothing that could be lost.
  package func elements() throws(JSONTypeError) -> [JSONNode] {
    try allElements().filter { !$0.isNull }
  }

  /// The elements of an array, null ones too.
  package func allElements() throws(JSONTypeError) -> [JSONNode] {
    guard node.kind == .array else { throw unreadable }
    var elements: [JSONNode] = []
    var child = index + 1
    let end = node.next(after: index)
    while child < end {
      elements.append(JSONNode(document: document, index: child))
      child = document.nodes[child].next(after: child)
    }
    return elements
  }

  /// Reads a value from each element of an array that is not null.
  package func list<Value>(_ read: (JSONNode) throws -> Value) throws -> [Value] {
    guard node.kind == .array else { throw unreadable }
    var values: [Value] = []
    var child = index + 1
    let end = node.next(after: index)
    while child < end {
      if document.nodes[child].kind != .null {
        values.append(try read(JSONNode(document: document, index: child)))
      }
      child = document.nodes[child].next(after: child)
    }
    return values
  }

  // MARK: Scalars

  /// A string, or the digits of a number where ids are meant.
  package func text() throws(JSONTypeError) -> String {
    guard node.kind == .string || node.kind == .number else { throw unreadable }
    return document.string(at: index)
  }

  /// A string, not a number in its place.
  package func string() throws(JSONTypeError) -> String {
    guard node.kind == .string else { throw unreadable }
    return document.string(at: index)
  }

  package func number() throws(JSONTypeError) -> Double {
    guard node.kind == .number || node.kind == .string,
      let number = JSONNumber.read(document.text(at: index))
    else { throw unreadable }
    return number
  }

  /// A whole number that fits.
  package func integer() throws(JSONTypeError) -> Int {
    guard let integer = Int(exactly: try number()), integer.magnitude <= 1 << 53 else {
      throw unreadable
    }
    return integer
  }

  package func boolean() throws(JSONTypeError) -> Bool {
    switch node.kind {
    case .true: return true
    case .false: return false
    case .string:
      guard let flag = Bool(document.string(at: index)) else { throw unreadable }
      return flag
    default: throw unreadable
    }
  }
}
