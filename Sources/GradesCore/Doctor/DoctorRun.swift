import Foundation
import GradesClient

/// One run of the doctor.
struct DoctorRun {
  let service: DoctorService
  var probe: DoctorProbe
  private(set) var findings: [DoctorFinding] = []
  /// Why checks were left out that depend on the user's courses.
  var missingCourses = DoctorProblem.noCourse
  /// Why requests of the login cannot be tried; nil if they can.
  private var untriedReason: DoctorProblem?

  init(service: DoctorService) {
    self.service = service
    probe = DoctorProbe(service: service)
  }

  mutating func add(_ finding: DoctorFinding) { findings.append(finding) }

  /// Why the next request cannot be tried.
  var currentUntriedReason: DoctorProblem? { untriedReason ?? probe.untriedReason }

  // MARK: Connection

  mutating func checkConnection() async throws {
    if let version = service.curlVersion() {
      add(DoctorFinding(.curl, .ok, [version]))
    } else {
      add(DoctorFinding(.curl, .failed, problem: .curlMissing))
      untriedReason = .curlMissing
    }
    if service.access == .offline { untriedReason = .offline }
    if let untriedReason {
      for check in [DoctorCheck.network, .tls, .clock] {
        add(DoctorFinding(check, .notTried, problem: untriedReason))
      }
      return
    }
    do {
      let response = try await service.knock()
      add(DoctorFinding(.network, .ok, ["HTTP \(response.status)"]))
      checkCertificate(response)
      checkClock(response)
    } catch let error as GradesError where error != .cancelled {
      let isTLS = if case .unreachable(.tls) = error.reason { true } else { false }
      add(
        isTLS
          ? DoctorFinding(.network, .ok)
          : DoctorFinding(.network, .failed, problem: .failure(error)))
      add(
        isTLS
          ? DoctorFinding(.tls, .failed, problem: .failure(error))
          : DoctorFinding(.tls, .notTried, problem: .unreachable))
      add(DoctorFinding(.clock, .notTried, problem: .unreachable))
      untriedReason = .unreachable
    }
  }

  /// A certificate that ends in fewer days is worth a warning: it is usually replaced earlier.
  private static let fewDays = 14

  private mutating func checkCertificate(_ response: HTTPResponse) {
    guard let end = response.certificateEnd else {
      return add(DoctorFinding(.tls, .ok, [service.usesTLS ? "https" : "http 127.0.0.1"]))
    }
    let days = Int((end.timeIntervalSince(service.clock.now()) / 86_400).rounded(.down))
    let isSoon = days < Self.fewDays
    add(
      DoctorFinding(
        .tls, isSoon ? .warning : .ok, ["https", "notAfter: \(days) d"],
        problem: isSoon ? .certificateEnds(days: days) : nil))
  }

  /// A token that has expired by a wrong clock is renewed too late, and times of drafts are wrong.
  private static let largestClockError = 30

  private mutating func checkClock(_ response: HTTPResponse) {
    guard let date = response.date else {
      return add(DoctorFinding(.clock, .notTried, ["Date: -"], problem: .notSaid))
    }
    let off = Int(service.clock.now().timeIntervalSince(date).rounded())
    let isRight = abs(off) <= Self.largestClockError
    add(
      DoctorFinding(
        .clock, isRight ? .ok : .warning, ["\(off) s"],
        problem: isRight ? nil : .clockOff(seconds: off)))
  }

  // MARK: Login

  mutating func checkLogin() async throws {
    let credentials: Credentials?
    do {
      credentials = try await service.credentials()
    } catch let error as GradesError where error != .cancelled {
      add(DoctorFinding(.login, .failed, problem: .failure(error)))
      untriedReason = untriedReason ?? .notSignedIn
      return add(DoctorFinding(.scopes, .notTried, problem: .notSignedIn))
    }
    guard let credentials else {
      add(DoctorFinding(.login, .failed, problem: .failure(.notSignedIn(.noCredentials))))
      untriedReason = untriedReason ?? .notSignedIn
      return add(DoctorFinding(.scopes, .notTried, problem: .notSignedIn))
    }
    let left = credentials.expiresAt.map { Int($0.timeIntervalSince(service.clock.now())) }
    let canRenew = credentials.refreshToken != nil || credentials.kind == .serviceAccount
    let isLasting = canRenew || credentials.expiresAt == nil
    add(
      DoctorFinding(
        .login, isLasting ? .ok : .warning,
        [
          credentials.kind.rawValue, "expires_in: \(left.map { "\($0)" } ?? "-")",
          "refresh_token: \(credentials.refreshToken != nil)",
        ], problem: isLasting ? nil : .noRenewal))
    checkScopes(credentials)
    checkLifetime(credentials)
  }

  private mutating func checkScopes(_ credentials: Credentials) {
    guard credentials.kind == .user else {
      // A course's script has a scope of its own, which both reads and writes.
      return add(DoctorFinding(.scopes, .ok, words: credentials.scopes))
    }
    let granted = Set(credentials.scopes)
    guard !granted.isEmpty else {
      add(DoctorFinding(.scopes, .notTried, problem: .unknownScopes))
      return add(DoctorFinding(.question(.oneToken), .notTried, problem: .notSaid))
    }
    let missing = service.scopes.read.filter { !granted.contains($0) }
    add(
      DoctorFinding(
        .scopes, missing.isEmpty ? .ok : .failed, words: credentials.scopes,
        problem: missing.isEmpty ? nil : .missingScopes(missing)))
    let hasBoth = missing.isEmpty && granted.isSuperset(of: service.scopes.write)
    add(
      DoctorFinding(
        .question(.oneToken), hasBoth ? .ok : .notTried, words: credentials.scopes,
        problem: hasBoth ? nil : .readOnlyLogin))
  }

  /// The usual lifetime is an hour; the same token may be handed out again with less left.
  private mutating func checkLifetime(_ credentials: Credentials) {
    guard let end = credentials.expiresAt, let begin = credentials.receivedAt else {
      return add(DoctorFinding(.question(.lifetime), .notTried, problem: .notSaid))
    }
    let seconds = Int(end.timeIntervalSince(begin))
    let isUsual = seconds > 120
    add(
      DoctorFinding(
        .question(.lifetime), isUsual ? .ok : .warning, ["\(seconds) s"],
        problem: isUsual ? nil : .otherThanAssumed))
  }
}
