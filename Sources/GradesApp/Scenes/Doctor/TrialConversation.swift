import Foundation
import GradesClient
import GradesCore
import GradesLocalization

/// The one way to a trial of writing: what waits from an earlier one, what will happen, the question.
@MainActor
struct TrialConversation {
  let context: Context
  /// Whether it asks before it writes.
  let asks: Bool

  private var strings: Strings { context.strings }
  private var printer: Printer { context.printer }
  private var sentences: DoctorSentence {
    DoctorSentence(strings, failures: context.failureSentence)
  }

  /// Runs a trial; nil when the user does not want it.
  func run(
    course typed: String, item: String, student: String?
  ) async throws -> [DoctorFinding]? {
    let services = context.services
    let owner = DraftOwner(
      host: context.configuration.host.identity,
      username: try await services.session.user().username)
    let trial = DoctorTrial(
      owner: owner, backup: context.trialBackup,
      quietPeriod: context.configuration.timeouts.quietPeriod / .seconds(1),
      clock: context.requestClock.reading(context.now)
    ) { try await services.askOnce($0) }
    do {
      try await context.requireWriting(canAsk: asks)
      let restored = try await restore(trial)
      if let restored, restored.outcome == .failed { return [restored] }
      let (course, semester) = try await context.editedCourseAndSemester(typed, semester: nil)
      let cell: TrialCell
      do {
        cell = try await context.asking(about: course) {
          try await trial.cell(
            in: course.code, semester, item: ItemIdentifier(item),
            student: student.map { Username($0) })
        }
      } catch let problem as TrialProblem {
        throw failure(for: problem, in: course.code)
      }
      printer.notice(strings(.doctorTrialPage, words(cell)))
      if asks, try await !context.confirms(strings(.doctorTrialQuestion)) { return nil }
      let findings = try await working(trial) { try await trial.run(cell, waits: $0) }
      return [restored].compactMap { $0 } + findings
    } catch let problem as TrialProblem {
      throw failure(for: problem, in: CourseCode(typed))
    }
  }

  /// Restores the cell of an interrupted trial and says at once how that ended, whatever follows; nil without one.
  private func restore(_ trial: DoctorTrial) async throws -> DoctorFinding? {
    guard let waiting = try await trial.interrupted() else { return nil }
    printer.notice(strings(.doctorRestoring, words(waiting)))
    let restoring = try await working(trial) { try await trial.restoreInterrupted(waits: $0) }
    guard let finding = restoring.map({ trial.finding(for: $0, of: waiting) }) else { return nil }
    if let problem = finding.problem {
      // A failure is all that the command prints.
      if finding.outcome != .failed { printer.notice(sentences.sentence(for: problem)) }
    } else {
      printer.notice(strings(.doctorRestored, words(waiting)))
    }
    return finding
  }

  /// Does what may wait for a request of a trial, and says so; after an interruption, what has to be restored.
  private func working<Value: Sendable>(
    _ trial: DoctorTrial,
    _ work: (@escaping @Sendable (Date) async -> Void) async throws -> Value
  ) async throws -> Value {
    let progress = Progress(output: printer.streams.errors, write: printer.streams.err)
    let (printer, strings, dates) = (printer, strings, context.dates)
    do {
      return try await progress.during(strings(.progressDoctorTrial)) { meter in
        try await work { end in
          await meter.hiding {
            printer.notice(
              strings(.doctorTrialWaits, [.time: .text(dates.timeWithSeconds(end))]))
          }
        }
      }
    } catch let error where Failure(error) == .cancelled {
      if let waiting = try? await trial.interrupted() {
        let path = context.trialBackup.file.path
        printer.notice(sentences.sentence(for: .notRestored(waiting, path: path, error: nil)))
      }
      throw error
    }
  }

  private func words(_ cell: TrialCell) -> [Placeholder: GradesLocalization.Argument] {
    sentences.words(cell).merging([.file: .text(context.trialBackup.file.path)]) { $1 }
  }

  private func failure(for problem: TrialProblem, in course: CourseCode) -> Failure {
    switch problem {
    case .backupUnwritable(let url, let isFull):
      .file(FileProblem(path: url.path, kind: isFull ? .diskFull : .unwritable))
    case .backupUnreadable(let url): .file(FileProblem(path: url.path, kind: .unreadable))
    case .backupDamaged(let url): .trialDamaged(path: url.path)
    case .busy: .file(FileProblem(path: context.trialBackup.file.path, kind: .busy))
    case .noTestStudents: .requires("--try-writes", "--student")
    case .unknownStudent(let name):
      .unknownStudent(typed: name, course: course, suggestions: [])
    case .unknownItem(let item): .unknownItem(typed: item, course: course, suggestions: [])
    case .computedItem(let item): .computedItem(item, course: course)
    case .noValue(let cell): .trialNeedsValue(cell, course: course)
    case .leftBehind(let cell): .trialLeftBehind(cell, course: course)
    case .otherOwner(let cell):
      .trialOfOthers(
        cell.owner.username, course: cell.course, item: cell.cell.identifier,
        path: context.trialBackup.file.path)
    }
  }
}
