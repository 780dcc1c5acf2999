import Foundation
import JSON

/// Classifies the body of a response before it is read.
enum ServiceAnswer {
  /// Reads a value from the JSON document in a response; throws ``GradesError/Reason/unreadable(_:)`` where the
  /// document or the value cannot be read.
  static func value<Value>(
    in response: HTTPResponse, _ read: (JSONNode) throws -> Value
  ) throws -> Value {
    let bytes = [UInt8](response.body)
    do {
      return try read(JSONReader.read(bytes, limits: limits).root)
    } catch let error as JSONTypeError {
      throw GradesError.unreadable(.json(path: error.path))
    } catch let error as JSONSyntaxError {
      throw GradesError.unreadable(unreadable(bytes, error))
    }
  }

  /// The service needs fewer than twenty containers inside one another, and no course has nearly as
  /// many students as one list may have elements (Service contract, 9).
  private static let limits = JSONLimits(isStrict: false)

  private static func unreadable(
    _ bytes: [UInt8], _ error: JSONSyntaxError
  ) -> GradesError.Unreadable {
    switch error.reason {
    case .tooLarge: .tooLarge
    case _ where bytes.isWebPage: .html
    case .truncated: .truncated
    default: bytes.startsAsJSON ? .json(path: error.path) : .text
    }
  }

  /// The short text in a response without surrounding white space and quotation marks.
  static func text(in response: HTTPResponse) throws -> String {
    let bytes = [UInt8](response.body)
    if bytes.isWebPage { throw GradesError.unreadable(.html) }
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
}

extension Sequence<UInt8> {
  /// Whether it is a web page, as captive portals and proxies send it; no response of the service begins
  /// with `<`, whatever its media type is.
  var isWebPage: Bool { firstSign == UInt8(ascii: "<") }

  fileprivate var startsAsJSON: Bool { firstSign.map("{[\"".utf8.contains) ?? false }

  /// The first byte after a byte order mark and white space.
  private var firstSign: UInt8? { first { $0 > 0x20 && !"\u{FEFF}".utf8.contains($0) } }
}
