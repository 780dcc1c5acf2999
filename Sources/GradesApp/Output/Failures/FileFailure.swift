import GradesConfiguration
import GradesCore
import GradesLocalization
import JSON

// What is wrong with files: the program's own, the user's configuration, and those that a command names.

extension Failure {
  /// A file cannot be written, perhaps because its disk is full.
  static func unwritable(_ path: String, isDiskFull: Bool) -> Failure {
    guard !Paths.isNowhere(path) else { return Failure(.configuration, .errorHomeMissing) }
    return Failure(
      .cannotWrite, isDiskFull ? .errorFileDiskFull : .errorFileUnwritable, [.file: path])
  }

  static func settings(_ problem: SettingsProblem) -> Failure {
    switch problem {
    case .damaged(let path, let error):
      let reason = error.map { ConfigurationError.Reason($0) } ?? .notObject
      return Failure(
        .configuration, .settingsDamaged,
        [.file: path, .line: error?.position.line ?? 1, .reason: reason.sentence])
    case .invalidValue(let path, let key, let value, let line):
      return Failure(
        .configuration, .settingsInvalidStored,
        [.file: path, .key: key, .value: value, .line: "\(line)"])
    case .unreadable(let path): return Failure(.configuration, .errorFileUnreadable, [.file: path])
    case .unwritable(let path, let isDiskFull): return unwritable(path, isDiskFull: isDiskFull)
    }
  }

  /// Something is wrong with the drafts' file; other errors of SQLite are bugs.
  static func drafts(_ error: DraftStoreError) -> Failure {
    switch error {
    case .damaged(let file): Failure(.configuration, .errorDraftsDamaged, [.file: file.path])
    case .unreadable(let file, let damage): drafts(damage, in: file.path)
    case .newerVersion(let file): Failure(.configuration, .errorFileNewer, [.file: file.path])
    case .notAccessible(let file): unwritable(file.path, isDiskFull: false)
    case .full(let file): unwritable(file.path, isDiskFull: true)
    case .failing(let file): Failure(.cannotWrite, .errorFileFailing, [.file: file.path])
    case .busy(let file): Failure(.unfinished, .errorFileBusy, [.file: file.path])
    case .other: unexpected("\(error)")
    }
  }

  static func drafts(_ damage: DraftDamage, in path: String) -> Failure {
    switch damage {
    case .draft(_, let course, let username, let identifier):
      // A draft is named as on the command line.
      let parts = [course?.rawValue, username?.rawValue, identifier?.rawValue].map { $0 ?? "?" }
      return Failure(
        .configuration, .errorDraftDamaged,
        [.file: path, .value: "\(parts[0]) \(parts[1]):\(parts[2])"])
    case .batch(let number):
      return Failure(.configuration, .errorBatchDamaged, [.file: path, .batch: "\(number)"])
    case .file(let aside):
      return Failure(.configuration, .errorDraftsMoved, [.file: aside.path])
    }
  }

  // MARK: Tables

  /// A file is no table of values; with its name where it is not the one that a command is about.
  static func csv(_ error: TableError, file: String? = nil) -> Failure {
    var failure = Failure(.refused, sentences(of: error))
    failure.place = file
    return failure
  }

  private static func sentences(of error: TableError) -> [Sentence] {
    switch error {
    case .empty, .workbook(.noSheets): [Sentence(.csvEmpty)]
    case .tooLarge, .workbook(.tooLarge):
      [Sentence(.csvTooLarge, [.limit: TableFile.largestFile >> 20])]
    case .tooManyCells:
      [Sentence(.csvTooManyCells, [.limit: TableFile.mostRows, .maximum: TableFile.mostCells])]
    case .damagedText: [Sentence(.csvUndecodable)]
    case .notUTF8(let line, let column):
      [Sentence(.csvNotUTF8, [.line: "\(line)", .column: "\(column)"])]
    case .foreign(let form): [Sentence(.csvForeign, [.form: form])]
    case .notText: [Sentence(.csvNotText)]
    case .json(let error): [sentence(of: error)]
    case .jsonEntry(let member?, let position):
      [Sentence(.jsonTableLacks, place(position).merging([.key: member]))]
    case .jsonEntry(nil, let position): [Sentence(.jsonTableNoValue, place(position))]
    case .noStudents(let titles): [Sentence(.csvNoUsernameColumn, [.found: .list(titles)])]
    case .unclosedQuote(let row): [Sentence(.csvUnterminatedQuote, [.row: "\(row)"])]
    case .workbook(.damaged): [Sentence(.workbookDamaged)]
    case .workbook(.oldFormatOrPassword): [Sentence(.workbookOld)]
    case .workbook(.otherFormat): [Sentence(.workbookOther)]
    case .workbook(.unknownSheet(let choice, let existing)):
      [Sentence(.workbookUnknownSheet, [.value: choice, .allowed: .list(existing)])]
    case .noWorkbook: [Sentence(.workbookNone)]
    case .noText: [Sentence(.workbookEncoding)]
    case .sheet(let sheet, let error):
      [Sentence(.workbookSheet, [.value: sheet.name, .total: sheet.count])]
        + sentences(of: error)
    }
  }

  private static func sentence(of error: JSONSyntaxError) -> Sentence {
    let place = place(error.position)
    return switch error.reason {
    case .truncated: Sentence(.jsonTableTruncated, place)
    case .unexpected(let found): Sentence(.jsonTableUnexpected, place.merging([.found: "\(found)"]))
    case .controlCharacter, .notUTF8:
      Sentence(.jsonTableUnexpected, place.merging([.found: "\u{FFFD}"]))
    case .tooDeep, .tooLarge: Sentence(.jsonTableTooLarge, place)
    }
  }

  private static func place(_ position: JSONPosition) -> Arguments {
    [.line: "\(position.line)", .column: "\(position.column)"]
  }

  // MARK: Configuration

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
    case .outOfRange(let minimum, let maximum):
      Sentence(.configReasonOutOfRange, [.minimum: minimum, .maximum: maximum])
    }
  }
}
