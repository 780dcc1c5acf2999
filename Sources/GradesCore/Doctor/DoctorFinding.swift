import GradesClient

/// What a check has found.
package struct DoctorFinding: Hashable, Sendable {
  package enum Outcome: String, Sendable, CaseIterable {
    case ok
    /// The program works, but not with all of it, or differently from what was assumed.
    case warning
    case failed
    case notTried
  }

  package let check: DoctorCheck
  package let outcome: Outcome
  /// What was seen, in words of the program and of the contract: never a name, a value or a token.
  package let observed: [String]
  /// Words of the service that were seen, such as types of groups. They may be anything, so a report has none.
  package var words: [String] = []
  /// What is wrong, or why it was not tried; nil where there is nothing to say.
  package var problem: DoctorProblem?
}

/// Why a check is not fine; each has something to do about it.
package enum DoctorProblem: Hashable, Sendable {
  /// A mistake in the configuration or the settings, as a sentence; the rest was checked without it.
  case misconfigured(String)
  case failure(GradesError)
  case readableByOthers(path: String)
  /// A file cannot be opened, or not by this user.
  case unreadableFile(path: String)
  case damagedFile(path: String)
  /// Nothing can be stored in a folder.
  case unwritableFolder(path: String)
  /// The file system of a folder has no locks.
  case unlockableFolder(path: String)
  /// libcurl is missing or too old.
  case curlMissing
  /// The clock differs by so many seconds; positive: this machine's is fast.
  case clockOff(seconds: Int)
  case certificateEnds(days: Int)
  /// The login has no way to renew its token.
  case noRenewal
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
