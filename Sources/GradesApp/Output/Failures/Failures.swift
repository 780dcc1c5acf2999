import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

// The failures of commands and scenes. `typed` is always what the user wrote.

// MARK: Without the service

extension Failure {
  static func nothingStored(offline: Bool) -> Failure {
    Failure(.unavailable, offline ? .errorNothingStoredOffline : .errorNothingStored)
  }

  static func neverLoaded(_ subject: NothingStored.Subject) -> Failure {
    switch subject {
    case .course(let code, let semester):
      Failure(.unavailable, .errorNeverLoadedCourse, [.course: code, .semester: semester])
    case .partOfCourse(let code, let semester):
      Failure(.unavailable, .errorNeverLoadedPart, [.course: code, .semester: semester])
    case .courses(let semester):
      Failure(.unavailable, .errorNeverLoadedCourses, [.semester: semester])
    case .notifications: Failure(.unavailable, .errorNeverLoadedNotifications)
    }
  }

  static let offlineImpossible = Failure(.usage, .errorOfflineImpossible)

  /// Standard output did not accept everything; perhaps because its disk is full.
  static func output(diskFull: Bool) -> Failure {
    Failure(.cannotWrite, diskFull ? .errorOutputDiskFull : .errorOutputUnwritable)
  }

  var isOfOutput: Bool {
    [.errorOutputDiskFull, .errorOutputUnwritable].contains(sentences.first?.message)
  }

  static let cancelled = Failure(.cancelled, .errorCancelled)
  /// The user said no to a question.
  static let stopped = Failure(.cancelled, .structureStopped)

  // MARK: Names

  static func unknownCourse(
    typed: String, semester: SemesterCode, suggestions: [CourseCode]
  ) -> Failure {
    Failure(
      .refused, .errorUnknownCourse, [.course: typed, .semester: semester],
      near: suggestions.map(\.rawValue))
  }

  /// Several of the user's courses have the code, with different suffixes.
  static func ambiguousCourse(typed: String, candidates: [CourseCode]) -> Failure {
    Failure(
      .refused, .errorAmbiguousCourse,
      [.course: typed, .allowed: allowed(candidates.map(\.rawValue))])
  }

  static func unknownStudent(
    typed: String, course: CourseCode, suggestions: [String]
  ) -> Failure {
    Failure(.refused, .errorUnknownStudent, [.student: typed, .course: course], near: suggestions)
  }

  /// The course has no such evaluation item; what lists those that it has.
  static func unknownItem(
    typed: String, course: CourseCode, suggestions: [String] = [], command: String = "items"
  ) -> Failure {
    Failure(
      .refused, .errorUnknownItem,
      [.item: typed, .course: course, .command: .command("grades \(command) \(course)")],
      near: suggestions)
  }

  /// The service computes the item whose values would be entered or assumed; what shows its formula.
  static func computedItem(
    _ item: String, course: CourseCode, command: String = "items"
  ) -> Failure {
    Failure(
      .refused, .enterComputed, [.item: item, .command: .command("grades \(command) \(course)")])
  }

  private static func allowed(_ names: [String]) -> Argument {
    .text(names.joined(separator: ", "))
  }

  // MARK: Command lines

  static func unknownSetting(typed: String, known: [String]) -> Failure {
    Failure(.usage, .settingsUnknownKey, [.key: typed, .allowed: allowed(known)])
  }

  static func invalidOption(_ option: String, typed: String, allowed: [String]) -> Failure {
    Failure(
      .usage, .usageInvalidValueAllowed,
      [.option: option, .value: typed, .allowed: Self.allowed(allowed)])
  }

  static func needsTerminal(flag: String) -> Failure {
    Failure(.usage, .usageNeedsTerminal, [.option: .command(flag)])
  }

  static func exclusive(_ option: String, _ other: String) -> Failure {
    Failure(.usage, .usageExclusive, [.option: option, .other: other])
  }

  /// An option that means something only together with another one.
  static func requires(_ option: String, _ other: String) -> Failure {
    Failure(.usage, .usageRequires, [.option: option, .other: other])
  }

  static func malformedCell(typed: String, form: Message) -> Failure {
    typed.isEmpty
      ? Failure(.usage, .usageMissingArgument, [.argument: Sentence(form)])
      : Failure(.usage, .setMalformed, [.value: typed, .form: Sentence(form)])
  }

  static func repeatedAssignment(_ key: String) -> Failure {
    Failure(.usage, .usageRepeatedAssignment, [.item: key])
  }

  /// The program of `--exec` is not there or cannot be run.
  static func unknownProgram(_ path: String) -> Failure {
    Failure(.refused, .watchNoProgram, [.file: path])
  }

  // MARK: The service's interface

  static func servicePath(_ path: String, _ reason: InvalidServicePath) -> Failure {
    let messages: [InvalidServicePath: Message] = [
      .fragment: .apiPathFragment, .dots: .apiPathDots, .percent: .apiPathPercent,
      .otherAddress: .apiPathElsewhere,
    ]
    return Failure(
      .usage, messages[reason] ?? .apiPathInvalid, [.path: SafeText.singleLine(path)])
  }

  /// What the service keeps of the user's settings has another form than it is known to have.
  static func serviceSettingsUnknown(key: String) -> Failure {
    Failure(.unreadable, .serviceSettingsUnreadable, [.key: key])
  }

  // MARK: Plans

  static func planGoal(_ problem: PlanGoalProblem, course: CourseCode) -> Failure {
    let known: Arguments = [.course: course]
    return switch problem {
    case .noGrade: Failure(.refused, .planNoGrade, known)
    case .notALetter: Failure(.refused, .planNoLetter, known)
    case .noPoints: Failure(.refused, .planNoPoints, known)
    case .cannotPass: Failure(.refused, .planNoPass, known)
    case .neverGiven(let wanted, let given):
      Failure(
        .refused, .planNeverGiven, known.merging([.value: wanted, .allowed: allowed(given)]))
    }
  }

  // MARK: Drafts and structures

  /// Cells that cannot be changed before their quiet periods end.
  static func unconfirmed(count: Int, until: Date, kept: Int) -> Failure {
    let others = Sentence(.errorUnconfirmedOthers, [.count: kept])
    var failure = Failure(
      .unfinished, [Sentence(.errorUnconfirmed, [.count: count])] + (kept > 0 ? [others] : []))
    failure.time = until
    return failure
  }

  /// A batch cannot be named, or cannot be taken back in this way.
  static func batch(_ batch: Int64, _ message: Message = .undoUnknownBatch) -> Failure {
    Failure(.refused, message, [.batch: "\(batch)"])
  }
}
