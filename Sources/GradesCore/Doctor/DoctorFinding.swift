import GradesClient

/// What a check has found.
package struct DoctorFinding: Hashable, Sendable {
  /// How a check ended.
  package enum Outcome: String, Sendable, CaseIterable {
    /// All is as it should be.
    case ok
    /// The program works, but not with all of it, or differently from what was assumed.
    case warning
    /// Something does not work.
    case failed
    /// It could not be checked.
    case notTried
  }

  /// What was checked.
  package var check: DoctorCheck
  /// How it ended.
  package var outcome: Outcome
  /// What was seen, in words of the program and of the contract: never a name, a value or a token.
  package var observed: [String]
  /// Words of the service that were seen, such as types of groups. They may be anything, so a report has none.
  package var words: [String]
  /// What is wrong, or why it was not tried; nil where there is nothing to say.
  package var problem: DoctorProblem?

  /// Makes a finding.
  package init(
    _ check: DoctorCheck, _ outcome: Outcome, _ observed: [String] = [], words: [String] = [],
    problem: DoctorProblem? = nil
  ) {
    self.check = check
    self.outcome = outcome
    self.observed = observed
    self.words = words
    self.problem = problem
  }
}

/// Why a check is not fine; each has something to do about it.
package enum DoctorProblem: Hashable, Sendable {
  /// A mistake in the configuration or the settings, as a sentence; the rest was checked without it.
  case misconfigured(String)
  /// A request or the login failed.
  case failure(GradesError)
  /// Others may read a file or folder.
  case readableByOthers(path: String)
  /// A file cannot be opened, or not by this user.
  case unreadableFile(path: String)
  /// A file's content is damaged.
  case damagedFile(path: String)
  /// libcurl is missing or too old.
  case curlMissing
  /// The clock differs by so many seconds; positive: this machine's is fast.
  case clockOff(seconds: Int)
  /// The certificate of the service ends in so many days.
  case certificateEnds(days: Int)
  /// The login has no way to renew its token.
  case noRenewal
  /// Scopes that the login lacks.
  case missingScopes([String])
  /// The login server did not say what the login may do.
  case unknownScopes
  /// The login may only read, so that it cannot show whether it could write.
  case readOnlyLogin
  /// The response has another shape, and the program does not read it.
  case otherShape
  /// The service does otherwise than the program assumes.
  case otherThanAssumed
  /// Requests are not allowed (`--offline`).
  case offline
  /// No user is logged in.
  case notSignedIn
  /// The service could not be reached before.
  case unreachable
  /// The service allows no more requests for this time, as far as it says so.
  case tooManyRequests(wait: Duration?)
  /// The user studies no course, or teaches none.
  case noCourse
  /// Only a teacher's login shows it, and the user teaches nothing; or only a student's.
  case onlyTeachers, onlyStudents
  /// The course has neither test students nor a tutorial or a laboratory that could be read in their place.
  case noSmallGroup
  /// The service does not say it, and nothing depends on it.
  case notSaid
  /// There are too few data to see it.
  case notEnoughData
}
