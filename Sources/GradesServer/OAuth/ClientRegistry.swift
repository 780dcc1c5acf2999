import Synchronization

/// A program that is registered at the authorization server.
package struct RegisteredClient: Sendable {
  let id: String
  let secret: String
  /// The name on the approval page.
  let name: String
  /// The allowed grant types.
  let grants: Set<String>
  let scopes: Set<String>
  /// The exact redirect URIs.
  package var redirectURIs: [String] = []
  /// The only course that a service account may use.
  var course: String?
  /// Whether all requests of the client are rejected (Service contract, 4.5).
  package var isLocked = false
}

/// The clients of one service.
package final class ClientRegistry: Sendable {
  private let clients: Mutex<[String: RegisteredClient]>

  init(redirectURIs: [String]) {
    let people = RegisteredClient(
      id: DemoAccounts.clientID, secret: DemoAccounts.clientSecret, name: "grades",
      grants: ["authorization_code", "refresh_token"],
      scopes: [AccessScope.userRead, AccessScope.userWrite], redirectURIs: redirectURIs)
    let scripts = RegisteredClient(
      id: DemoAccounts.serviceClientID, secret: DemoAccounts.serviceClientSecret,
      name: DemoAccounts.serviceCourse, grants: ["client_credentials"],
      scopes: [AccessScope.courseRestricted], course: DemoAccounts.serviceCourse)
    clients = Mutex([people.id: people, scripts.id: scripts])
  }

  func client(_ id: String) -> RegisteredClient? { clients.withLock { $0[id] } }

  package func change(_ id: String, _ change: (inout RegisteredClient) -> Void) {
    clients.withLock { clients in
      guard var client = clients[id] else { return }
      change(&client)
      clients[id] = client
    }
  }
}
