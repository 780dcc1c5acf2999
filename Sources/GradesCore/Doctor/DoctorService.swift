import Foundation
import GradesClient

/// What the doctor uses of the service and the login.
public struct DoctorService: Sendable {
  /// Whether requests are allowed.
  public var access: Access
  /// Whether the address is https.
  public var usesTLS: Bool
  /// The version of libcurl; nil where there is none that can be used.
  public var curlVersion: @Sendable () -> String?
  /// A request without a login, of which only the head of the response counts.
  public var knock: @Sendable () async throws -> HTTPResponse
  /// One request with the stored login, sent once.
  public var call: @Sendable (ServiceRequest) async throws -> ServiceResponse
  /// The stored login.
  public var credentials: @Sendable () async throws -> Credentials?
  /// The scopes that reading needs, and those that changing grades needs as well.
  public var scopes: (read: [String], write: [String])
  /// The clock of waits.
  public var clock: RequestClock

  /// Describes a service.
  public init(
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
