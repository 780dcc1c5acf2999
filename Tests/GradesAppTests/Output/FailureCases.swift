import Foundation
import GradesClient
import GradesConfiguration
import GradesCore

@testable import GradesApp

/// Every way of failing, at least once. A new one does not compile before it has its examples here.
enum FailureCases {
  static let failures: [Failure] =
    errors.map(Failure.service) + configuration.map(Failure.configuration) + files + own
    + InvalidServicePath.allCases.map { .servicePath("/public/x", $0) }

  private static let files: [Failure] = [
    .damaged(.unexpectedEnd, line: 3), .unreadable, .unwritable, .diskFull, .failing,
    .invalidValue(key: "semester", value: "autumn", line: 2),
    .remains,
  ].map { (kind: FileProblem.Kind) -> Failure in
    .file(FileProblem(path: "/home/jana/file.json", kind: kind))
  }

  private static let own: [Failure] = [
    .structureRemovals([ItemIdentifier("du1")]),
    .structureChanged(course, items: [ItemIdentifier("du1")]),
    .structureUndecided(course, items: [ItemIdentifier("du1")], path: "course.yaml"),
    .structureUndecided(course, items: [], path: "course.yaml"),
    .missingArgument("username"),
    .structureBackupElsewhere(path: "backup.json", made: "grades.fit.cvut.cz"),
    .structureMapTaken(
      StructureCopy.TakenIdentifier(old: ItemIdentifier("du1"), new: ItemIdentifier("du2"))),
    .structureBackupUnreadable(path: "backup.json"),
    .nothingStored(offline: true), .nothingStored(offline: false), .offlineImpossible,
    .neverLoaded(.course(course, b231)), .neverLoaded(.partOfCourse(course, b231)),
    .neverLoaded(.notifications), .neverLoaded(.courses(b231)),
    .unknownCourse(typed: "XI-AAB", semester: b231, suggestions: []),
    .unknownCourse(typed: "XI-AAB", semester: b231, suggestions: [course]),
    .notStudied(course, semester: b231),
    .ambiguousCourse(typed: "XI-AAA", candidates: [course, CourseCode("XI-AAA.24")]),
    .ambiguousCourse(typed: "xi", candidates: [course, CourseCode("XI-BBB.24")]),
    .unknownStudent(typed: "zkusade", course: course, suggestions: []),
    .unknownStudent(typed: "zkusade", course: course, suggestions: ["zkusade1"]),
    .unknownItem(typed: "du", course: course, suggestions: []),
    .unknownItem(typed: "du", course: course, suggestions: ["du1"]),
    .ambiguousItem(
      typed: "test", course: course, candidates: [ItemIdentifier("a"), ItemIdentifier("b")]),
    .noMinimum(NoMinimum(item: ItemIdentifier("du1"), course: course)),
    .unknownGroup(typed: "AL", course: course, suggestions: []),
    .unknownGroup(typed: "AL", course: course, suggestions: ["ALL"]),
    .ambiguousGroup(
      typed: "101", course: course,
      candidates: [GroupID("PARALLEL_555"), GroupID("PARALLEL_777")]),
    .courseElsewhere(
      course, semester: b231, found: SemesterCode("B222")!, option: "previous"),
    .semesterTooLate(typed: "B291", last: b231),
    .unknownSemester(typed: "autumn"), .unknownSetting(typed: "colour", known: ["language"]),
    .invalidSetting(key: "language", typed: "de", allowed: ["cs", "en"]),
    .invalidOption("--lang", typed: "de", allowed: ["cs", "en"]),
    .needsTerminal(flag: "--yes"), .appNeedsTerminal, .noBrowser, .unknownServicePath("/x"),
    .exclusive("--json", "--csv"),
    .requires("--as", "--demo"), .requiresOneItem("--details"),
    .condition(
      UnusableCondition(
        text: "tset < 5", reason: .unknownItem("tset", at: 0), near: "test")),
    .malformedCell(typed: "du1", form: .cell), .malformedCell(typed: "du1", form: .cellName),
    .malformedCell(typed: "du1", form: .item), .malformedCell(typed: "du1", form: .student),
    .unknownProfile(
      "wrok", host: "production", suggestion: "work", command: "grades login --profile wrok"),
    .unknownProfile(
      "work", host: "production", suggestion: nil, command: "grades login --profile work"),
    .noPages(number: 2), .tooManyPages(limit: 1000), .malformedCell(typed: "lang", form: .field),
    .input(path: "body", .notText), .input(path: "body", .tooLarge),
    .unknownNotification("99"), .unknownProgram("/home/jana/tell"), .unknownMoment("whenever"),
    .assumedComputed("body", course: course),
    .assumedUnknown("x", course: course),
    .assumedValue(ItemIdentifier("du1"), typed: "x", .notANumber),
    .assumedValue(ItemIdentifier("cv1"), typed: "x", .notAValue),
    .assumedValue(ItemIdentifier("du1"), typed: "9", .outOfBounds(bounds(9))),
    .assumedValue(ItemIdentifier("du1"), typed: "-1", .outOfBounds(bounds(-1))),
    .courseCredits("XI-AAA", typed: "x"), .plannedGrade("XI-AAA", typed: "x"),
    .courseNotStudied(typed: "XI-AAB", suggestions: []),
    .courseNotStudied(typed: "XI-AAB", suggestions: ["XI-AAA.23"]),
    .malformedCell(typed: "XI-AAA", form: .courseGrade),
    .malformedCell(typed: "XI-AAA", form: .courseCredits),
    .planGoal(.noGrade, course: course), .planGoal(.notALetter, course: course),
    .planGoal(.noPoints, course: course), .planGoal(.cannotPass, course: course),
    .planGoal(.neverGiven("Z", given: ["A", "B"]), course: course),
    .repeatedAssignment("du1"),
    .unconfirmed(count: 2, until: Date(timeIntervalSince1970: 1_790_000_000), kept: 0),
    .unconfirmed(count: 1, until: Date(timeIntervalSince1970: 1_790_000_000), kept: 3),
    .publishTimedOut,
    .serviceSettingsUnknown(key: "emails"), .noDraft(cell: "zkusade1:du1"), .unknownBatch(7),
    .reversal(.isUndo(7)), .reversal(.isNoUndo(7)),
    .severalCourses(["XI-AAA.23", "XI-BBB"]),
    .severalValues("7.5"), .ambiguousSign("+1"), .input(path: "marks.csv", .missing),
    .input(path: "marks", .folder),
    .input(path: "marks.csv", .unreadable), .token(.terminal), .token(.empty), .token(.tooLong),
    .token(.malformed), .csv(.empty), .csv(.tooLarge), .csv(.damagedText),
    .csv(.noStudents(["name", "du1"])), .csv(.noStudents([])),
    .csv(.unclosedQuote(row: 3)), .csv(.notText), .csv(.foreign("HTML")),
    .csv(.notUTF8(line: 2, column: 3)), .csv(.empty, file: "map.csv"),
    .csv(.json(JSONTableProblem(.truncated, line: 2, column: 3))),
    .csv(.json(JSONTableProblem(.unexpected("x"), line: 2, column: 3))),
    .csv(.json(JSONTableProblem(.tooLarge, line: 2, column: 3))),
    .csv(.json(JSONTableProblem(.lacks("items"), line: 2, column: 3))),
    .csv(.json(JSONTableProblem(.noValue, line: 2, column: 3))),
    .computedItem("body", course: course),
    .csv(.damagedWorkbook), .csv(.oldWorkbook), .csv(.otherWorkbook),
    .csv(.unknownSheet("List1", existing: ["Data"])), .csv(.noWorkbook), .csv(.noText),
    .fileExists(path: "marks.xlsx"),
    .portBusy(8080), .embeddedService, .embeddedData(path: "/tmp/demo.sqlite"),
    .output(diskFull: true), .output(diskFull: false), .unexpected("something else"), .cancelled,
  ]

