import Foundation

/// Classifies the body of a response before it is read.
enum ServiceAnswer {
  /// The JSON document in a response; throws ``GradesError/unreadable(_:)``.
  static func document(in response: HTTPResponse) throws -> JSONNode {
    let bytes = [UInt8](response.body)
    do {
      return try JSONParser.parse(bytes).root
    } catch .truncated {
      throw GradesError.unreadable(isWebPage(bytes) ? .html : .truncated)
    } catch .tooLarge {
      throw GradesError.unreadable(.tooLarge)
    } catch .malformed(let path) {
      if isWebPage(bytes) { throw GradesError.unreadable(.html) }
      throw GradesError.unreadable(startsAsJSON(bytes) ? .json(path: path) : .text)
    }
  }

  /// The short text in a response without surrounding white space and quotation marks.
  static func text(in response: HTTPResponse) throws -> String {
    let bytes = [UInt8](response.body)
    if isWebPage(bytes) { throw GradesError.unreadable(.html) }
    // No code is longer, so a longer body is not decoded.
    guard bytes.count <= 256 else { throw GradesError.unreadable(.text) }
    var text = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines.union(["\u{FEFF}"]))
    guard !text.isEmpty else { throw GradesError.unreadable(.truncated) }
    for quotationMark in ["\"", "'"] where text.count >= 2 {
      if text.hasPrefix(quotationMark), text.hasSuffix(quotationMark) {
        text = text.dropFirst().dropLast().trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
    return text
  }

  /// Whether it is markup, as captive portals and proxies send it; no other response begins like
  /// that.
  private static func isWebPage(_ bytes: [UInt8]) -> Bool {
    firstSign(of: bytes) == UInt8(ascii: "<")
  }

  private static func startsAsJSON(_ bytes: [UInt8]) -> Bool {
    let sign = firstSign(of: bytes)
    return sign == UInt8(ascii: "{") || sign == UInt8(ascii: "[") || sign == UInt8(ascii: "\"")
  }

  /// The first byte after a byte order mark and white space.
  private static func firstSign(of bytes: [UInt8]) -> UInt8? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].first { $0 > 0x20 }
  }
}
