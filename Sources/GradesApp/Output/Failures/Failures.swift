import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

// The failures of commands and scenes. `typed` is always what the user wrote.

// MARK: Without the service

extension Failure {
  /// No stored data; whether the user chose to be offline.
  static func nothingStored(offline: Bool) -> Failure {
    Failure(.unavailable, offline ? .errorNothingStoredOffline : .errorNothingStored)
  }

  /// Offline, something that was never loaded.
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

  /// The action needs the service.
  static let offlineImpossible = Failure(.usage, .errorOfflineImpossible)

  /// The profile has no login at the host; the host's profile that is written most like it, and the command
  /// that logs in.
  static func unknownProfile(
    _ name: String, host: String, suggestion: String?, command: String
  ) -> Failure {
    Failure(
      .notPermitted, .errorUnknownProfile,
      [.name: name, .host: host, .command: command],
      near: suggestion.map { [$0] } ?? [])
  }

  /// The port is free, and the embedded service could not start all the same.
  static let embeddedService = Failure(.unavailable, .errorServerNotStarted)

  /// Standard output did not accept everything; perhaps because its disk is full.
  static func output(diskFull: Bool) -> Failure {
    Failure(.cannotWrite, diskFull ? .errorOutputDiskFull : .errorOutputUnwritable)
  }

  /// Whether standard output is the reason.
  var isOfOutput: Bool {
    [.errorOutputDiskFull, .errorOutputUnwritable].contains(sentences.first?.message)
  }

  /// The user ended it.
  static let cancelled = Failure(.cancelled, .errorCancelled)
}

// MARK: Names

extension Failure {
  /// The course is not among the user's.
  static func unknownCourse(
    typed: String, semester: SemesterCode, suggestions: [CourseCode]
  ) -> Failure {
    Failure(
      .refused, .errorUnknownCourse,
      [.course: typed, .semester: semester],
      near: suggestions.map(\.rawValue))
  }

  /// The user has the course in another semester; how that is written after `--semester`.
  static func courseElsewhere(
    _ course: CourseCode, semester: SemesterCode, found: SemesterCode, option: String
  ) -> Failure {
    Failure(
      .refused, .errorCourseElsewhere,
      [
        .course: course, .semester: semester,
        .found: found, .value: option,
      ])
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
      [
        .item: typed, .course: course,
        .command: .command("grades \(command) \(course)"),
      ], near: suggestions)
  }

  /// Several items of the course are called so.
  static func ambiguousItem(
    typed: String, course: CourseCode, candidates: [ItemIdentifier]
  ) -> Failure {
    Failure(
      .refused, .errorAmbiguousItem,
      [
        .item: typed, .course: course,
        .allowed: allowed(candidates.map(\.rawValue)),
      ])
  }

  /// The service computes the item whose values would be entered or assumed; what shows its formula.
  static func computedItem(
    _ item: String, course: CourseCode, command: String = "items"
  ) -> Failure {
    Failure(
      .refused, .enterComputed, [.item: item, .command: .command("grades \(command) \(course)")])
  }

  /// Names that can be used, separated by commas.
  private static func allowed(_ names: [String]) -> Argument {
    .text(names.joined(separator: ", "))
  }
}

// MARK: Command lines

extension Failure {
  static func unknownSetting(typed: String, known: [String]) -> Failure {
    Failure(.usage, .settingsUnknownKey, [.key: typed, .allowed: allowed(known)])
  }

  /// A value that an option or a setting cannot have.
  static func invalidOption(_ option: String, typed: String, allowed: [String]) -> Failure {
    Failure(
      .usage, .usageInvalidValueAllowed,
      [.option: option, .value: typed, .allowed: Self.allowed(allowed)])
  }

  /// A question that needs a terminal; the option that replaces it.
  static func needsTerminal(flag: String) -> Failure {
    Failure(.usage, .usageNeedsTerminal, [.option: .command(flag)])
  }

  /// Two options that contradict each other.
  static func exclusive(_ option: String, _ other: String) -> Failure {
    Failure(.usage, .usageExclusive, [.option: option, .other: other])
  }

  /// An option that means something only together with another one.
  static func requires(_ option: String, _ other: String) -> Failure {
    Failure(.usage, .usageRequires, [.option: option, .other: other])
  }

  /// A value on the command line is not written in its form.
  static func malformedCell(typed: String, form: CellForm) -> Failure {
    let form = Sentence(form.message)
    return typed.isEmpty
      ? Failure(.usage, .usageMissingArgument, [.argument: form])
      : Failure(.usage, .setMalformed, [.value: typed, .form: form])
  }

