import Foundation

/// Why standard input has no token.
public enum TokenProblem: Hashable, Sendable {
  /// It is a terminal, which would show what is typed.
  case terminal
  case empty
  case tooLong
  /// It has several lines, or characters that no token has.
  case malformed
}

/// The token that `grades login --token-stdin` reads.
enum TokenInput {
  /// The longest token in bytes. The keyring takes no more either.
  static let longest = 8 << 10

  /// Reads one line of standard input to its end, without the blanks around it; throws
  /// ``Failure/token(_:)``.
  static func read(_ streams: Streams) async throws -> String {
    guard !streams.inputIsTerminal else { throw Failure.token(.terminal) }
    let bytes = try await InputFile("-", streams: streams).read(upTo: longest)
    guard bytes.count <= longest else { throw Failure.token(.tooLong) }
    let token = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty else { throw Failure.token(.empty) }
    // What a header field can have; a token has no blanks (RFC 6750 §2.1).
    guard token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw Failure.token(.malformed) }
    return token
  }
}
