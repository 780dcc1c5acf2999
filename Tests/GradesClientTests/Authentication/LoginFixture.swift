import ClientTestSupport
import Foundation
import GradesClient
import TestSupport
import Testing

/// One host with a scripted token endpoint, a store in a folder of its own and a fixed clock.
struct LoginFixture: Sendable {
  let folder: TemporaryFolder
  let server: ScriptedServer
  let clock: SteppedClock
  let damage = Occurrences<URL>()
  var clientID: String? = "grades-client"
  var clientSecret: String? = "not-so-secret"
  var redirectURI = URL(string: "http://127.0.0.1:0/callback")!
  var hasCheckToken = false
  var log = RecordingLog()

  /// The responses of the token endpoint in order; the last one repeats.
  init(passesTime: Bool = true, _ answers: [ScriptedServer.Step]...) throws {
    folder = try TemporaryFolder()
    clock = SteppedClock(passesTime: passesTime)
    server = try ScriptedServer { _, index in answers[min(index, answers.count - 1)] }
  }

  var file: URL { folder.file("state/credentials.json") }

  var store: FileCredentialStore {
    FileCredentialStore(file: file) { [damage] in damage.record($0) }
  }

  var configuration: OAuthConfiguration {
    OAuthConfiguration(
      authorizeURL: URL(string: "https://auth.example/oauth/authorize")!,
      tokenURL: server.url("/oauth/token"),
      checkTokenURL: hasCheckToken ? server.url("/oauth/check_token") : nil, clientID: clientID,
      clientSecret: clientSecret, redirectURI: redirectURI,
      scopes: ["cvut:grades:user-read", "cvut:grades:user-write"], host: "production")
  }

  var client: HTTPClient {
    HTTPClient(transport: CurlTransport(), clock: clock.requestClock, logger: log.logger)
  }

  /// An authenticator of another process.
  func authenticator(givenToken: String? = nil) -> Authenticator {
    Authenticator(
      configuration: configuration, store: store, client: client, givenToken: givenToken,
      now: { [clock] in clock.now })
  }

  /// Writes the credentials file of an earlier login.
  func store(
    _ access: String, refresh: String? = "refresh-1", endsIn seconds: Double?,
    kind: Credentials.Kind = .user, life: Double = 3600, username: String? = "zkusade1"
  ) throws {
    let end = seconds.map { clock.now.addingTimeInterval($0) }
    var entry: [String: Any] = [
      "accessToken": access, "kind": kind.rawValue, "scopes": ["cvut:grades:user-read"],
    ]
    if let username {
      entry["username"] = username
      entry["firstName"] = "Adéla"
      entry["lastName"] = "Zkušební"
    }
    entry["refreshToken"] = refresh
    entry["expiresAt"] = end?.formatted(.iso8601)
    entry["receivedAt"] = end?.addingTimeInterval(-life).formatted(.iso8601)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONSerialization.data(
      withJSONObject: ["lastHost": "production", "hosts": ["production": entry]]
    ).write(to: file)
  }

  /// The credentials that another process reads.
  func stored() async throws -> Credentials? { try await store.credentials(for: "production") }
}

extension ScriptedServer.Step {
  /// A token response; `expiresIn` is written unchanged.
  static func token(_ access: String, refresh: String? = nil, expiresIn: String? = "3600") -> Self {
    var fields = [#""access_token": "\#(access)""#, #""token_type": "bearer""#]
    if let refresh { fields.append(#""refresh_token": "\#(refresh)""#) }
    if let expiresIn { fields.append(#""expires_in": \#(expiresIn)"#) }
    fields.append(#""scope": "cvut:grades:user-write cvut:grades:user-read""#)
    return .json("{\(fields.joined(separator: ", "))}")
  }

  /// An error of the token endpoint; its description repeats the token, like the real server's.
  static func refusal(_ status: Int, _ error: String) -> Self {
    .json(
      #"{"error": "\#(error)", "error_description": "Invalid token: refresh-1"}"#, status: status)
  }
}

/// The query of an address or a form, by name.
func items(_ query: String) -> [String: String] {
  var parts = URLComponents()
  parts.percentEncodedQuery = query
  return Dictionary(
    (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
}

/// A browser that opens one address after the other on this machine.
struct TestBrowser: Sendable {
  /// Status and body of every page.
  let pages = Occurrences<(status: Int, body: String)>()
  private let transport = CurlTransport()

  /// Runs an action like a separate program, which continues after the login has its answer.
  func start(_ work: @escaping @Sendable () async throws -> Void) {
    Task {
      do { try await work() } catch { Issue.record(error) }
    }
  }

  /// Requests the redirect at once with this query; `STATE` is the right state.
  func comeBack(from authorizeURL: URL, with query: String) {
    start { await open(try Redirect(authorizeURL).url(query)) }
  }

  func open(_ url: URL, method: HTTPRequest.Method = .get) async {
    do {
      let response = try await transport.send(HTTPRequest(method: method, url: url))
      pages.record((response.status, String(decoding: response.body, as: UTF8.self)))
    } catch {
      Issue.record("\(url) cannot be opened: \(error)")
    }
  }

  /// Whether no server responds there.
  func isRefused(at port: Int) async -> Bool {
    do {
      _ = try await transport.send(HTTPRequest(url: URL(string: "http://127.0.0.1:\(port)/")!))
      return false
    } catch {
      return error as? GradesError == .unreachable(.refused)
    }
  }
}

/// The redirect URI in the address to open.
struct Redirect: Sendable {
  let uri: URL
  let port: UInt16
  let state: String

  init(_ authorizeURL: URL) throws {
    let query = items(authorizeURL.query(percentEncoded: true) ?? "")
    uri = try #require(query["redirect_uri"].flatMap { URL(string: $0) })
    port = try #require(uri.port.flatMap { UInt16(exactly: $0) })
    state = try #require(query["state"])
  }

  /// The redirect with a query; `STATE` in it is the right state.
  func url(_ query: String) -> URL {
    URL(string: "\(uri)?\(query.replacing("STATE", with: state))")!
  }

  /// Another path at the same port.
  func url(path: String) throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
  }
}
