import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import GradesServer

/// A failure that a user can see: what happened, and the status for the shell. `FailureSentence` makes its text.
package struct Failure: Error, Equatable, Sendable {
  /// What the program looks at to do more than say it.
  enum Cause: Equatable, Sendable {
    case service(GradesError)
    case condition(UnusableCondition)
    case unexpected(String)
  }

  package let status: ExitStatus
  /// What happened. A run fills in what it knows: its host, the user's files, how to log in.
  let sentences: [Sentence]
  /// Stands before them: where it happened.
  var place: String?
  /// Names that are written like one that is not known.
  var near: [String] = []
  /// The moment that the sentences name.
  var time: Date?
  var cause: Cause?

  init(_ status: ExitStatus, _ sentences: [Sentence]) {
    self.status = status
    self.sentences = sentences
  }

  /// Makes a failure of one sentence; `near` are names that may have been meant.
  init(
    _ status: ExitStatus, _ message: Message, _ arguments: Arguments = [:],
    near: [String] = []
  ) {
    self.init(status, [Sentence(message, arguments)])
    self.near = near
  }

  package init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case GradesError.cancelled, is CancellationError, is StoppedPublishing: self = .cancelled
    case let error as GradesError: self = .service(error)
    case let error as ConfigurationError: self = .configuration(error)
    case let problem as SettingsProblem: self = .settings(problem)
    case let error as UnconfirmedCells:
      self = .unconfirmed(count: error.cells.count, until: error.until, kept: error.kept)
    case UndoStack.Refusal.isUndo(let batch): self = .batch(batch, .undoIsUndo)
    case UndoStack.Refusal.isNoUndo(let batch): self = .batch(batch, .redoIsNoUndo)
    case StructureRefusal.removals(let items):
      self = Failure(
        .usage, .errorStructureRemovals, [.item: .list(items.map(\.item.identifier.rawValue))])
    case StructureBackups.Problem.unwritable(let url, let isFull):
      self = .unwritable(url.path, isDiskFull: isFull)
    case let error as TakenIdentifier:
      self = Failure(.refused, .errorStructureMapTaken, [.item: error.old, .other: error.new])
    case let error as TableError: self = .csv(error)
    case let error as UnusableCondition:
      self = Failure(
        .usage, .errorCondition, [.value: error.text], near: error.near.map { [$0] } ?? [])
      cause = .condition(error)
    case let error as NoMinimum:
      self = Failure(.refused, .errorNoMinimum, [.item: error.item, .course: error.course])
    case let error as DraftStoreError: self = .drafts(error)
    case EmbeddedService.StartError.portInUse(let port):
      self = Failure(.unavailable, .errorServerPortBusy, [.port: "\(port)"])
    case EmbeddedService.StartError.portNotAllowed(let port):
      self = .service(.login(.portNotAllowed(port)))
    case EmbeddedService.StartError.cannotListen:
      // The port is free, and it could not start all the same.
      self = Failure(.unavailable, .errorServerNotStarted)
    case let error as AmbiguousCourse:
      self = .ambiguousCourse(typed: error.typed, candidates: error.candidates)
    case let error as UnknownCourse:
      self = .unknownCourse(
        typed: error.course.rawValue, semester: error.semester, suggestions: [])
    case let error as UnknownStudent:
      self = .unknownStudent(
        typed: error.username.rawValue, course: error.course, suggestions: [])
    case let error as UnknownNotification:
      self = Failure(.refused, .notificationsUnknown, [.value: error.id.rawValue])
    case let error as NothingStored:
      self = error.subject.map(Failure.neverLoaded) ?? .nothingStored(offline: false)
    default: self = .unexpected("\(error)")
    }
  }

  static func unexpected(_ detail: String) -> Failure {
    var failure = Failure(.software, .errorUnexpected)
    failure.cause = .unexpected(detail)
    return failure
  }

  var serviceError: GradesError? {
    if case .service(let error)? = cause { error } else { nil }
  }
}

extension ArgumentConvertible where Self == Argument {
  /// Names, the first twenty of them; a dash for none.
  static func list(_ names: [String]) -> Argument {
    let named = names.map(\.asTitle).filter { !$0.isEmpty }
    let rest = named.count > 20 ? ", …" : ""
    return .text(
      named.isEmpty ? ValueText.nothing : named.prefix(20).joined(separator: ", ") + rest)
  }
}
