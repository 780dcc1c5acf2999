import GradesClient
import GradesCore
import GradesLocalization

// The doctor's checks and what is wrong with them in the user's language, each with what to do.
extension DoctorFindings {
  func title(of check: DoctorCheck) -> String {
    switch check {
    case .configuration: strings(.settingsPathConfiguration)
    case .files: strings(.settingsPaths)
    case .curl: "libcurl"
    case .network: strings(.doctorNetwork)
    case .tls: strings(.doctorTLS)
    case .clock: strings(.doctorClock)
    case .login: strings(.doctorLogin)
    case .scopes: strings(.statusAccess)
    case .roles: strings(.doctorRoles)
    case .endpoint(let number): DoctorCheck.endpoints[number] ?? "\(number)"
    case .question(let question): Self.questions[question].map { strings($0) } ?? question.rawValue
    }
  }

  private static let questions: [DoctorQuestion: Message] = [
    .oneToken: .doctorQuestionOneToken, .missing: .doctorQuestionMissing,
    .invalid: .doctorQuestionInvalid, .semesterWords: .doctorQuestionSemesterWords,
    .wordsElsewhere: .doctorQuestionWordsElsewhere, .showHidden: .doctorQuestionShowHidden,
    .pages: .doctorQuestionPages, .newDefinitions: .doctorQuestionNewDefinitions,
    .oldDefinitions: .doctorQuestionOldDefinitions, .groups: .doctorQuestionGroups,
    .aggregations: .doctorQuestionAggregations, .skills: .doctorQuestionSkills,
    .overviewErrors: .doctorQuestionOverviewErrors,
    .overviewCourses: .doctorQuestionOverviewCourses, .lifetime: .doctorQuestionLifetime,
    .rateLimit: .doctorQuestionRateLimit,
  ]

  /// Sentences about configurations have no period at the end, others have one.
  private static func withPeriod(_ sentence: String) -> String {
    [".", "?"].contains(sentence.last) ? sentence : sentence + "."
  }

  func sentence(for problem: DoctorProblem) -> String {
    switch problem {
    case .misconfigured(let mistake):
      strings(.doctorMisconfigured, [.reason: Self.withPeriod(mistake)])
    case .failure(let error): failures.sentence(for: Failure(error))
    case .readableByOthers(let path): strings(.doctorReadableByOthers, [.file: path])
    case .unreadableFile(let path): strings(.errorFileUnreadable, [.file: path])
    case .unwritableFolder(let path): strings(.errorFileUnwritable, [.file: path])
    case .unlockableFolder(let path): strings(.doctorUnlockable, [.file: path])
    case .damagedFile(let path): strings(.doctorDamagedFile, [.file: path])
    case .curlMissing: failures.sentence(for: .service(.unreachable(.curlMissing)))
    case .clockOff(let seconds):
      strings(seconds > 0 ? .doctorClockFast : .doctorClockSlow, [.count: abs(seconds)])
    case .certificateEnds(let days): strings(.doctorCertificateEnds, [.count: days])
    case .noRenewal: strings(.doctorNoRenewal)
    case .missingScopes(let scopes):
      strings(.doctorMissingScopes, [.value: scopes.joined(separator: ", ")])
    case .unknownScopes: strings(.doctorUnknownScopes)
    case .readOnlyLogin: strings(.doctorReadOnlyLogin)
    case .otherShape: strings(.doctorOtherShape)
    case .otherThanAssumed: strings(.doctorOtherThanAssumed)
    case .offline: strings(.doctorOffline)
    case .notSignedIn: strings(.doctorNotSignedIn)
    case .unreachable: strings(.doctorUnreachable)
    case .tooManyRequests(let wait):
      failures.sentence(for: .service(.tooManyRequests(retryAfter: wait)))
    case .noSmallGroup: strings(.doctorNoSmallGroup)
    case .onlyTeachers, .onlyStudents: strings(.doctorOtherRole)
    case .notSaid: strings(.doctorNotSaid)
    case .noCourse: strings(.doctorNoCourse)
    case .notEnoughData: strings(.doctorNotEnoughData)
    }
  }
}
