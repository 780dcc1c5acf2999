import Foundation
import GradesClient

/// What the doctor uses of the service and the login.
package struct DoctorService: Sendable {
  /// Whether requests are allowed.
  package var access: Access
  /// Whether the address is https.
  package var usesTLS: Bool
  /// The version of libcurl; nil where there is none that can be used.
  package var curlVersion: @Sendable () -> String?
  /// A request without a login, of which only the head of the response counts.
  package var knock: @Sendable () async throws -> HTTPResponse
  /// One request with the stored login, sent once.
  package var call: @Sendable (ServiceRequest) async throws -> ServiceResponse
  /// The stored login.
  package var credentials: @Sendable () async throws -> Credentials?
  /// The scopes that reading needs, and those that changing grades needs as well.
  package var scopes: (read: [String], write: [String])
  /// The clock of waits.
  package var clock: RequestClock

  /// Describes a service.
  package init(
    access: Access, usesTLS: Bool, curlVersion: @escaping @Sendable () -> String?,
    knock: @escaping @Sendable () async throws -> HTTPResponse,
    call: @escaping @Sendable (ServiceRequest) async throws -> ServiceResponse,
    credentials: @escaping @Sendable () async throws -> Credentials?,
    scopes: (read: [String], write: [String]), clock: RequestClock = .system
  ) {
    self.access = access
    self.usesTLS = usesTLS
    self.curlVersion = curlVersion
    self.knock = knock
    self.call = call
    self.credentials = credentials
    self.scopes = scopes
    self.clock = clock
  }
}
