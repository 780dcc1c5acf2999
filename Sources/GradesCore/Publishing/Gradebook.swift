import GradesClient

/// Whose edits they are: a user on one host. Another user of the same machine never sees them.
package struct DraftOwner: Hashable, Sendable {
  /// The host's name, such as `production`, or its address; compared as it is.
  package var host: String
  package var username: Username

  package init(host: String, username: Username) {
    self.host = host
    self.username = username
  }
}

/// One course in one semester, as one user on one host edits it.
package struct Gradebook: Hashable, Sendable {
  package var owner: DraftOwner
  package var course: CourseCode
  package var semester: SemesterCode

  package init(owner: DraftOwner, course: CourseCode, semester: SemesterCode) {
    self.owner = owner
    self.course = course
    self.semester = semester
  }
}

/// One cell of a gradebook: a student and an evaluation item.
package struct GradeCell: Hashable, Sendable, Comparable {
  package var username: Username
  package var identifier: ItemIdentifier

  package init(_ username: Username, _ identifier: ItemIdentifier) {
    self.username = username
    self.identifier = identifier
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.username, left.identifier) < (right.username, right.identifier)
  }
}

extension GradesAPI {
  package func course(_ gradebook: Gradebook) -> Course {
    course(gradebook.course, in: gradebook.semester)
  }
}
