import Foundation

/// The token that `grades login --token-stdin` reads.
enum TokenInput {
  /// The longest token in bytes. The keyring takes no more either.
  static let longest = 8 << 10

  /// Reads one line of standard input to its end, without the blanks around it; throws
  /// a ``Failure``.
  static func read(_ streams: Streams) async throws -> String {
    // A terminal would show what is typed.
    guard !streams.inputIsTerminal else { throw Failure(.usage, .tokenTerminal) }
    let bytes = try await InputFile("-", streams: streams).read(upTo: longest)
    guard bytes.count <= longest else {
      throw Failure(.refused, .tokenTooLong, [.limit: longest >> 10])
    }
    let token = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty else { throw Failure(.refused, .tokenEmpty) }
    // What a header field can have; a token has no blanks (RFC 6750 §2.1).
    guard token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw Failure(.refused, .tokenMalformed)
    }
    return token
  }
}
