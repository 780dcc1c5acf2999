import Foundation
import GradesClient
import GradesConfiguration

@testable import GradesApp
@testable import GradesCore
@testable import JSON

/// The ways of failing that are made in one place; what is made where it is thrown has its runs.
enum FailureCases {
  static let failures: [Failure] =
    errors.map(Failure.service) + configuration.map(Failure.configuration) + files + own + syntax
    + InvalidServicePath.allCases.map { .servicePath("/public/x", $0) }

  private static let file = URL(filePath: "/home/jana/file.json")

  private static let files: [Failure] =
    [
      .damaged(path: file.path, nil), .unreadable(path: file.path),
      .unwritable(path: file.path, isDiskFull: false),
      .unwritable(path: file.path, isDiskFull: true),
      .invalidValue(path: file.path, key: "semester", value: "autumn", line: 2),
    ].map(Failure.settings)
    + [
      .damaged(file), .unreadable(file, .file(file)), .newerVersion(file), .failing(file),
      .busy(file),
    ].map(Failure.drafts)

  private static let own: [Failure] = [
    Failure(
      TakenIdentifier(old: ItemIdentifier("du1"), new: ItemIdentifier("du2"))),
    .nothingStored(offline: true), .nothingStored(offline: false), .offlineImpossible,
    .neverLoaded(.course(course, b231)), .neverLoaded(.partOfCourse(course, b231)),
    .neverLoaded(.notifications), .neverLoaded(.courses(b231)),
    .unknownCourse(typed: "XI-AAB", semester: b231, suggestions: []),
    .unknownCourse(typed: "XI-AAB", semester: b231, suggestions: [course]),
    .ambiguousCourse(typed: "XI-AAA", candidates: [course, CourseCode("XI-AAA.24")]),
    .ambiguousCourse(typed: "xi", candidates: [course, CourseCode("XI-BBB.24")]),
    .unknownStudent(typed: "zkusade", course: course, suggestions: []),
    .unknownStudent(typed: "zkusade", course: course, suggestions: ["zkusade1"]),
    .unknownItem(typed: "du", course: course, suggestions: []),
    .unknownItem(typed: "du", course: course, suggestions: ["du1"]),
    Failure(NoMinimum(item: ItemIdentifier("du1"), course: course)),
    .unknownSetting(typed: "colour", known: ["language"]),
    .invalidOption("language", typed: "de", allowed: ["cs", "en"]),
    .invalidOption("--lang", typed: "de", allowed: ["cs", "en"]),
    .needsTerminal(flag: "--yes"),
    .exclusive("--json", "--csv"),
    .requires("--as", "--demo"),
    Failure(
      UnusableCondition(
        text: "tset < 5", reason: .unknownItem("tset", at: 0), near: "test")),
    .malformedCell(typed: "du1", form: .setFormCell),
    .malformedCell(typed: "", form: .apiFormField),
    .unknownProgram("/home/jana/tell"),
    .planGoal(.noGrade, course: course), .planGoal(.notALetter, course: course),
    .planGoal(.noPoints, course: course), .planGoal(.cannotPass, course: course),
    .planGoal(.neverGiven("Z", given: ["A", "B"]), course: course),
    .repeatedAssignment("du1"),
    .unconfirmed(count: 2, until: Date(timeIntervalSince1970: 1_790_000_000), kept: 0),
    .unconfirmed(count: 1, until: Date(timeIntervalSince1970: 1_790_000_000), kept: 3),
    .serviceSettingsUnknown(key: "emails"), .batch(7),
    Failure(UndoStack.Refusal.isUndo(7)), Failure(UndoStack.Refusal.isNoUndo(7)),
    .csv(.empty), .csv(.tooLarge), .csv(.tooManyCells), .csv(.damagedText),
    .csv(.noStudents(["name", "du1"])), .csv(.noStudents([])),
    .csv(.unclosedQuote(row: 3)), .csv(.notText), .csv(.foreign("HTML")),
    .csv(.notUTF8(line: 2, column: 3)), .csv(.empty, file: "map.csv"),
    .csv(.jsonEntry(lacks: "items", at: place)), .csv(.jsonEntry(lacks: nil, at: place)),
    .computedItem("body", course: course),
    .csv(.workbook(.damaged(part: ""))), .csv(.workbook(.oldFormatOrPassword)),
    .csv(.workbook(.otherFormat)),
    .csv(.workbook(.unknownSheet("List1", existing: ["Data"]))), .csv(.noWorkbook), .csv(.noText),
    .output(diskFull: true), .output(diskFull: false), .unexpected("something else"), .cancelled,
  ]

  private static let place = JSONPosition(of: 4, in: Array("[\n  7]".utf8))
  private static let syntax: [Failure] = [
    JSONSyntaxError.Reason.truncated, .unexpected("x"), .tooLarge,
  ].map { .csv(.json(JSONSyntaxError(reason: $0, position: place, path: ""))) }
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
      .tooManyRequests(retryAfter: .seconds(31_536_000)),
      .serviceFailure(status: 503), .serviceFailure(status: 503, retryAfter: .seconds(3)),
      .unexpectedStatus(302), .cancelled,
    ]

  private static let unreachable: [GradesError.Unreachable] =
    [
      .refused, .nameNotFound, .timedOut, .connectionLost, .curlMissing, .insecureAddress,
      .proxy("proxy.example"), .proxyRefused(status: 407), .proxyRefused(status: 403),
      .certificatesUnreadable, .other(code: 56),
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
    .outOfRange(minimum: 0.1, maximum: 60), .invalidProfile("a/b"),
  ]

  static let configuration: [ConfigurationError] =
    reasons.map { ConfigurationError(key: "GRADES_HOST", reason: $0) } + [
      ConfigurationError(file: "/home/jana/c.json", reason: .tooLarge),
      ConfigurationError(file: "/home/jana/c.json", line: 3, reason: .unexpectedEnd),
      ConfigurationError(file: "/home/jana/c.json", key: "host", reason: .empty),
      ConfigurationError(file: "/home/jana/c.json", line: 3, key: "host", reason: .empty),
    ]
}
