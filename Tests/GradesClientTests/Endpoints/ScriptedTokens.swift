import GradesClient
import Synchronization

/// Tokens as a test says; it remembers which ones were refused.
final class ScriptedTokens: TokenSource {
  private let token: String
  private let better: String?
  private let refused = Mutex<[String]>([])

  init(_ token: String = "token-1", better: String? = nil) {
    self.token = token
    self.better = better
  }

  var rejected: [String] { refused.withLock { $0 } }

  func accessToken() async throws -> String { token }

  func replacement(for rejected: String) async throws -> String? {
    refused.withLock { $0.append(rejected) }
    return better
  }
}
