/// One JSON document as text (RFC 8259), indented for people, with a line feed at its end.
///
/// Numbers have a dot and the fewest digits that give the same value again. Everything that a
/// terminal could obey or that could turn the reading direction round is escaped, so that printing a
/// document is harmless and yet loses nothing.
struct JSONDocument {
  let root: JSONValue

  init(_ root: some JSONConvertible) {
    self.root = root.json
  }

  /// The document as it is written to an output.
  var text: String {
    var result = ""
    Self.append(root, depth: 0, to: &result)
    result += "\n"
    return result
  }

  /// The document on one line, without a line feed.
  var line: String {
    var result = ""
    Self.append(root, depth: nil, to: &result)
    return result
  }

  private static func append(_ value: JSONValue, depth: Int?, to result: inout String) {
    switch value {
    case .null: result += "null"
    case .bool(let bool): result += bool ? "true" : "false"
    case .integer(let integer): result += String(integer)
    case .number(let number): result += ExactNumber.text(number) ?? "null"
    case .string(let string): append(quoted: string, to: &result)
    case .array(let elements):
      append(elements, between: ("[", "]"), depth: depth, to: &result) {
        append($0, depth: depth.map { $0 + 1 }, to: &$1)
      }
    case .object(let members):
      append(members, between: ("{", "}"), depth: depth, to: &result) {
        append(quoted: $0.0, to: &$1)
        $1 += depth == nil ? ":" : ": "
        append($0.1, depth: depth.map { $0 + 1 }, to: &$1)
      }
    }
  }

  private static func append<Part>(
    _ parts: [Part], between brackets: (String, String), depth: Int?, to result: inout String,
    each: (Part, inout String) -> Void
  ) {
    result += brackets.0
    for (index, part) in parts.enumerated() {
      result += index == 0 ? "" : ","
      if let depth { result += "\n" + String(repeating: "  ", count: depth + 1) }
      each(part, &result)
    }
    if let depth, !parts.isEmpty {
      result += "\n"
      result += String(repeating: "  ", count: depth)
    }
    result += brackets.1
  }

  private static func append(quoted string: String, to result: inout String) {
    result += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{206F}",
        "\u{FFF9}"..."\u{FFFB}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }
}
