import Foundation
import Loopback
import Synchronization

/// The listener on 127.0.0.1 that receives the redirect with the code (RFC 8252 §7.3).
///
/// It serves one path. The first redirect with the right state ends it; others get an error page
/// and change nothing. It listens from its initialisation until ``answer()`` returns or the value
/// is released; then the port is free. Slow, silent and endless connections cannot block it.
final class RedirectListener: Sendable {
  /// The redirect URI: the given one, with the real port in place of 0.
  let redirectURI: URL
  private let server: LoopbackServer
  private let path: String
  private let state: String
  private let pages: RedirectPages
  private let answered = Mutex<RedirectAnswer?>(nil)

  /// Starts listening; throws ``GradesError/Reason/login(_:)`` with `portBusy`, `portNotAllowed` or
  /// `redirectURIUnusable`.
  init(redirectURI: URL, state: String, pages: RedirectPages) throws {
    guard redirectURI.scheme?.lowercased() == "http", let host = redirectURI.host,
      ["127.0.0.1", "localhost"].contains(host.lowercased()),
      let port = UInt16(exactly: redirectURI.port ?? 80)
    else { throw GradesError.login(.redirectURIUnusable) }
    do {
      server = try LoopbackServer(
        port: port, keepsIPv6: host.lowercased() == "localhost", mostConnections: 16)
    } catch {
      throw GradesError.login(error.code == EADDRINUSE ? .portBusy(port) : .portNotAllowed(port))
    }
    var parts = URLComponents(url: redirectURI, resolvingAgainstBaseURL: true)
    if port == 0 { parts?.port = Int(server.port) }
    self.redirectURI = parts?.url ?? redirectURI
    path = parts.map(\.percentEncodedPath).flatMap { $0.isEmpty ? nil : $0 } ?? "/"
    self.state = state
    self.pages = pages
  }

  /// Waits for the redirect; throws ``GradesError/Reason/cancelled``. To be called once.
  func answer() async throws -> RedirectAnswer {
    await server.run { [self] head, _ in reply(to: head) }
    guard let answer = answered.withLock(\.self) else { throw GradesError.cancelled }
    return answer
  }

  private func reply(to head: RequestHead) -> ServerReply {
    guard head.path == path else { return .response(.empty(404)) }
    guard head.method == "GET" else { return .response(.empty(405)) }
    return answered.withLock { answered in
      guard answered == nil, let given = try? RedirectAnswer(query: head.query, state: state)
      else { return .response(pages.response(400, pages.foreign)) }
      answered = given
      if case .error = given { return .last(pages.response(200, pages.denied)) }
      return .last(pages.response(200, pages.accepted))
    }
  }
}
