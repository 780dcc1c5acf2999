import Files
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import Terminal

/// Failures as sentences: what happened, where, and what to do (Product rules, Errors).
struct FailureSentence {
  private let strings: Strings
  private let host: ServiceHost?
  /// The sources of the client's id and secret.
  private let configurationFile: String
  private let dates: DateText
  /// What the program has to be registered with.
  private let registration: ClientRegistration
  /// Whether the token of the environment is used.
  private let isTokenGiven: Bool

  init(
    _ strings: Strings, host: ServiceHost?, configurationFile: String, dates: DateText,
    registration: ClientRegistration = ClientRegistration(), isTokenGiven: Bool = false
  ) {
    self.isTokenGiven = isTokenGiven
    self.strings = strings
    self.host = host
    self.registration = registration
    self.dates = dates
    self.configurationFile = configurationFile
  }

  /// The sentence for a failure, without a line's end.
  func sentence(for failure: Failure) -> String {
    switch failure {
    case .service(let error): service(error)
    case .configuration(let error): ConfigurationSentence(strings).sentence(for: error)
    case .nothingStored(let offline):
      strings(offline ? .errorNothingStoredOffline : .errorNothingStored)
    case .neverLoaded(let subject): neverLoaded(subject)
    case .unknownProfile(let name, let host, let suggestion, let command):
      strings.suggesting(
        suggestion ?? "", .errorUnknownProfile,
        [.name: .text(name), .host: .text(host), .command: .text(command)])
    case .file(let problem): file(problem)
    case .unknownCourse(let typed, let semester, let suggestions):
      strings.suggesting(
        suggestions.map(\.rawValue).joined(separator: ", "), .errorUnknownCourse,
        [.course: .text(typed), .semester: .text(semester.rawValue)])
    case .courseElsewhere(let course, let semester, let found, let option):
      strings(
        .errorCourseElsewhere,
        [
          .course: .text(course.rawValue), .semester: .text(semester.rawValue),
          .found: .text(found.rawValue), .value: .text(option),
        ])
    case .semesterTooLate(let typed, let last):
      strings(.errorSemesterTooLate, [.value: .text(typed), .semester: .text(last.rawValue)])
    case .notStudied(let course, let semester):
      strings(
        .errorNotStudied,
        [.course: .text(course.rawValue), .semester: .text(semester.rawValue)])
    case .ambiguousCourse(let typed, let candidates):
      strings(
        .errorAmbiguousCourse,
        [
          .course: .text(typed),
          .allowed: .text(candidates.map(\.rawValue).joined(separator: ", ")),
        ])
    case .unknownStudent(let typed, let course, let suggestions):
      strings.suggesting(
        suggestions.joined(separator: ", "), .errorUnknownStudent,
        [.student: .text(typed), .course: .text(course.rawValue)])
    case .unknownItem(let typed, let course, let suggestions):
      strings.suggesting(
        suggestions.joined(separator: ", "), .errorUnknownItem,
        [
          .item: .text(typed), .course: .text(course.rawValue),
          .command: .command("grades items \(course)"),
        ])
    case .ambiguousItem(let typed, let course, let candidates):
      strings(
        .errorAmbiguousItem,
        [
          .item: .text(typed), .course: .text(course.rawValue),
          .allowed: .text(candidates.map(\.rawValue).joined(separator: ", ")),
        ])
    case .noMinimum(let error):
      strings(
        .errorNoMinimum,
        [.item: .text(error.item.rawValue), .course: .text(error.course.rawValue)])
    case .unknownGroup(let typed, let course, let suggestions):
      strings.suggesting(
        suggestions.joined(separator: ", "), .errorUnknownGroup,
        [.group: .text(typed), .course: .text(course.rawValue)])
    case .ambiguousGroup(let typed, let course, let candidates):
      strings(
        .errorAmbiguousGroup,
        [
          .group: .text(typed), .course: .text(course.rawValue),
          .allowed: .text(candidates.map(\.rawValue).joined(separator: ", ")),
        ])
    case .unknownSemester(let typed): strings(.errorInvalidSemester, [.value: .text(typed)])
    case .unknownSetting(let typed, let known):
      strings(
        .settingsUnknownKey,
        [.key: .text(typed), .allowed: .text(known.joined(separator: ", "))])
    case .invalidSetting(let option, let typed, let allowed),
      .invalidOption(let option, let typed, let allowed):
      strings(
        .usageInvalidValueAllowed,
        [
          .option: .text(option), .value: .text(typed),
          .allowed: .text(allowed.joined(separator: ", ")),
        ])
    case .needsTerminal(let flag): strings(.usageNeedsTerminal, [.option: .command(flag)])
    case .appNeedsTerminal: strings(.usageAppNeedsTerminal)
    case .noBrowser: strings(.errorLoginNoBrowser, [.command: loginCommand])
    case .requires(let option, let other):
      strings(.usageRequires, [.option: .text(option), .other: .text(other)])
    case .missingArgument(let name):
      strings(.usageMissingArgument, [.argument: .text(name)])
    case .condition(let problem):
      strings.suggesting(
        problem.near ?? "", .errorCondition,
        [
          .value: .text(problem.text),
          .detail: .text(
            StructureProblemText(strings).text(.expression(problem.reason, near: nil))),
        ])
    case .requiresOneItem(let option):
      strings(.usageRequiresOneItem, [.option: .text(option)])
    case .exclusive(let option, let other):
      strings(.usageExclusive, [.option: .text(option), .other: .text(other)])
    case .malformedCell("", let form):
      strings(.usageMissingArgument, [.argument: .text(strings(form.message))])
    case .malformedCell(let typed, let form):
      strings(.setMalformed, [.value: .text(typed), .form: .text(strings(form.message))])
    case .servicePath(let path, let reason):
      strings(reason.message, [.path: .text(SafeText.singleLine(path))])
    case .unknownServicePath(let path):
      strings(.apiPathUnknown, [.path: .text(SafeText.singleLine(path))])
    case .noPages(let number): strings(.apiNoPages, [.value: .text("\(number)")])
    case .tooManyPages(let limit): strings(.apiTooManyPages, [.limit: .text("\(limit)")])
    case .input(let path, let problem): strings(problem.message, [.file: .text(path)])
    case .token(let problem): token(problem)
    case .csv(let error, nil): table(error)
    case .csv(let error, let file?): file + ": " + table(error)
    case .computedItem(let item, let course):
      strings(
        .enterComputed,
        [.item: .text(item), .command: .command("grades items \(course)")])
    case .assumedComputed(let item, let course):
      strings(
        .enterComputed, [.item: .text(item), .command: .command("grades course \(course)")])
    case .assumedUnknown(let item, let course):
      strings(
        .errorUnknownItem,
        [
          .item: .text(item), .course: .text(course.rawValue),
          .command: .command("grades course \(course)"),
        ])
    case .assumedValue(let item, let typed, let problem):
      problem.sentence(item, typed).text(strings)
    case .repeatedAssignment(let key):
      strings(.usageRepeatedAssignment, [.item: .text(key)])
    case .planGoal(.neverGiven(let wanted, let given), let course):
      strings(
        .planNeverGiven,
        [
          .course: .text(course.rawValue), .value: .text(wanted),
          .allowed: .text(given.joined(separator: ", ")),
        ])
    case .planGoal(let problem, let course):
      strings(problem.message, [.course: .text(course.rawValue)])
    case .plannedGrade(let course, let typed):
      strings(.studyWrongGrade, [.course: .text(course), .value: .text(typed)])
    case .courseCredits(let course, let typed):
      strings(
        .studyWrongCredits,
        [
          .course: .text(course), .value: .text(typed),
          .minimum: .number(StudyRecord.creditRange.lowerBound),
          .maximum: .number(StudyRecord.creditRange.upperBound),
        ])
    case .courseNotStudied(let typed, let suggestions):
      strings.suggesting(
        suggestions.joined(separator: ", "), .studyUnknownCourse, [.course: .text(typed)])
    case .structureRemovals(let items):
      strings(.errorStructureRemovals, [.item: .text(Self.list(items.map(\.rawValue)))])
    case .structureUndecided(let course, let items, let path):
      strings(
        items.isEmpty ? .errorStructureUncertain : .errorStructureConflicts,
        [
          .course: .text(course.rawValue), .item: .text(Self.list(items.map(\.rawValue))),
          .command: .command("grades structure export \(course) --update \(path)"),
        ])
    case .structureChanged(let course, let items):
      strings(
        .errorStructureChanged,
        [
          .course: .text(course.rawValue), .item: .text(Self.list(items.map(\.rawValue))),
        ])
    case .structureMapTaken(let error):
      strings(
        .errorStructureMapTaken,
        [.item: .text(error.old.rawValue), .other: .text(error.new.rawValue)])
    case .structureBackupElsewhere(let path, let made):
      strings(.errorStructureBackupElsewhere, [.file: .text(path), .found: .text(made)])
    case .structureBackupUnreadable(let path):
      strings(.errorStructureBackupUnreadable, [.file: .text(path)])
    case .fileExists(let path): strings(.exportFileExists, [.file: .text(path)])
    case .unconfirmed(let count, let until, let kept):
      strings(
        .errorUnconfirmed,
        [.count: .count(count), .time: .text(dates.timeWithSeconds(until))])
        + (kept > 0 ? " " + strings(.errorUnconfirmedOthers, [.count: .count(kept)]) : "")
    case .publishTimedOut: strings(.errorPublishTimedOut)
    case .noDraft(let cell): strings(.draftsNone, [.value: .text(cell)])
    case .unknownNotification(let id):
      strings(.notificationsUnknown, [.value: .text(id)])
    case .unknownProgram(let path): strings(.watchNoProgram, [.file: .text(path)])
    case .unknownMoment(let typed): strings(.changesMalformedSince, [.value: .text(typed)])
    case .serviceSettingsUnknown(let key):
      strings(.serviceSettingsUnreadable, [.key: .text(key)])
    case .reversal(.isUndo(let batch)): strings(.undoIsUndo, [.batch: .text("\(batch)")])
    case .reversal(.isNoUndo(let batch)): strings(.redoIsNoUndo, [.batch: .text("\(batch)")])
    case .unknownBatch(let batch): strings(.undoUnknownBatch, [.batch: .text("\(batch)")])
    case .severalCourses(let courses):
      strings(.draftsSeveralCourses, [.allowed: .text(courses.joined(separator: ", "))])
    case .severalValues(let typed):
      strings(.usageUnexpectedArgument, [.value: .text(typed)])
    case .ambiguousSign(let typed):
      strings(.reviewingProblem, [.reason: .text(Sentence(ambiguousSign: typed).text(strings))])
    case .offlineImpossible: strings(.errorOfflineImpossible)
    case .portBusy(let port): strings(.errorServerPortBusy, [.port: .text("\(port)")])
    case .embeddedService: strings(.errorServerNotStarted)
    case .embeddedData(let path):
      strings(.errorServerDataUnusable, [.file: .text(path)])
    case .output(let diskFull):
      strings(diskFull ? .errorOutputDiskFull : .errorOutputUnwritable)
    case .unexpected: strings(.errorUnexpected)
    case .cancelled: strings(.errorCancelled)
    }
  }

