import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesServer
import JSON

/// Every failure that a user can see; `FailureSentence` has its text, ``status`` its exit status.
public enum Failure: Error, Equatable {
  /// Talking to the service failed.
  case service(GradesError)
  /// A mistake in the configuration.
  case configuration(ConfigurationError)
  /// No stored data; whether the user chose to be offline.
  case nothingStored(offline: Bool)
  /// Offline, something that was never loaded.
  case neverLoaded(NothingStored.Subject)
  /// The profile has no login at the host; the host's profile that is written most like it, and the
  /// command that logs in.
  case unknownProfile(String, host: String, suggestion: String?, command: String)
  /// The action needs the service.
  case offlineImpossible
  /// Cells that cannot be changed before their quiet periods end.
  case unconfirmed(count: Int, until: Date, kept: Int)
  /// `--timeout` has ended a publishing that left unconfirmed changes.
  case publishTimedOut
  /// Something is wrong with a file of ours.
  case file(FileProblem)
  /// The course is not among the user's.
  case unknownCourse(typed: String, semester: SemesterCode, suggestions: [CourseCode])
  /// The user has the course in another semester; how that is written after `--semester`.
  case courseElsewhere(
    CourseCode, semester: SemesterCode, found: SemesterCode, option: String)
  /// The user teaches the course and does not study it.
  case notStudied(CourseCode, semester: SemesterCode)
  /// Several of the user's courses have the code, with different suffixes.
  case ambiguousCourse(typed: String, candidates: [CourseCode])
  /// The course has no such student.
  case unknownStudent(typed: String, course: CourseCode, suggestions: [String])
  /// The course has no such evaluation item.
  case unknownItem(typed: String, course: CourseCode, suggestions: [String])
  /// Several items of the course are called so.
  case ambiguousItem(typed: String, course: CourseCode, candidates: [ItemIdentifier])
  /// The item requires no minimum.
  case noMinimum(NoMinimum)
  /// The course has no such group.
  case unknownGroup(typed: String, course: CourseCode, suggestions: [String])
  /// Several groups of the course have the number.
  case ambiguousGroup(typed: String, course: CourseCode, candidates: [GroupID])
  /// The semester is neither a code nor a known word.
  case unknownSemester(typed: String)
  /// A semester after the next one.
  case semesterTooLate(typed: String, last: SemesterCode)
  /// A setting that does not exist.
  case unknownSetting(typed: String, known: [String])
  /// A setting's value that it cannot have.
  case invalidSetting(key: String, typed: String, allowed: [String])
  /// A value that an option cannot have.
  case invalidOption(_ option: String, typed: String, allowed: [String])
  /// A question that needs a terminal; the option that replaces it.
  case needsTerminal(flag: String)
  /// A scene is to be opened, and there is no terminal to show it in.
  case appNeedsTerminal
  /// A login in a browser, where there is neither a browser nor a terminal.
  case noBrowser
  /// Two options that contradict each other.
  case exclusive(String, String)
  /// An option that means something only together with another one.
  case requires(String, String)
  /// An argument is empty.
  case missingArgument(String)
  /// An option that means something only where exactly one item is shown.
  case requiresOneItem(String)
  /// A condition that selects students cannot be used.
  case condition(UnusableCondition)
  /// A value on the command line is not written in its form.
  case malformedCell(typed: String, form: CellForm)
  /// A text is no path below the service's address.
  case servicePath(String, InvalidServicePath)
  /// The service has nothing at a path, which does not begin as the paths of its API do.
  case unknownServicePath(String)
  /// A response has no list whose pages could be joined; which one, counted from 1.
  case noPages(number: Int)
  /// A list does not end.
  case tooManyPages(limit: Int)
  /// A file that the user named cannot be read.
  case input(path: String, InputProblem)
  /// Standard input has no token.
  case token(TokenProblem)
  /// A file is no table of values; with its name where it is not the one that a command is about.
  case csv(TableError, file: String? = nil)
  /// The service computes the item whose values would be entered.
  case computedItem(String, course: CourseCode)
  /// A value was assumed for an item that the service computes.
  case assumedComputed(String, course: CourseCode)
  /// A value was assumed for an item that the course does not have.
  case assumedUnknown(String, course: CourseCode)
  /// A text is no value that can be assumed for an item.
  case assumedValue(ItemIdentifier, typed: String, AssumedValueProblem)
  /// `KEY=VALUE` was given twice for one key.
  case repeatedAssignment(String)
  /// The course cannot have what is wanted of it.
  case planGoal(PlanGoalProblem, course: CourseCode)
  /// A text is no grade that can be planned for a course.
  case plannedGrade(String, typed: String)
  /// A text is no number of credits that a course can have.
  case courseCredits(String, typed: String)
  /// None of the user's semesters has the course.
  case courseNotStudied(typed: String, suggestions: [String])
  /// A file that would be written is there already.
  case fileExists(path: String)
  /// There is no draft of a cell.
  case noDraft(cell: String)
  /// Nothing was published under this number.
  case unknownBatch(Int64)
  /// The batch cannot be taken back in this way.
  case reversal(UndoStack.Refusal)
  /// The service has no notification with this id.
  case unknownNotification(String)
  /// The program of `--exec` is not there or cannot be run.
  case unknownProgram(String)
  /// A moment is not written in a form that is understood.
  case unknownMoment(String)
  /// What the service keeps of the user's settings has another form than it is known to have.
  case serviceSettingsUnknown(key: String)
  /// One document can be about one course only, and these have drafts.
  case severalCourses([String])
  /// One value was expected, and this one came as well.
  case severalValues(String)
  /// A number with a plus, which may be a value or be meant to be added.
  case ambiguousSign(String)
  /// Items that have values would be removed.
  case structureRemovals([ItemIdentifier])
  /// Others changed the course since the plan of its structure was made.
  case structureChanged(CourseCode, items: [ItemIdentifier])
  /// The file and others have changed these items; none: it is unknown what others have changed.
  case structureUndecided(CourseCode, items: [ItemIdentifier], path: String)
  /// The backup of a structure was made at another host.
  case structureBackupElsewhere(path: String, made: String)
  /// A mapping of a copy leads to an identifier that another copied item has or a copied expression reads.
  case structureMapTaken(StructureCopy.TakenIdentifier)
  /// The file is no backup of a structure, or a damaged one.
  case structureBackupUnreadable(path: String)
  /// The port that the embedded service should listen on is in use.
  case portBusy(UInt16)
  /// The embedded service could not start for another reason.
  case embeddedService
  /// The embedded service's data cannot be used.
  case embeddedData(path: String)
  /// Standard output did not accept everything; perhaps because its disk is full.
  case output(diskFull: Bool)
  /// A bug of the program, with a detail for its developers.
  case unexpected(String)
  /// The user ended it.
  case cancelled
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
}

