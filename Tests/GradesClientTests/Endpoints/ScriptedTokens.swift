import GradesClient
import Synchronization

/// Scripted tokens; records the rejected ones.
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
