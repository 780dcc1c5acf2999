import GradesClient

/// Whose edits they are: a user on one host. Another user of the same machine never sees them.
public struct DraftOwner: Hashable, Sendable {
  /// The host's name, such as `production`, or its address; compared as it is.
  public var host: String
  /// The signed-in user.
  public var username: Username

  /// Makes an owner.
  public init(host: String, username: Username) {
    self.host = host
    self.username = username
  }
}

/// One course in one semester, as one user on one host edits it.
public struct Gradebook: Hashable, Sendable {
  /// The editing user.
  public var owner: DraftOwner
  /// The course.
  public var course: CourseCode
  /// The semester.
  public var semester: SemesterCode

  /// Makes a gradebook.
  public init(owner: DraftOwner, course: CourseCode, semester: SemesterCode) {
    self.owner = owner
    self.course = course
    self.semester = semester
  }
}

/// One cell of a gradebook: a student and an evaluation item.
public struct GradeCell: Hashable, Sendable, Comparable {
  /// The student.
  public var username: Username
  /// The item.
  public var identifier: ItemIdentifier

  /// Makes a cell.
  public init(_ username: Username, _ identifier: ItemIdentifier) {
    self.username = username
    self.identifier = identifier
  }

  /// Orders by student, then by item.
  public static func < (left: Self, right: Self) -> Bool {
    (left.username, left.identifier) < (right.username, right.identifier)
  }
}

extension GradesAPI {
  /// The course of a gradebook.
  public func course(_ gradebook: Gradebook) -> Course {
    course(gradebook.course, in: gradebook.semester)
  }
}
