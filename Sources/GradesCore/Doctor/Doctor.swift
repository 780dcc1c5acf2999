import Files
import Foundation

/// Checks the program, the login and the service, and changes nothing.
///
/// Its requests only read, one after another and a bounded number of them. What cannot be checked, because
/// the program is offline or no user is logged in, is reported as such.
package struct Doctor: Sendable {
  private let service: DoctorService
  private let files: [DoctorFile]
  private let mistakes: [String]

  /// Makes a doctor.
  ///
  /// - Parameters:
  ///   - files: the program's files.
  ///   - mistakes: sentences about what is wrong in the configuration and the settings.
  package init(service: DoctorService, files: [DoctorFile], mistakes: [String] = []) {
    self.service = service
    self.files = files
    self.mistakes = mistakes
  }

  /// Runs all checks and returns what was found, in their order; throws only when the task is cancelled.
  package func run() async throws -> [DoctorFinding] {
    var run = DoctorRun(service: service)
    for mistake in mistakes {
      run.add(DoctorFinding(.configuration, .failed, problem: .misconfigured(mistake)))
    }
    if mistakes.isEmpty { run.add(DoctorFinding(.configuration, .ok)) }
    for finding in await onOwnThread({ checkedFiles() }) { run.add(finding) }
    try await run.checkConnection()
    try await run.checkLogin()
    try await run.checkReading()
    return run.findings
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