/// Why a text is no value that can be assumed for an item.
public enum AssumedValueProblem: Error, Hashable, Sendable {
  case notANumber
  /// Neither yes nor no, or nothing that can be written at all.
  case notAValue
  case outOfBounds(BoundsViolation)
}

/// Why a file that the user named cannot be read.
public enum InputProblem: Hashable, Sendable {
  case missing, folder, unreadable
  /// It has to be text, and is larger than any request.
  case notText, tooLarge
}

/// What can be wrong with a file of ours.
public struct FileProblem: Error, Hashable, Sendable {
  /// What happened to it.
  public enum Kind: Hashable, Sendable {
    case unreadable, unwritable
    /// It cannot be understood: the mistake and its line.
    case damaged(ConfigurationError.Reason, line: Int)
    /// The drafts in it cannot be understood.
    case draftsDamaged
    /// A part of the drafts' file cannot be read.
    case draftDamage(DraftDamage)
    /// A newer version of the program wrote it.
    case newer
    /// There is no room on the disk.
    case diskFull
    /// It could not be erased on logging out.
    case remains
    /// The disk fails, or it takes nothing more of this user.
    case failing
    /// Another process has been using it for too long.
    case busy
    /// A value that the key cannot have.
    case invalidValue(key: String, value: String, line: Int)
  }

  /// The file.
  public var path: String
  /// What is wrong with it.
  public var kind: Kind
}

extension FileProblem.Kind {
  /// The status for the shell.
  fileprivate var status: ExitStatus {
    switch self {
    case .unwritable, .diskFull, .failing, .remains: .cannotWrite
    case .busy: .unfinished
    case .damaged, .unreadable, .invalidValue, .draftsDamaged, .draftDamage, .newer:
      .configuration
    }
  }
}

extension FileProblem {
  /// The problem of the drafts' file; nil for other errors of SQLite.
  init?(_ error: DraftStoreError) {
    switch error {
    case .damaged(let file): self.init(path: file.path, kind: .draftsDamaged)
    case .unreadable(let file, let damage):
      self.init(path: file.path, kind: .draftDamage(damage))
    case .newerVersion(let file): self.init(path: file.path, kind: .newer)
    case .notAccessible(let file): self.init(path: file.path, kind: .unwritable)
    case .full(let file): self.init(path: file.path, kind: .diskFull)
    case .failing(let file): self.init(path: file.path, kind: .failing)
    case .busy(let file): self.init(path: file.path, kind: .busy)
    case .other: return nil
    }
  }

  init(_ problem: SettingsProblem) {
    switch problem {
    case .damaged(let path, let error):
      let reason = error.map { ConfigurationError.Reason($0) } ?? .notObject
      self.init(path: path, kind: .damaged(reason, line: error?.position.line ?? 1))
    case .invalidValue(let path, let key, let value, let line):
      self.init(path: path, kind: .invalidValue(key: key, value: value, line: line))
    case .unreadable(let path): self.init(path: path, kind: .unreadable)
    case .unwritable(let path): self.init(path: path, kind: .unwritable)
    case .full(let path): self.init(path: path, kind: .diskFull)
    }
  }
}

