/// The request line and the header fields of a request (RFC 9112).
package struct RequestHead: Sendable {
  /// How the end of the body is found.
  package enum Framing: Hashable, Sendable {
    /// The number of bytes; 0 without a body.
    case length(Int)
    case chunked
  }

  package let method: String
  /// The path as received, percent-encoded.
  package let path: String
  /// The query as received, without its question mark; empty without one.
  package let query: String
  /// Header fields; names in lower case, the values of a repeated field joined.
  package let headers: [String: String]
  package let framing: Framing
  /// Whether another request may follow on the connection.
  package let keepsAlive: Bool

  /// Reads a head. Whatever could be understood in two ways is rejected: two `Host` fields or none,
  /// several lengths, a length beside a transfer coding, a folded line, a space before a colon.
  init(line: String, fields: [String]) throws(RequestProblem) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, Self.isToken(words[0]), words[1].first == "/",
      words[1].utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), words[2].hasPrefix("HTTP/")
    else { throw .malformed }
    let isCurrent = words[2] == "HTTP/1.1"
    guard isCurrent || words[2] == "HTTP/1.0" else { throw .unknownVersion }
    let values = try Self.values(of: fields)
    let hosts = values["host"] ?? []
    guard hosts.count == 1 else { throw .malformed }

    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    method = String(words[0])
    path = String(target[0])
    query = target.count > 1 ? String(target[1]) : ""
    headers = Dictionary(
      uniqueKeysWithValues: values.map { name, values in
        (name, values.joined(separator: name == "cookie" ? "; " : ", "))
      })
    framing = try Self.framing(
      lengths: values["content-length"], codings: values["transfer-encoding"],
      mayBeChunked: isCurrent)
    let options = (headers["connection"] ?? "").lowercased().split { ", \t".contains($0) }
    keepsAlive = isCurrent ? !options.contains("close") : options.contains("keep-alive")
  }

  private static func values(of fields: [String]) throws(RequestProblem) -> [String: [String]] {
    var values: [String: [String]] = [:]
    for field in fields {
      let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, isToken(parts[0]),
        parts[1].utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
      else { throw .malformed }
      let value = parts[1].drop { " \t".contains($0) }
      let end = value.lastIndex { !" \t".contains($0) }
      values[parts[0].lowercased(), default: []].append(end.map { String(value[...$0]) } ?? "")
    }
    return values
  }

  private static func framing(
    lengths: [String]?, codings: [String]?, mayBeChunked: Bool
  ) throws(RequestProblem) -> Framing {
    if let codings {
      guard lengths == nil, mayBeChunked else { throw .malformed }
      guard codings.map({ $0.lowercased() }) == ["chunked"] else { throw .unknownCoding }
      return .chunked
    }
    guard let lengths else { return .length(0) }
    guard Set(lengths).count == 1, lengths[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let length = Int(lengths[0])
    else { throw .malformed }
    return .length(length)
  }

  /// Whether a text may be a method or the name of a field (RFC 9110 §5.6.2).
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
