import Foundation
import GradesClient

// The connection and the login.
extension Doctor {
  mutating func checkConnection() async throws {
    let version = curlVersion()
    add(.curl, .failed, version.map { [$0] } ?? [], problem: version == nil ? .curlMissing : nil)
    untriedReason =
      access == .offline ? .offline : version == nil ? .curlMissing : nil
    if let untriedReason {
      for check in [DoctorCheck.network, .tls, .clock] { leave(check, untriedReason) }
      return
    }
    do {
      let response = try await knock()
      add(.network, .ok, ["HTTP \(response.status)"] + proxyVariables)
      checkCertificate(response)
      checkClock(response)
    } catch let error as GradesError where error != .cancelled {
      let isTLS = if case .unreachable(.tls) = error.reason { true } else { false }
      add(.network, .failed, proxyVariables, problem: isTLS ? nil : .failure(error))
      add(.tls, isTLS ? .failed : .notTried, problem: isTLS ? .failure(error) : .unreachable)
      add(.clock, .notTried, problem: .unreachable)
      untriedReason = .unreachable
    }
  }

  /// A certificate that ends in fewer days is worth a warning: it is usually replaced earlier.
  private static let fewDays = 14

  private mutating func checkCertificate(_ response: HTTPResponse) {
    guard let end = response.certificateEnd else {
      return add(.tls, .ok, [usesTLS ? "https" : "http 127.0.0.1"])
    }
    let days = Int((end.timeIntervalSince(clock.now()) / 86_400).rounded(.down))
    add(
      .tls, .warning, ["https", "notAfter: \(days) d"],
      problem: days < Self.fewDays ? .certificateEnds(days: days) : nil)
  }

  /// A token that has expired by a wrong clock is renewed too late, and times of drafts are wrong.
  private static let largestClockError = 30

  private mutating func checkClock(_ response: HTTPResponse) {
    guard let date = response.date else {
      return add(.clock, .notTried, ["Date: -"], problem: .notSaid)
    }
    let off = Int(clock.now().timeIntervalSince(date).rounded())
    add(
      .clock, .warning, ["\(off) s"],
      problem: abs(off) > Self.largestClockError ? .clockOff(seconds: off) : nil)
  }

  // MARK: Login

  mutating func checkLogin() async throws {
    var credentials: Credentials?
    var failure = GradesError.notSignedIn(.noCredentials)
    do {
      credentials = try await self.credentials()
    } catch let error as GradesError where error != .cancelled {
      failure = error
    }
    guard let credentials else {
      add(.login, .failed, problem: .failure(failure))
      untriedReason = untriedReason ?? .notSignedIn
      return add(.scopes, .notTried, problem: .notSignedIn)
    }
    let left = credentials.expiresAt.map { Int($0.timeIntervalSince(clock.now())) }
    let canRenew = credentials.refreshToken != nil || credentials.kind == .serviceAccount
    add(
      .login, .warning,
      [
        credentials.kind.rawValue, "expires_in: \(left.map { "\($0)" } ?? "-")",
        "refresh_token: \(credentials.refreshToken != nil)",
      ], problem: canRenew || credentials.expiresAt == nil ? nil : .noRenewal)
    checkScopes(credentials)
    checkLifetime(credentials)
  }

  private mutating func checkScopes(_ credentials: Credentials) {
    guard credentials.kind == .user else {
      // A course's script has a scope of its own, which both reads and writes.
      return add(.scopes, .ok, words: credentials.scopes)
    }
    let granted = Set(credentials.scopes)
    guard !granted.isEmpty else {
      add(.scopes, .notTried, problem: .unknownScopes)
      return add(.question(.oneToken), .notTried, problem: .notSaid)
    }
    let missing = scopes.read.filter { !granted.contains($0) }
    add(
      .scopes, .failed, words: credentials.scopes,
      problem: missing.isEmpty ? nil : .missingScopes(missing))
    let hasBoth = missing.isEmpty && granted.isSuperset(of: scopes.write)
    add(
      .question(.oneToken), .notTried, words: credentials.scopes,
      problem: hasBoth ? nil : .readOnlyLogin)
  }

  /// The usual lifetime is an hour; the same token may be handed out again with less left.
  private mutating func checkLifetime(_ credentials: Credentials) {
    guard let end = credentials.expiresAt, let begin = credentials.receivedAt else {
      return add(.question(.lifetime), .notTried, problem: .notSaid)
    }
    let seconds = Int(end.timeIntervalSince(begin))
    answer(.lifetime, ["\(seconds) s"], isAssumed: seconds > 120)
  }
}
