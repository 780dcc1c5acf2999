import Foundation
import JSON

extension HTTPResponse {
  /// The service's own text about an error: a short text, or the text in a JSON body; made
  /// harmless to print. Nil for everything else, such as a web page (Service contract, 3.3).
  var shortText: String? {
    guard body.count <= 16 << 10, let text = String(data: body, encoding: .utf8) else { return nil }
    if let root = try? JSONReader.read([UInt8](body)).root {
      if let words = try? root.string() { return harmlessLine(words) }
      guard let object = try? root.object() else { return nil }
      let names: [StaticString] = ["message", "error_description", "detail", "title", "error"]
      return names.lazy.compactMap { try? object[$0]?.string() }.compactMap(harmlessLine).first
    }
    let isData = text.drop(while: \.isWhitespace).first.map { "<{[\"".contains($0) } ?? true
    return isData || text.count > 200 ? nil : harmlessLine(text)
  }
}

/// Untrusted text as one line that cannot control a terminal: control characters and those that
/// change the direction of writing become spaces; cut after 200 characters. Nil if nothing is left.
func harmlessLine(_ text: String) -> String? {
  let words = String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: " "
        default: scalar
        }
      })
  ).split(separator: " ").joined(separator: " ")
  if words.isEmpty { return nil }
  return words.count <= 200 ? words : words.prefix(199) + "…"
}