  private static func bounds(_ number: Double) -> BoundsViolation {
    let item = Classification(
      identifier: ItemIdentifier("du1"), minimumValue: 0, maximumValue: 5.5)
    return BoundsViolation(.number(number), of: item)!
  }

  private static let b231 = SemesterCode("B231")!
  private static let course = CourseCode("XI-AAA.23")

  static let errors: [GradesError] =
    unreachable.map(GradesError.unreachable) + logins.map(GradesError.login)
    + [
      .html, .truncated, .tooLarge, .json(path: "[2].username"), .json(path: ""), .text,
      .endless(pages: 500),
    ].map { .unreadable($0) } + [
      .notSignedIn(.noCredentials), .notSignedIn(.expired), .notSignedIn(.rejected),
      .notSignedIn(.otherUser), .notPermitted, .tokenReplaced, .notFound,
      .badRequest(detail: nil), .badRequest(detail: "Unknown course"),
      .conflict, .tooManyRequests(retryAfter: nil), .tooManyRequests(retryAfter: .seconds(1)),
      .tooManyRequests(retryAfter: .seconds(3)), .tooManyRequests(retryAfter: .seconds(90)),
      .serviceFailure(status: 503), .serviceFailure(status: 503, retryAfter: .seconds(3)),
      .unexpectedStatus(302), .cancelled,
    ]

