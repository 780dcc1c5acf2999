import Files
import Foundation

/// Checks the program, the login and the service, and changes nothing.
///
/// Its requests only read, one after another and a bounded number of them. What cannot be checked, because
/// the program is offline or no user is logged in, is reported as such.
public struct Doctor: Sendable {
  /// What a run has found.
  public struct Diagnosis: Sendable {
    /// What was found, in the order of the checks.
    public var findings: [DoctorFinding]
    /// The requests with their responses, for the report.
    public var exchanges: [DoctorExchange]
  }

  private let service: DoctorService
  private let files: [DoctorFile]
  private let mistakes: [String]

  /// Makes a doctor.
  ///
  /// - Parameters:
  ///   - files: the program's files.
  ///   - mistakes: sentences about what is wrong in the configuration and the settings.
  public init(service: DoctorService, files: [DoctorFile], mistakes: [String] = []) {
    self.service = service
    self.files = files
    self.mistakes = mistakes
  }

  /// Runs all checks; throws only when the task is cancelled.
  ///
  /// - Parameter progress: called after each check.
  public func run(
    progress: @escaping @Sendable (DoctorFinding) -> Void = { _ in }
  ) async throws -> Diagnosis {
    var run = DoctorRun(service: service, progress: progress)
    for mistake in mistakes {
      run.add(DoctorFinding(.configuration, .failed, problem: .misconfigured(mistake)))
    }
    if mistakes.isEmpty { run.add(DoctorFinding(.configuration, .ok)) }
    for finding in await onOwnThread({ checkedFiles() }) { run.add(finding) }
    try await run.checkConnection()
    try await run.checkLogin()
    try await run.checkReading()
    return Diagnosis(findings: run.findings, exchanges: run.probe.exchanges)
  }

  private func checkedFiles() -> [DoctorFinding] {
    let states = files.map(\.state)
    let problems = files.compactMap(\.problem)
    let findings = problems.map { problem in
      let isFatal = if case .readableByOthers = problem { false } else { true }
      return DoctorFinding(.files, isFatal ? .failed : .warning, states, problem: problem)
    }
    return findings.isEmpty ? [DoctorFinding(.files, .ok, states)] : findings
  }
}