  private var loginCommand: Argument {
    .command(host?.isEmbedded == true ? "grades login --demo" : "grades login")
  }

  /// What helps where access is denied: another token in the environment, another user of the demo, or a login with
  /// more permissions.
  private var notPermitted: Message {
    if isTokenGiven { return .errorNotPermittedTokenGiven }
    return host?.isEmbedded == true ? .errorNotPermittedDemo : .errorNotPermitted
  }

  private var hostName: String { host?.shortName ?? ValueText.nothing }

  private func service(_ error: GradesError) -> String {
    let command = loginCommand
    return switch error {
    case .unreachable(let reason): unreachable(reason)
    case .notSignedIn(.noCredentials):
      strings(.errorNotSignedInNoCredentials, [.host: .text(hostName), .command: command])
    case .notSignedIn(.expired): strings(.errorNotSignedInExpired, [.command: command])
    case .notSignedIn(.rejected): strings(.errorNotSignedInRejected, [.command: command])
    case .notPermitted:
      strings(notPermitted, [.command: command])
    case .notSignedIn(.otherUser): strings(.errorNotSignedInOtherUser)
    case .tokenReplaced: strings(.errorTokenReplaced)
    case .notFound: strings(.errorNotFound)
    case .badRequest(let detail?): strings(.errorBadRequestDetail, [.detail: .text(detail)])
    case .badRequest: strings(.errorBadRequest)
    case .conflict: strings(.errorConflict)
    case .tooManyRequests(let wait?):
      strings(.errorTooManyRequestsRetryAfter, [.count: .count(Int(wait.components.seconds))])
    case .tooManyRequests: strings(.errorTooManyRequests)
    case .serviceFailure(let status, let wait?):
      strings(
        .errorServiceFailureRetryAfter,
        [.status: .text("\(status)"), .count: .count(Int(wait.components.seconds))])
    case .serviceFailure(let status, nil):
      strings(.errorServiceFailure, [.status: .text("\(status)")])
    case .unexpectedStatus(let status):
      strings(.errorUnexpectedStatus, [.status: .text("\(status)")])
    case .unreadable(let reason): unreadable(reason)
    case .login(let reason): login(reason)
    case .cancelled: strings(.errorCancelled)
    }
  }

