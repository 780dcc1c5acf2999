import GradesClient
import JSON

/// Reads values from JSON (Product rules, Tables): a list of `{"username": …, "items": {…}}`, a list of
/// `{"username": …, "item": …, "value": …}`, or an object `{student: {item: value}}`.
struct JSONTable {
  private var cursor: Cursor
  private var entries: [RequestedEdit] = []

  /// Whether bytes begin like one of the documents.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let first = text.first { !" \t\r\n".utf8.contains($0) }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// The values of a document, in its order, each where it stands; without one, `null` and a text of blanks keep what
  /// is there.
  static func entries(of bytes: [UInt8]) throws(TableError) -> [RequestedEdit] {
    let root: JSONNode
    do { root = try JSONReader.read(bytes).root } catch { throw .json(error) }
    var table = JSONTable(cursor: Cursor(bytes))
    do {
      try table.read(root)
    } catch {
      throw error as? TableError ?? .jsonEntry(lacks: "username", at: root.position)
    }
    guard !table.entries.isEmpty else { throw .empty }
    return table.entries
  }

  private mutating func read(_ root: JSONNode) throws {
    guard root.isObject else {
      for node in try root.allElements() { try readStudent(node) }
      return
    }
    for member in try root.object().members() { try readItems(of: member.memberName, member) }
  }

  /// Reads one element of a list.
  private mutating func readStudent(_ node: JSONNode) throws {
    guard let members = members(of: node), let name = members["username"] ?? members["student"]
    else { throw lacks("username", node) }
    let student = try text(name)
    if let items = members["items"] { return try readItems(of: student, items) }
    guard let item = members["item"] else { throw lacks("items", node) }
    guard let value = members["value"] else { throw lacks("value", node) }
    try readValue(of: student, try text(item), value, note: members["note"])
  }

  private mutating func readItems(of student: String, _ node: JSONNode) throws {
    guard let items = try? node.object() else { throw lacks("items", node) }
    for item in items.members() {
      let members = members(of: item)
      guard let value = members == nil ? item : members?["value"] else { throw lacks(nil, item) }
      try readValue(of: student, item.memberName, value, note: members?["note"])
    }
  }

  private mutating func readValue(
    of student: String, _ item: String, _ node: JSONNode, note: JSONNode?
  ) throws {
    let content: RequestedEdit.Content =
      switch node.kind {
      case .null: .keep
      case .true: .value(.flag(true))
      case .false: .value(.flag(false))
      case .number: .value(.number(try node.number()))
      case .string:
        try node.string().trimmingBlanks().isEmpty ? .keep : .text(try node.string())
      case .object, .array: throw lacks(nil, node)
      }
    let noteText = try note.flatMap { $0.isNull ? nil : try text($0) }
    let (line, column) = cursor.move(to: node.offset)
    entries.append(
      RequestedEdit(
        username: student, identifier: item, content: content,
        note: noteText.map { .always($0) } ?? .keep, row: line, column: column))
  }

  private func members(of node: JSONNode) -> [String: JSONNode]? {
    try? node.object().members().keyed(by: \.memberName)
  }

  private func text(_ node: JSONNode) throws -> String {
    guard node.kind == .string else { throw lacks("username", node) }
    return try node.string()
  }

  private func lacks(_ member: String?, _ node: JSONNode) -> TableError {
    .jsonEntry(lacks: member, at: node.position)
  }

  /// Finds lines and columns in one pass over the text.
  private struct Cursor {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var column = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The line and column of an offset that is not before the last one.
    mutating func move(to next: Int) -> (line: Int, column: Int) {
      while offset < min(next, bytes.count) {
        if bytes[offset] == UInt8(ascii: "\n") {
          line += 1
          column = 1
        } else if bytes[offset] & 0xC0 != 0x80 {
          column += 1
        }
        offset += 1
      }
      return (line, column)
    }
  }
}