  private static let unreachable: [GradesError.Unreachable] =
    [
      .refused, .nameNotFound, .timedOut, .connectionLost, .curlMissing, .insecureAddress,
      .other(code: 56),
    ] + TLSFailure.allCases.map { .tls($0) }

  private static let logins: [LoginFailure] = [
    .denied, .timedOut, .portBusy(8765), .portNotAllowed(80), .redirectURIUnusable, .notARedirect,
    .wrongState, .codeRefused, .clientMissing, .clientRefused, .tokenRefused,
    .scopesRefused(["cvut:grades:user-read"]), .writingNotGranted, .keyringUnusable,
    .refused(error: "server_error"),
    .storeUnreadable(path: "/home/jana/credentials.json"),
    .storeUnusable(path: "/home/jana/credentials.json", systemError: 13),
    .storedTokenMalformed(path: "/home/jana/credentials.json"), .storedTokenMalformed(path: nil),
    .storeBusy(path: "/home/jana/credentials.json"),
    .tokensRemainInKeyring,
  ]

  private static let reasons: [ConfigurationError.Reason] = [
    .missingFile, .unreadableFile, .tooLarge, .notUTF8, .tooDeep, .unexpected("]"),
    .unexpectedEnd, .unterminatedText, .duplicateKey, .unknownKey(suggestion: nil),
    .unknownKey(suggestion: "host"), .notText, .notNumber, .notTexts, .notObject, .empty,
    .unknownStore("pocket", known: ["file", "keyring"]),
    .invalidURL("grades"), .insecureURL("http://grades.example.org"), .invalidRedirect("x:"),
    .unknownHost("prod", known: ["production"], suggestion: nil),
    .outOfRange(minimum: 0.1, maximum: 60), .missingHome, .invalidProfile("a/b"),
  ]

  static let configuration: [ConfigurationError] =
    reasons.map { ConfigurationError(key: "GRADES_HOST", reason: $0) } + [
      ConfigurationError(file: "/home/jana/c.json", reason: .tooLarge),
      ConfigurationError(file: "/home/jana/c.json", line: 3, reason: .unexpectedEnd),
      ConfigurationError(file: "/home/jana/c.json", key: "host", reason: .empty),
      ConfigurationError(file: "/home/jana/c.json", line: 3, key: "host", reason: .empty),
      ConfigurationError(reason: .missingHome),
    ]