  private func unreachable(_ reason: GradesError.Unreachable) -> String {
    let host: [Placeholder: Argument] = [.host: .text(hostName)]
    return switch reason {
    case .refused: strings(.errorUnreachableRefused, host)
    case .nameNotFound: strings(.errorUnreachableNameNotFound, host)
    case .timedOut: strings(.errorUnreachableTimedOut, host)
    case .tls(.expired): strings(.errorUnreachableTlsExpired, host)
    case .tls(.wrongName): strings(.errorUnreachableTlsWrongName, host)
    case .tls(.untrusted): strings(.errorUnreachableTlsUntrusted, host)
    case .tls(.oldProtocol): strings(.errorUnreachableTlsOldProtocol, host)
    case .tls(.notTLS): strings(.errorUnreachableTlsMissing, host)
    case .tls(.other): strings(.errorUnreachableTls, host)
    case .connectionLost: strings(.errorUnreachableConnectionLost, host)
    case .curlMissing: strings(.errorUnreachableCurlMissing)
    case .insecureAddress: strings(.errorUnreachableInsecureAddress)
    case .other(let code):
      strings(.errorUnreachableOther, [.host: .text(hostName), .code: .text("\(code)")])
    }
  }

  private func unreadable(_ reason: GradesError.Unreadable) -> String {
    switch reason {
    case .html: strings(.errorUnreadableHtml)
    case .truncated: strings(.errorUnreadableTruncated)
    case .tooLarge: strings(.errorUnreadableTooLarge)
    // The outermost value has no path.
    case .json(let path) where !path.allSatisfy(\.isWhitespace):
      strings(.errorUnreadableJson, [.path: .text(path)])
    case .json, .text: strings(.errorUnreadableText)
    case .endless(let pages): strings(.errorUnreadableEndless, [.limit: .text("\(pages)")])
    }
  }

