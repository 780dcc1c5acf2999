import Foundation
import GradesClient

/// A request after its bytes were read: the method, the decoded path and query, and the body.
package struct ServerRequest: Sendable {
  package var method: String
  /// The path as received, percent-encoded, without the query.
  package let rawPath: String
  /// The path's parts, each decoded on its own, so that an encoded slash stays inside its part.
  package var path: [String]
  package var query: Fields
  /// The whole target as received, to return to after the login.
  let target: String
  /// Header fields; names in lower case.
  package let headers: [String: String]
  package var body: Data

  /// Reads a target; nil when its percent-encoding is broken.
  package init?(
    method: String, rawPath: String, rawQuery: String, headers: [String: String], body: Data
  ) {
    var parts: [String] = []
    for part in rawPath.split(separator: "/", omittingEmptySubsequences: true) {
      guard let decoded = String(part).removingPercentEncoding else { return nil }
      parts.append(decoded)
    }
    guard let query = Fields(encoded: rawQuery) else { return nil }
    self.method = method
    self.rawPath = rawPath
    self.path = parts
    self.query = query
    self.target = rawQuery.isEmpty ? rawPath : rawPath + "?" + rawQuery
    self.headers = headers
    self.body = body
  }

  /// Whether the request names this machine as its host.
  ///
  /// A foreign web page can resolve its own name to this machine's address and would then have the
  /// same origin as the service (DNS rebinding); but its browser sends that name.
  var isForThisMachine: Bool {
    guard let host = headers["host"]?.lowercased() else { return true }
    return ["127.0.0.1", "localhost", "[::1]"].contains { name in
      guard host.hasPrefix(name) else { return false }
      let rest = host.dropFirst(name.count)
      return rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isNumber)
    }
  }

  /// The fields of a form-encoded body; empty for another type.
  var form: Fields {
    let type = headers["content-type"] ?? ""
    guard type.lowercased().hasPrefix("application/x-www-form-urlencoded") else { return Fields() }
    return Fields(encoded: String(decoding: body, as: UTF8.self)) ?? Fields()
  }

  /// The value of a cookie that the browser sent.
  func cookie(_ name: String) -> String? {
    for pair in (headers["cookie"] ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      if parts[0].trimmingCharacters(in: .whitespaces) == name {
        return parts[1].trimmingCharacters(in: .whitespaces)
      }
    }
    return nil
  }
}

/// Names and values of a query or a form, in their order.
package struct Fields: Sendable, Equatable {
  package private(set) var pairs: [(name: String, value: String)] = []

  init() {}

  init(_ pairs: [(name: String, value: String)]) { self.pairs = pairs }

  /// Reads `a=1&b=2`, where `+` is a space; nil when the percent-encoding is broken.
  init?(encoded text: String) {
    guard let pairs = formDecoded(text) else { return nil }
    self.pairs = pairs
  }

  /// The first value of a name; nil without one. Setting it sets the only value; nil removes the name.
  package subscript(name: String) -> String? {
    get { pairs.first { $0.name == name }?.value }
    set {
      pairs.removeAll { $0.name == name }
      if let newValue { pairs.append((name, newValue)) }
    }
  }

  /// The fields encoded again.
  var encoded: String { formEncoded(pairs) }

  /// The same fields with one name set to one value.
  func setting(_ name: String, to value: String) -> Fields {
    var result = self
    result[name] = value
    return result
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.pairs.elementsEqual(right.pairs) { $0.name == $1.name && $0.value == $1.value }
  }
}
