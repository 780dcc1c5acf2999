import Files
import Foundation
import GradesClient

/// Checks the program, the login and the service, and changes nothing but for a moment.
///
/// Its requests only read, one after another and a bounded number of them. What cannot be checked, because
/// the program is offline or no user is logged in, is reported as such.
package struct Doctor: Sendable {
  package var access: Access
  package var usesTLS: Bool
  /// The version of libcurl; nil where there is none that can be used.
  package var curlVersion: @Sendable () -> String?
  /// A request without a login, of which only the head of the response counts.
  package var knock: @Sendable () async throws -> HTTPResponse
  /// One request with the stored login, sent once.
  package var call: @Sendable (ServiceRequest) async throws -> HTTPResponse
  package var credentials: @Sendable () async throws -> Credentials?
  /// The scopes that reading needs, and those that changing grades needs as well.
  package var scopes: (read: [String], write: [String])
  package var clock: RequestClock
  package var files: [DoctorFile]
  /// Sentences about what is wrong in the configuration and the settings.
  package var mistakes: [String]
  /// The variables that name a proxy, or hosts without one.
  package var proxyVariables: [String]

  package init(
    access: Access, usesTLS: Bool, curlVersion: @escaping @Sendable () -> String?,
    knock: @escaping @Sendable () async throws -> HTTPResponse,
    call: @escaping @Sendable (ServiceRequest) async throws -> HTTPResponse,
    credentials: @escaping @Sendable () async throws -> Credentials?,
    scopes: (read: [String], write: [String]), clock: RequestClock, files: [DoctorFile],
    mistakes: [String] = [], proxyVariables: [String] = []
  ) {
    self.access = access
    self.usesTLS = usesTLS
    self.curlVersion = curlVersion
    self.knock = knock
    self.call = call
    self.credentials = credentials
    self.scopes = scopes
    self.clock = clock
    self.files = files
    self.mistakes = mistakes
    self.proxyVariables = proxyVariables
  }

  var findings: [DoctorFinding] = []
  /// Why checks were left out that depend on the user's courses.
  var missingCourses = DoctorProblem.noCourse
  /// Why no more requests are sent; nil while they are.
  var untriedReason: DoctorProblem?
  var count = 0
  /// The times for which the service demanded to wait.
  var pauses: [String] = []
  /// The failure without any response, after which no more requests are sent.
  var failure: GradesError?
  /// The request of that failure, until the next one was to be sent.
  var failedRequest: [String] = []

  /// Runs all checks and returns what was found, in their order; throws only when the task is cancelled.
  package func run() async throws -> [DoctorFinding] {
    var run = self
    for mistake in mistakes { run.add(.configuration, .failed, problem: .misconfigured(mistake)) }
    if mistakes.isEmpty { run.add(.configuration) }
    run.findings += await onOwnThread { DoctorFile.findings(of: files) }
    try await run.checkConnection()
    try await run.checkLogin()
    try await run.checkReading()
    return run.findings
  }

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
    add(check, .notTried, problem: untriedReason ?? problem)
  }

  mutating func answer(
    _ question: DoctorQuestion, _ observed: [String] = [], words: [String] = [], isAssumed: Bool
  ) {
    add(
      .question(question), .warning, observed, words: words,
      problem: isAssumed ? nil : .otherThanAssumed)
  }
}
