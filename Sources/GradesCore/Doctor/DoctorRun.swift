import Foundation
import GradesClient

struct DoctorRun {
  let doctor: Doctor
  var probe: DoctorProbe
  var findings: [DoctorFinding] = []
  /// Why checks were left out that depend on the user's courses.
  var missingCourses = DoctorProblem.noCourse
  /// Why requests of the login cannot be tried; nil if they can.
  private var untriedReason: DoctorProblem?

  init(doctor: Doctor) {
    self.doctor = doctor
    probe = DoctorProbe(doctor: doctor)
  }

  /// Why the next request cannot be tried.
  var currentUntriedReason: DoctorProblem? { untriedReason ?? probe.untriedReason }

  /// Adds a finding, which is fine without a problem.
  mutating func add(
    _ check: DoctorCheck, _ outcome: DoctorFinding.Outcome = .warning, _ observed: [String] = [],
    words: [String] = [], problem: DoctorProblem? = nil
  ) {
    findings.append(
      DoctorFinding(
        check: check, outcome: problem == nil ? .ok : outcome, observed: observed, words: words,
        problem: problem))
  }

  /// Adds what cannot be tried: for the reason that holds for all, or else for its own.
  mutating func leave(_ check: DoctorCheck, _ problem: DoctorProblem) {
    add(check, .notTried, problem: currentUntriedReason ?? problem)
  }

  /// Adds the answer of a question.
  mutating func answer(
    _ question: DoctorQuestion, _ observed: [String] = [], words: [String] = [], isAssumed: Bool
  ) {
    add(
      .question(question), .warning, observed, words: words,
      problem: isAssumed ? nil : .otherThanAssumed)
  }

  // MARK: Connection

  mutating func checkConnection() async throws {
    let version = doctor.curlVersion()
    add(.curl, .failed, version.map { [$0] } ?? [], problem: version == nil ? .curlMissing : nil)
    untriedReason =
      doctor.access == .offline ? .offline : version == nil ? .curlMissing : nil
    if let untriedReason {
      for check in [DoctorCheck.network, .tls, .clock] { leave(check, untriedReason) }
      return
    }
    do {
      let response = try await doctor.knock()
      add(.network, .ok, ["HTTP \(response.status)"])
      checkCertificate(response)
      checkClock(response)
    } catch let error as GradesError where error != .cancelled {
      let isTLS = if case .unreachable(.tls) = error.reason { true } else { false }
      add(.network, .failed, problem: isTLS ? nil : .failure(error))
      add(.tls, isTLS ? .failed : .notTried, problem: isTLS ? .failure(error) : .unreachable)
      add(.clock, .notTried, problem: .unreachable)
      untriedReason = .unreachable
    }
  }

  /// A certificate that ends in fewer days is worth a warning: it is usually replaced earlier.
  private static let fewDays = 14

  private mutating func checkCertificate(_ response: HTTPResponse) {
    guard let end = response.certificateEnd else {
      return add(.tls, .ok, [doctor.usesTLS ? "https" : "http 127.0.0.1"])
    }
    let days = Int((end.timeIntervalSince(doctor.clock.now()) / 86_400).rounded(.down))
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
    let off = Int(doctor.clock.now().timeIntervalSince(date).rounded())
    add(
      .clock, .warning, ["\(off) s"],
      problem: abs(off) > Self.largestClockError ? .clockOff(seconds: off) : nil)
  }

  // MARK: Login

  mutating func checkLogin() async throws {
    var credentials: Credentials?
    var failure = GradesError.notSignedIn(.noCredentials)
    do {
      credentials = try await doctor.credentials()
    } catch let error as GradesError where error != .cancelled {
      failure = error
    }
    guard let credentials else {
      add(.login, .failed, problem: .failure(failure))
      untriedReason = untriedReason ?? .notSignedIn
      return add(.scopes, .notTried, problem: .notSignedIn)
    }
    let left = credentials.expiresAt.map { Int($0.timeIntervalSince(doctor.clock.now())) }
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
    let missing = doctor.scopes.read.filter { !granted.contains($0) }
    add(
      .scopes, .failed, words: credentials.scopes,
      problem: missing.isEmpty ? nil : .missingScopes(missing))
    let hasBoth = missing.isEmpty && granted.isSuperset(of: doctor.scopes.write)
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