  private func neverLoaded(_ subject: NothingStored.Subject) -> String {
    switch subject {
    case .course(let code, let semester):
      strings(
        .errorNeverLoadedCourse,
        [.course: .text(code.rawValue), .semester: .text(semester.rawValue)])
    case .partOfCourse(let code, let semester):
      strings(
        .errorNeverLoadedPart,
        [.course: .text(code.rawValue), .semester: .text(semester.rawValue)])
    case .courses(let semester):
      strings(.errorNeverLoadedCourses, [.semester: .text(semester.rawValue)])
    case .notifications: strings(.errorNeverLoadedNotifications)
    }
  }
}

extension FailureSentence {
  /// Why a file is no table of values.
  private func table(_ error: TableError) -> String {
    switch error {
    case .empty: strings(.csvEmpty)
    case .tooLarge:
      strings(.csvTooLarge, [.limit: .count(TableFile.largestFile >> 20)])
    case .damagedText: strings(.csvUndecodable)
    case .notUTF8(let line, let column):
      strings(.csvNotUTF8, [.line: .text("\(line)"), .column: .text("\(column)")])
    case .foreign(let form): strings(.csvForeign, [.form: .text(form)])
    case .notText: strings(.csvNotText)
    case .json(let problem): json(problem)
    case .noStudents(let titles):
      strings(.csvNoUsernameColumn, [.found: .text(Self.list(titles))])
    case .unclosedQuote(let row): strings(.csvUnterminatedQuote, [.row: .text("\(row)")])
    case .damagedWorkbook: strings(.workbookDamaged)
    case .oldWorkbook: strings(.workbookOld)
    case .otherWorkbook: strings(.workbookOther)
    case .unknownSheet(let choice, let existing):
      strings(
        .workbookUnknownSheet, [.value: .text(choice), .allowed: .text(Self.list(existing))])
    case .noWorkbook: strings(.workbookNone)
    case .noText: strings(.workbookEncoding)
    case .sheet(let sheet, let error):
      strings(.workbookSheet, [.value: .text(sheet.name), .total: .count(sheet.count)]) + " "
        + table(error)
    }
  }

