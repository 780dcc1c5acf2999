import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import JSON

// What is wrong with files: the program's own, the user's configuration, and those that a command names.

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

/// Why a file that the user named cannot be read.
public enum InputProblem: Hashable, Sendable {
  case missing, folder, unreadable
  /// It has to be text, and is larger than any request.
  case notText, tooLarge
}

extension Failure {
  /// Something is wrong with a file of ours.
  static func file(_ problem: FileProblem) -> Failure {
    var file: Arguments = [.file: problem.path]
    switch problem.kind {
    case .damaged(let reason, let line):
      (file[.line], file[.reason]) = (line, reason.sentence)
      return Failure(.configuration, .settingsDamaged, file)
    case .invalidValue(let key, let value, let line):
      file[.line] = .text("\(line)")
      (file[.key], file[.value]) = (.text(key), .text(value))
      return Failure(.configuration, .settingsInvalidStored, file)
    case .draftDamage(.draft(_, let course, let username, let identifier)):
      // A draft is named as on the command line.
      let parts = [course?.rawValue, username?.rawValue, identifier?.rawValue].map { $0 ?? "?" }
      file[.value] = .text("\(parts[0]) \(parts[1]):\(parts[2])")
      return Failure(.configuration, .errorDraftDamaged, file)
    case .draftDamage(.batch(let number)):
      file[.batch] = .text("\(number)")
      return Failure(.configuration, .errorBatchDamaged, file)
    case .draftDamage(.file(let aside)):
      return Failure(.configuration, .errorDraftsMoved, [.file: aside.path])
    case .unreadable: return Failure(.configuration, .errorFileUnreadable, file)
    case .draftsDamaged: return Failure(.configuration, .errorDraftsDamaged, file)
    case .newer: return Failure(.configuration, .errorFileNewer, file)
    case .remains: return Failure(.cannotWrite, .errorFileRemains, file)
    case .diskFull: return Failure(.cannotWrite, .errorFileDiskFull, file)
    case .failing: return Failure(.cannotWrite, .errorFileFailing, file)
    case .unwritable: return Failure(.cannotWrite, .errorFileUnwritable, file)
    case .busy: return Failure(.unfinished, .errorFileBusy, file)
    }
  }

  /// A file that would be written is there already.
  static func fileExists(path: String) -> Failure {
    Failure(.cannotWrite, .exportFileExists, [.file: path])
  }

  /// A file that the user named cannot be read.
  static func input(path: String, _ problem: InputProblem) -> Failure {
    let message: Message =
      switch problem {
      case .missing: .errorFileNotFound
      case .folder: .errorFileFolder
      case .unreadable: .errorFileUnreadable
      case .notText: .errorFileNotText
      case .tooLarge: .errorFileTooLarge
      }
    return Failure(.refused, message, [.file: path])
  }
}

// MARK: Tables

extension Failure {
  /// A file is no table of values; with its name where it is not the one that a command is about.
  static func csv(_ error: TableError, file: String? = nil) -> Failure {
    var failure = Failure(.refused, sentences(of: error))
    failure.place = file
    return failure
  }

  private static func sentences(of error: TableError) -> [Sentence] {
    switch error {
    case .empty: [Sentence(.csvEmpty)]
    case .tooLarge: [Sentence(.csvTooLarge, [.limit: TableFile.largestFile >> 20])]
    case .damagedText: [Sentence(.csvUndecodable)]
    case .notUTF8(let line, let column):
      [Sentence(.csvNotUTF8, [.line: "\(line)", .column: "\(column)"])]
    case .foreign(let form): [Sentence(.csvForeign, [.form: form])]
    case .notText: [Sentence(.csvNotText)]
    case .json(let problem): [sentence(of: problem)]
    case .noStudents(let titles): [Sentence(.csvNoUsernameColumn, [.found: .list(titles)])]
    case .unclosedQuote(let row): [Sentence(.csvUnterminatedQuote, [.row: "\(row)"])]
    case .damagedWorkbook: [Sentence(.workbookDamaged)]
    case .oldWorkbook: [Sentence(.workbookOld)]
    case .otherWorkbook: [Sentence(.workbookOther)]
    case .unknownSheet(let choice, let existing):
      [Sentence(.workbookUnknownSheet, [.value: choice, .allowed: .list(existing)])]
    case .noWorkbook: [Sentence(.workbookNone)]
    case .noText: [Sentence(.workbookEncoding)]
    case .sheet(let sheet, let error):
      [Sentence(.workbookSheet, [.value: sheet.name, .total: sheet.count])]
        + sentences(of: error)
    }
  }

