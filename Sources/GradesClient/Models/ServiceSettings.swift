/// A user's settings at the service itself, not in this program (Service contract, 6.15).
///
/// The shape of the answer is unknown, so everything in it may be missing.
public struct ServiceSettings: Codable, Hashable, Sendable {
  /// Whether the service sends no e-mails; nil if unknown.
  public var unsubscribesEmails: Bool?
  /// Choices about courses that the user studies; nil where the answer has no such list. A course
  /// without a choice is neither hidden nor silenced.
  public var studied: [CourseChoice]?
  /// Choices about courses that the user teaches; nil where the answer has no such list.
  public var taught: [CourseChoice]?
  /// Members of the answer that are not known, in its order, with their values as JSON text.
  public var others: [String: String]

  /// Creates a value from its parts.
  public init(
    unsubscribesEmails: Bool? = nil, studied: [CourseChoice]? = nil,
    taught: [CourseChoice]? = nil, others: [String: String] = [:]
  ) {
    self.unsubscribesEmails = unsubscribesEmails
    self.studied = studied
    self.taught = taught
    self.others = others
  }
}

/// A user's choices for one course in one semester (endpoints 37 and 38).
public struct CourseChoice: Codable, Hashable, Identifiable, Sendable {
  /// The course.
  public var course: CourseCode
  /// Whether the service's own pages leave the course out.
  public var isHidden: Bool
  /// Whether the service sends no notifications about the course.
  public var isSilenced: Bool

  /// The course's code.
  public var id: CourseCode { course }

  /// Creates a value from its parts.
  public init(course: CourseCode, isHidden: Bool, isSilenced: Bool) {
    self.course = course
    self.isHidden = isHidden
    self.isSilenced = isSilenced
  }
}

/// A user's role in a course.
public enum CourseRole: String, Codable, Hashable, Sendable, CaseIterable {
  /// The user studies the course.
  case student
  /// The user teaches the course.
  case teacher
}