  /// `KEY=VALUE` was given twice for one key.
  static func repeatedAssignment(_ key: String) -> Failure {
    Failure(.usage, .usageRepeatedAssignment, [.item: key])
  }

  /// A number with a plus, which may be a value or be meant to be added.
  static func ambiguousSign(_ typed: String) -> Failure {
    Failure(.refused, .reviewingProblem, [.reason: Sentence(ambiguousSign: typed)])
  }

  /// The program of `--exec` is not there or cannot be run.
  static func unknownProgram(_ path: String) -> Failure {
    Failure(.refused, .watchNoProgram, [.file: path])
  }
}

// MARK: The service's interface

extension Failure {
  /// A text is no path below the service's address.
  static func servicePath(_ path: String, _ reason: InvalidServicePath) -> Failure {
    let message: Message =
      switch reason {
      case .fragment: .apiPathFragment
      case .dots: .apiPathDots
      case .controlCharacter, .emptyPart, .backslash: .apiPathInvalid
      case .percent: .apiPathPercent
      case .otherAddress: .apiPathElsewhere
      }
    return Failure(.usage, message, [.path: SafeText.singleLine(path)])
  }

  /// What the service keeps of the user's settings has another form than it is known to have.
  static func serviceSettingsUnknown(key: String) -> Failure {
    Failure(.unreadable, .serviceSettingsUnreadable, [.key: key])
  }

  /// Standard input has no token.
  static func token(_ problem: TokenProblem) -> Failure {
    switch problem {
    case .terminal: Failure(.usage, .tokenTerminal)
    case .empty: Failure(.refused, .tokenEmpty)
    case .tooLong:
      Failure(.refused, .tokenTooLong, [.limit: TokenInput.longest >> 10])
    case .malformed: Failure(.refused, .tokenMalformed)
    }
  }
}

// MARK: Plans

extension Failure {
  /// A text is no value that can be assumed for an item.
  static func assumedValue(
    _ item: ItemIdentifier, typed: String, _ problem: AssumedValueProblem
  ) -> Failure {
    Failure(.refused, [problem.sentence(item, typed)])
  }

  /// The course cannot have what is wanted of it.
  static func planGoal(_ problem: PlanGoalProblem, course: CourseCode) -> Failure {
    var arguments: Arguments = [.course: course]
    let message: Message
    switch problem {
    case .noGrade: message = .planNoGrade
    case .notALetter: message = .planNoLetter
    case .noPoints: message = .planNoPoints
    case .cannotPass: message = .planNoPass
    case .neverGiven(let wanted, let given):
      message = .planNeverGiven
      (arguments[.value], arguments[.allowed]) = (.text(wanted), allowed(given))
    }
    return Failure(.refused, message, arguments)
  }

  /// A text is no number of credits that a course can have.
  static func courseCredits(_ course: String, typed: String) -> Failure {
    Failure(
      .usage, .studyWrongCredits,
      [
        .course: course, .value: typed,
        .minimum: StudyRecord.creditRange.lowerBound,
        .maximum: StudyRecord.creditRange.upperBound,
      ])
  }
}

// MARK: Drafts and structures

extension Failure {
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

  /// The file and others have changed these items; none: it is unknown what others have changed.
  static func structureUndecided(
    _ course: CourseCode, items: [ItemIdentifier], path: String
  ) -> Failure {
    Failure(
      .unfinished, items.isEmpty ? .errorStructureUncertain : .errorStructureConflicts,
      [
        .course: course, .item: .list(items.map(\.rawValue)),
        .command: .command("grades structure export \(course) --update \(path)"),
      ])
  }

}

/// How a cell is written on the command line.
public enum CellForm: Hashable, Sendable {
  /// `USERNAME:ITEM=VALUE`
  case cell
  /// `USERNAME:ITEM`
  case cellName
  /// `ITEM=VALUE`
  case item
  /// `USERNAME=VALUE`
  case student
  /// `CODE=GRADE`
  case courseGrade
  /// `CODE=CREDITS`
  case courseCredits
  /// `KEY=VALUE`
  case field

  fileprivate var message: Message {
    switch self {
    case .cell: .setFormCell
    case .cellName: .setFormCellName
    case .item: .setFormItem
    case .student: .setFormStudent
    case .courseGrade: .studyFormGrade
    case .courseCredits: .studyFormCredits
    case .field: .apiFormField
    }
  }
}

/// Why a text is no value that can be assumed for an item.
public enum AssumedValueProblem: Error, Hashable, Sendable {
  case notANumber
  /// Neither yes nor no, or nothing that can be written at all.
  case notAValue
  case outOfBounds(BoundsViolation)
}