  private static func sentence(of problem: JSONTableProblem) -> Sentence {
    var arguments: Arguments = [
      .line: "\(problem.line)", .column: "\(problem.column)",
    ]
    switch problem.kind {
    case .truncated: return Sentence(.jsonTableTruncated, arguments)
    case .unexpected(let text):
      arguments[.found] = .text(text)
      return Sentence(.jsonTableUnexpected, arguments)
    case .tooLarge: return Sentence(.jsonTableTooLarge, arguments)
    case .lacks(let key):
      arguments[.key] = .text(key)
      return Sentence(.jsonTableLacks, arguments)
    case .noValue: return Sentence(.jsonTableNoValue, arguments)
    }
  }
}

// MARK: Configuration

extension Failure {
  /// A mistake in the configuration, with its most exact location.
  static func configuration(_ error: ConfigurationError) -> Failure {
    // An error about the command line is wrong use.
    let isOption = error.file == nil && error.key?.hasPrefix("--") == true
    let status = isOption ? ExitStatus.usage : .configuration
    let reason = error.reason.sentence
    var failure: Failure
    if let file = error.file, let line = error.line {
      var arguments: Arguments = [
        .file: file, .line: "\(line)",
        .reason: reason,
      ]
      arguments[.key] = error.key.map { .text($0) }
      failure = Failure(status, error.key == nil ? .configAtLine : .configAtKey, arguments)
    } else {
      failure = Failure(status, [reason])
      let place = [error.file, error.key].compactMap { $0 }
      failure.place = place.isEmpty ? nil : place.joined(separator: ": ")
    }
    failure.near = error.reason.near
    return failure
  }
}

extension ConfigurationError.Reason {
  /// A known name that is written like the mistyped one.
  fileprivate var near: [String] {
    switch self {
    case .unknownKey(let suggestion?), .unknownHost(_, _, let suggestion?): [suggestion]
    default: []
    }
  }

  /// What is wrong, in the words of a sentence's end.
  fileprivate var sentence: Sentence {
    switch self {
    case .missingFile: Sentence(.configReasonMissingFile)
    case .unreadableFile: Sentence(.configReasonUnreadableFile)
    case .tooLarge: Sentence(.configReasonTooLarge)
    case .notUTF8: Sentence(.configReasonNotUTF8)
    case .tooDeep: Sentence(.configReasonTooDeep)
    case .unexpected(let found): Sentence(.configReasonUnexpected, [.found: found])
    case .unexpectedEnd: Sentence(.configReasonUnexpectedEnd)
    case .unterminatedText: Sentence(.configReasonUnterminatedText)
    case .duplicateKey: Sentence(.configReasonDuplicateKey)
    case .unknownKey: Sentence(.configReasonUnknownKey)
    case .notText: Sentence(.configReasonNotText)
    case .notNumber: Sentence(.configReasonNotNumber)
    case .notTexts: Sentence(.configReasonNotTexts)
    case .notObject: Sentence(.configReasonNotObject)
    case .empty: Sentence(.configReasonEmpty)
    case .invalidURL(let value): Sentence(.configReasonInvalidURL, [.value: value])
    case .insecureURL(let value): Sentence(.configReasonInsecureURL, [.value: value])
    case .invalidRedirect(let value):
      Sentence(.configReasonInvalidRedirect, [.value: value])
    case .unknownHost(let value, let known, _), .unknownStore(let value, let known):
      Sentence(.configReasonUnknownValue, [.value: value, .allowed: known.joined(separator: ", ")])
    case .invalidProfile(let value):
      Sentence(.configReasonInvalidProfile, [.value: value, .maximum: ProfileName.longest])
    case .missingHome: Sentence(.configReasonMissingHome)
    case .outOfRange(let minimum, let maximum):
      Sentence(.configReasonOutOfRange, [.minimum: minimum, .maximum: maximum])
    }
  }
}