  private func json(_ problem: JSONTableProblem) -> String {
    var arguments: [Placeholder: Argument] = [
      .line: .text("\(problem.line)"), .column: .text("\(problem.column)"),
    ]
    switch problem.kind {
    case .truncated: return strings(.jsonTableTruncated, arguments)
    case .unexpected(let text):
      arguments[.found] = .text(text)
      return strings(.jsonTableUnexpected, arguments)
    case .tooLarge: return strings(.jsonTableTooLarge, arguments)
    case .lacks(let key):
      arguments[.key] = .text(key)
      return strings(.jsonTableLacks, arguments)
    case .noValue: return strings(.jsonTableNoValue, arguments)
    }
  }

  private static func list(_ titles: [String]) -> String {
    let named = titles.map(\.asTitle).filter { !$0.isEmpty }
    let rest = named.count > 20 ? ", …" : ""
    return named.isEmpty ? ValueText.nothing : named.prefix(20).joined(separator: ", ") + rest
  }

  private func login(_ reason: LoginFailure) -> String {
    let file: [Placeholder: Argument] = [.file: .text(configurationFile)]
    return switch reason {
    case .denied: strings(.errorLoginDenied)
    case .timedOut: strings(.errorLoginTimedOut)
    case .portBusy(let port): strings(.errorLoginPortBusy, [.port: .text("\(port)")])
    case .portNotAllowed(let port): strings(.errorLoginPortNotAllowed, [.port: .text("\(port)")])
    case .redirectURIUnusable: strings(.errorLoginRedirectUnusable, file)
    case .notARedirect: strings(.errorLoginPasted)
    case .wrongState: strings(.errorLoginWrongState)
    case .codeRefused: strings(.errorLoginCodeRefused)
    case .clientMissing:
      strings(
        .errorLoginClientNotConfigured,
        [
          .file: .text(configurationFile), .address: .text(registration.redirectURI),
          .allowed: .text(registration.scopes.joined(separator: ", ")),
        ])
    case .clientRefused: strings(.errorLoginClientRefused, file)
    case .tokenRefused: strings(.errorLoginTokenRefused, [.host: .text(hostName)])
    case .scopesRefused(let scopes):
      strings(
        .errorLoginScopeRefused,
        [.file: .text(configurationFile), .allowed: .text(scopes.joined(separator: ", "))])
    case .writingNotGranted: strings(.errorLoginWritingNotGranted)
    case .refused(let error): strings(.errorLoginServerError, [.code: .text(error)])
    case .keyringUnusable: strings(.errorLoginKeyring, file)
    case .storedTokenMalformed(let path?):
      strings(.errorLoginTokenMalformed, [.file: .text(path), .command: loginCommand])
    case .storedTokenMalformed:
      strings(.errorLoginTokenMalformedInKeyring, [.command: loginCommand])
    case .storeBusy(let path): strings(.errorLoginStoreBusy, [.file: .text(path)])
    case .tokensRemainInKeyring: strings(.errorLoginTokensRemainInKeyring)
    case .storeUnreadable(let path): strings(.errorFileUnreadable, [.file: .text(path)])
    case .storeUnusable(let path, let systemError):
      strings(
        SystemError(code: systemError).meansFull ? .errorFileDiskFull : .errorFileUnwritable,
        [.file: .text(path)])
    }
  }

