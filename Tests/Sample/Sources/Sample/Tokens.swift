import GradesClient

struct Keychain: TokenSource {
  func accessToken() async throws -> String { try await storedToken() }
  func replacement(for rejected: String) async throws -> String? { nil }
}

private func storedToken() async throws -> String { "a token that was stored" }