  /// The name of a case; the switches have no default, so that none can be forgotten above.
  static func name(of failure: Failure) -> String {
    switch failure {
    case .service(let error): name(of: error)
    case .configuration(let error): name(of: error.reason)
    case .nothingStored: "nothingStored"
    case .neverLoaded: "neverLoaded"
    case .offlineImpossible: "offlineImpossible"
    case .unknownProfile: "unknownProfile"
    case .servicePath(_, let reason): "servicePath \(reason)"
    case .noPages: "noPages"
    case .tooManyPages: "tooManyPages"
    case .file: "file"
    case .output: "output"
    case .unknownCourse: "unknownCourse"
    case .notStudied: "notStudied"
    case .ambiguousCourse: "ambiguousCourse"
    case .unknownStudent: "unknownStudent"
    case .unknownItem: "unknownItem"
    case .ambiguousItem: "ambiguousItem"
    case .noMinimum: "noMinimum"
    case .unknownGroup: "unknownGroup"
    case .ambiguousGroup: "ambiguousGroup"
    case .courseElsewhere: "courseElsewhere"
    case .semesterTooLate: "semesterTooLate"
    case .unknownSemester: "unknownSemester"
    case .unknownSetting: "unknownSetting"
    case .invalidSetting: "invalidSetting"
    case .invalidOption: "invalidOption"
    case .needsTerminal: "needsTerminal"
    case .appNeedsTerminal: "appNeedsTerminal"
    case .noBrowser: "noBrowser"
    case .unknownServicePath: "unknownServicePath"
    case .exclusive: "exclusive"
    case .requires: "requires"
    case .requiresOneItem: "requiresOneItem"
    case .condition: "condition"
    case .malformedCell: "malformedCell"
    case .input: "input"
    case .token(let problem): "token \(problem)"
    case .csv: "csv"
    case .computedItem: "computedItem"
    case .assumedComputed: "assumedComputed"
    case .assumedUnknown: "assumedUnknown"
    case .assumedValue: "assumedValue"
    case .repeatedAssignment: "repeatedAssignment"
    case .planGoal(let problem, _): "planGoal \(problem)"
    case .plannedGrade: "plannedGrade"
    case .courseCredits: "courseCredits"
    case .courseNotStudied: "courseNotStudied"
    case .structureRemovals: "structureRemovals"
    case .structureChanged: "structureChanged"
    case .structureUndecided: "structureUndecided"
    case .missingArgument: "missingArgument"
    case .structureBackupElsewhere: "structureBackupElsewhere"
    case .structureMapTaken: "structureMapTaken"
    case .structureBackupUnreadable: "structureBackupUnreadable"
    case .fileExists: "fileExists"
    case .unknownNotification: "unknownNotification"
    case .unknownProgram: "unknownProgram"
    case .unknownMoment: "unknownMoment"
    case .serviceSettingsUnknown: "serviceSettingsUnknown"
    case .unconfirmed: "unconfirmed"
    case .publishTimedOut: "publishTimedOut"
    case .noDraft: "noDraft"
    case .unknownBatch: "unknownBatch"
    case .reversal: "reversal"
    case .severalCourses: "severalCourses"
    case .severalValues: "severalValues"
    case .ambiguousSign: "ambiguousSign"
    case .portBusy: "portBusy"
    case .embeddedService: "embeddedService"
    case .embeddedData: "embeddedData"
    case .unexpected: "unexpected"
    case .cancelled: "cancelled"
    }
  }

  private static func name(of error: GradesError) -> String {
    switch error {
    case .unreachable(let reason):
      switch reason {
      case .refused, .nameNotFound, .timedOut, .connectionLost, .curlMissing,
        .insecureAddress:
        "\(reason)"
      case .tls(let failure): "tls \(failure)"
      case .other: "other"
      }
    case .notSignedIn: "notSignedIn"
    case .notPermitted: "notPermitted"
    case .tokenReplaced: "tokenReplaced"
    case .notFound: "notFound"
    case .badRequest: "badRequest"
    case .conflict: "conflict"
    case .tooManyRequests: "tooManyRequests"
    case .serviceFailure: "serviceFailure"
    case .unexpectedStatus: "unexpectedStatus"
    case .unreadable: "unreadable"
    case .login(let failure): name(of: failure)
    case .cancelled: "cancelled"
    }
  }

  private static func name(of failure: LoginFailure) -> String {
    switch failure {
    case .denied, .redirectURIUnusable, .notARedirect, .wrongState, .codeRefused, .clientMissing,
      .clientRefused, .tokenRefused, .writingNotGranted, .keyringUnusable, .tokensRemainInKeyring:
      "\(failure)"
    case .timedOut: "login timedOut"
    case .portBusy: "login portBusy"
    case .portNotAllowed: "portNotAllowed"
    case .refused: "login refused"
    case .scopesRefused: "scopesRefused"
    case .storeUnreadable: "storeUnreadable"
    case .storeUnusable: "storeUnusable"
    case .storedTokenMalformed: "storedTokenMalformed"
    case .storeBusy: "storeBusy"
    }
  }

  private static func name(of reason: ConfigurationError.Reason) -> String {
    switch reason {
    case .missingFile, .unreadableFile, .tooLarge, .notUTF8, .tooDeep, .unexpectedEnd,
      .unterminatedText, .duplicateKey, .notText, .notNumber, .notTexts, .notObject, .empty,
      .missingHome:
      "configuration \(reason)"
    case .unexpected: "configuration unexpected"
    case .unknownKey: "unknownKey"
    case .invalidURL: "invalidURL"
    case .insecureURL: "insecureURL"
    case .invalidRedirect: "invalidRedirect"
    case .unknownHost: "unknownHost"
    case .unknownStore: "unknownStore"
    case .invalidProfile: "invalidProfile"
    case .outOfRange: "outOfRange"
    }
  }
}
