import Foundation

/// An object of a ``JSONDocument``; a member that is null counts as missing (Service contract,
/// 3.2).
struct JSONObject {
  let node: JSONNode

  /// The value of a member, of the last one if several have the name; nil when missing or null.
  subscript(_ name: StaticString) -> JSONNode? {
    let document = node.document
    guard let found = document.member(name, of: node.index), document.nodes[found].kind != .null
    else { return nil }
    return JSONNode(document: document, index: found)
  }

  /// Whether a member is there, even as null.
  func has(_ name: StaticString) -> Bool {
    node.document.member(name, of: node.index) != nil
  }

  /// The values of all members in the text's order; null ones too.
  func members() -> [JSONNode] {
    let document = node.document
    var members: [JSONNode] = []
    var child = node.index + 1
    let end = Int(document.nodes[node.index].next)
    while child < end {
      members.append(JSONNode(document: document, index: child + 1))
      child = Int(document.nodes[child + 1].next)
    }
    return members
  }

  // MARK: Optional members

  func text(_ name: StaticString) throws -> String? { try self[name]?.text() }

  /// A text; an empty one counts as missing.
  func filledText(_ name: StaticString) throws -> String? {
    guard let text = try self[name]?.text(), !text.isEmpty else { return nil }
    return text
  }

  func number(_ name: StaticString) throws -> Double? { try self[name]?.number() }

  func integer(_ name: StaticString) throws -> Int? { try self[name]?.integer() }

  func boolean(_ name: StaticString) throws -> Bool? { try self[name]?.boolean() }

  func date(_ name: StaticString) throws -> Date? {
    guard let node = self[name] else { return nil }
    return node.isEmptyText ? nil : try node.date()
  }

  /// The elements of a list; none when it is missing.
  func elements(_ name: StaticString) throws -> [JSONNode] { try self[name]?.elements() ?? [] }

  // MARK: Required members

  /// A text that must be there and not be empty.
  func requiredText(_ name: StaticString) throws -> String {
    guard let text = try filledText(name) else { throw missing(name) }
    return text
  }

  /// The error that names a member which should be there.
  func missing(_ name: StaticString) -> GradesError {
    let path = node.document.path(to: node.index)
    return .unreadable(.json(path: path.isEmpty ? "\(name)" : "\(path).\(name)"))
  }
}

extension JSONNode {
  /// The name of a member whose value this is.
  var memberName: String { document.text(at: index - 1) }

  fileprivate var isEmptyText: Bool {
    document.nodes[index].kind == .text && document.matches(index, "")
  }
}
