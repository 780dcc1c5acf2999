import Foundation

/// The one-time secrets of one attempt to log in.
struct LoginSecrets: Sendable {
  /// Returned unchanged with the redirect; 192 random bits (Figures, Safe with credentials).
  let state: String
  /// The code verifier of the token request (RFC 7636); 256 random bits.
  let verifier: String

  /// Makes new secrets with the system's cryptographic generator.
  init() {
    state = Self.random(bytes: 24)
    verifier = Self.random(bytes: 32)
  }

  /// The code challenge of the authorization request: method S256 (RFC 7636 §4.2).
  var challenge: String { Self.challenge(for: verifier) }

  static func challenge(for verifier: String) -> String { base64URL(sha256(Array(verifier.utf8))) }

  private static func random(bytes count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return base64URL((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}

func equalsInConstantTime(_ left: String, _ right: String) -> Bool {
  let (left, right) = (Array(left.utf8), Array(right.utf8))
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
