/// A position in a text, counted from 1; columns count Unicode scalars.
package struct JSONPosition: Hashable, Sendable {
  package let line: Int
  package let column: Int

  init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    // Continuation bytes of UTF-8 do not begin a scalar.
    column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
  }
}

/// Why bytes are not a JSON document.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The text ends in the middle, or is empty.
    case truncated
    /// This character breaks the rules of JSON.
    case unexpected(Character)
    /// A control character, such as the end of the line, stands in a string.
    case controlCharacter
    /// More containers are nested than the limits allow.
    case tooDeep
    /// The text is longer than the limits allow, or has more values.
    case tooLarge
    case notUTF8
  }

  package let reason: Reason
  package let position: JSONPosition
  /// The path to the value at which reading stopped.
  package let path: String
}

/// A value of another type than the reader needs, or a missing one.
package struct JSONTypeError: Error, Sendable {
  private let node: JSONNode
  private let member: StaticString?

  /// Names a value, or the missing member of an object.
  init(_ node: JSONNode, missing member: StaticString? = nil) {
    self.node = node
    self.member = member
  }

  /// The path to the value, such as `[2].username`.
  ///
  /// Found when it is needed: it takes a pass over the document, and in a list that may have any shape
  /// the errors of its elements are not read.
  package var path: String {
    let path = node.document.path(to: node.index)
    guard let member else { return path }
    return path.isEmpty ? "\(member)" : "\(path).\(member)"
  }
}
