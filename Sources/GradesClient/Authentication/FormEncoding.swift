import Foundation

/// Text in the encoding of forms and queries: everything but unreserved characters (RFC 3986 §2.3)
/// as percent and two digits, which every server reads, whereas `+` for a space is ambiguous.
func formEncoded(_ text: String) -> String {
  text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
}

private let unreserved = CharacterSet(
  charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

/// Names and values as the body of a form, or as a query.
package func formEncoded(_ items: [(name: String, value: String)]) -> String {
  items.map { "\(formEncoded($0.name))=\(formEncoded($0.value))" }.joined(separator: "&")
}

/// The names and values of a query, `+` read as a space; nil if it is not in that encoding.
package func formDecoded(_ query: some StringProtocol) -> [(name: String, value: String)]? {
  var items: [(name: String, value: String)] = []
  for pair in query.split(separator: "&") {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0.map { $0 == "+" ? " " : $0 }).removingPercentEncoding }
    guard let name = parts[0], let value = parts.count == 2 ? parts[1] : "" else { return nil }
    items.append((name, value))
  }
  return items
}