extension Failure {
  /// Makes a failure of anything that was thrown.
  public init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case GradesError.cancelled, is CancellationError, is StoppedPublishing: self = .cancelled
    case let error as GradesError: self = .service(error)
    case let error as ConfigurationError: self = .configuration(error)
    case let problem as SettingsProblem: self = .file(FileProblem(problem))
    case let error as UnconfirmedCells:
      self = .unconfirmed(
        count: error.cells.count, until: error.until, kept: error.kept)
    case let refusal as UndoStack.Refusal: self = .reversal(refusal)
    case StructureRefusal.removals(let items):
      self = .structureRemovals(items.map(\.item.identifier))
    case StructureBackups.Problem.unwritable(let url, let isFull):
      self = .file(FileProblem(path: url.path, kind: isFull ? .diskFull : .unwritable))
    case let error as StructureCopy.TakenIdentifier: self = .structureMapTaken(error)
    case let error as TableError: self = .csv(error)
    case let error as UnusableCondition: self = .condition(error)
    case let error as NoMinimum: self = .noMinimum(error)
    case let error as DraftStoreError:
      self = FileProblem(error).map(Failure.file) ?? .unexpected("\(error)")
    case let error as EmbeddedService.StartError: self = Self(error)
    case let error as AmbiguousCourse:
      self = .ambiguousCourse(typed: error.typed, candidates: error.candidates)
    case let error as UnknownCourse:
      self = .unknownCourse(
        typed: error.course.rawValue, semester: error.semester, suggestions: [])
    case let error as UnknownStudent:
      self = .unknownStudent(
        typed: error.username.rawValue, course: error.course, suggestions: [])
    case let error as UnknownNotification: self = .unknownNotification(error.id.rawValue)
    case let error as NothingStored:
      self = error.subject.map(Failure.neverLoaded) ?? .nothingStored(offline: false)
    default: self = .unexpected("\(error)")
    }
  }

  private init(_ error: EmbeddedService.StartError) {
    switch error {
    case .portInUse(let port): self = .portBusy(port)
    case .portNotAllowed(let port): self = .service(.login(.portNotAllowed(port)))
    case .cannotListen: self = .embeddedService
    }
  }

  /// The status for the shell (Product rules, Exit statuses).
  public var status: ExitStatus {
    switch self {
    case .service(let error): error.status
    // An error about the command line is wrong use.
    case .configuration(let error) where error.file == nil && error.key?.hasPrefix("--") == true:
      .usage
    case .configuration: .configuration
    case .nothingStored, .neverLoaded, .portBusy, .embeddedService: .unavailable
    case .embeddedData, .output, .fileExists: .cannotWrite
    case .file(let problem): problem.kind.status
    case .unknownCourse, .courseElsewhere, .notStudied, .ambiguousCourse, .unknownStudent,
      .unknownItem, .ambiguousItem, .noMinimum, .assumedUnknown, .ambiguousSign,
      .unknownGroup, .ambiguousGroup, .noDraft, .unknownServicePath,
      .unknownBatch, .reversal, .unknownNotification, .unknownProgram, .input, .csv,
      .computedItem, .assumedComputed, .assumedValue, .planGoal, .plannedGrade,
      .courseNotStudied, .structureBackupElsewhere, .structureMapTaken, .structureBackupUnreadable:
      .refused
    case .serviceSettingsUnknown, .noPages, .tooManyPages: .unreadable
    case .needsTerminal, .appNeedsTerminal, .noBrowser, .exclusive, .requires, .requiresOneItem,
      .condition,
      .offlineImpossible,
      .invalidOption, .missingArgument, .malformedCell,
      .servicePath, .repeatedAssignment,
      .severalValues, .severalCourses, .courseCredits, .unknownSemester,
      .semesterTooLate, .unknownSetting, .invalidSetting, .unknownMoment:
      .usage
    case .structureRemovals: .usage
    case .unknownProfile: .notPermitted
    case .unconfirmed, .publishTimedOut, .structureChanged, .structureUndecided: .unfinished
    case .token(.terminal): .usage
    case .token: .refused
    case .unexpected: .software
    case .cancelled: .cancelled
    }
  }
}

extension GradesError {
  /// The status for the shell.
  var status: ExitStatus {
    switch self {
    case .unreachable(.insecureAddress): .configuration
    case .unreachable, .tooManyRequests, .serviceFailure: .unavailable
    case .notSignedIn, .notPermitted: .notPermitted
    case .notFound, .badRequest: .refused
    case .conflict, .tokenReplaced: .unfinished
    case .unexpectedStatus, .unreadable: .unreadable
    case .login(let reason): reason.status
    case .cancelled: .cancelled
    }
  }
}