  private func token(_ problem: TokenProblem) -> String {
    switch problem {
    case .terminal: strings(.tokenTerminal)
    case .empty: strings(.tokenEmpty)
    case .tooLong: strings(.tokenTooLong, [.limit: .count(TokenInput.longest >> 10)])
    case .malformed: strings(.tokenMalformed)
    }
  }

  /// A sentence for what is wrong with a file of ours.
  private func file(_ problem: FileProblem) -> String {
    let file: [Placeholder: Argument] = [.file: .text(problem.path)]
    return switch problem.kind {
    case .damaged(let reason, let line):
      strings(
        .settingsDamaged,
        [
          .file: .text(problem.path), .line: .text("\(line)"),
          .reason: .text(ConfigurationSentence(strings).text(of: reason)),
        ])
    case .unreadable: strings(.errorFileUnreadable, file)
    case .draftsDamaged: strings(.errorDraftsDamaged, file)
    case .remains: strings(.errorFileRemains, file)
    case .draftDamage(let damage): sentence(for: damage, in: problem.path)
    case .newer: strings(.errorFileNewer, file)
    case .diskFull: strings(.errorFileDiskFull, file)
    case .failing: strings(.errorFileFailing, file)
    case .busy: strings(.errorFileBusy, file)
    case .unwritable: strings(.errorFileUnwritable, file)
    case .invalidValue(let key, let value, let line):
      strings(
        .settingsInvalidStored,
        [
          .file: .text(problem.path), .line: .text("\(line)"), .key: .text(key),
          .value: .text(value),
        ])
    }
  }

  /// A sentence for damage to the drafts' file. A draft is named as on the command line.
  private func sentence(for damage: DraftDamage, in path: String) -> String {
    switch damage {
    case .draft(_, let course, let username, let identifier):
      let parts = [course?.rawValue, username?.rawValue, identifier?.rawValue].map { $0 ?? "?" }
      return strings(
        .errorDraftDamaged,
        [.file: .text(path), .value: .text("\(parts[0]) \(parts[1]):\(parts[2])")])
    case .batch(let number):
      return strings(.errorBatchDamaged, [.file: .text(path), .batch: .text("\(number)")])
    case .file(let aside): return strings(.errorDraftsMoved, [.file: .text(aside.path)])
    }
  }

  /// The whole line for standard error.
  func line(for failure: Failure) -> String {
    if failure == .cancelled { return sentence(for: failure) }
    return SafeText.singleLine("\(strings(.errorTitle)): \(sentence(for: failure))")
  }
}

extension LoginFailure {
  /// The status for the shell.
  var status: ExitStatus {
    switch self {
    case .denied, .timedOut, .wrongState, .codeRefused, .tokenRefused, .refused,
      .scopesRefused, .writingNotGranted,
      .storedTokenMalformed:
      .notPermitted
    case .storeBusy: .unfinished
    case .notARedirect: .refused
    case .portBusy, .portNotAllowed, .keyringUnusable: .unavailable
    case .redirectURIUnusable, .clientMissing, .clientRefused, .storeUnreadable: .configuration
    case .storeUnusable, .tokensRemainInKeyring: .cannotWrite
    }
  }
}

extension CellForm {
  /// How it is written.
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

extension InputProblem {
  fileprivate var message: Message {
    switch self {
    case .missing: .errorFileNotFound
    case .folder: .errorFileFolder
    case .unreadable: .errorFileUnreadable
    case .notText: .errorFileNotText
    case .tooLarge: .errorFileTooLarge
    }
  }
}

extension InvalidServicePath {
  fileprivate var message: Message {
    switch self {
    case .fragment: .apiPathFragment
    case .dots: .apiPathDots
    case .controlCharacter, .emptyPart, .backslash: .apiPathInvalid
    case .percent: .apiPathPercent
    case .otherAddress: .apiPathElsewhere
    }
  }
}

extension PlanGoalProblem {
  /// The sentence.
  fileprivate var message: Message {
    switch self {
    case .noGrade: .planNoGrade
    case .notALetter: .planNoLetter
    case .noPoints: .planNoPoints
    case .cannotPass: .planNoPass
    case .neverGiven: .planNeverGiven
    }
  }
}
