/// The signed-in user (Service contract, 6.1).
public struct UserInfo: Codable, Hashable, Identifiable, Sendable {
  /// The user's username.
  public var username: Username
  /// The first name.
  public var firstName: String?
  /// The last name.
  public var lastName: String?

  /// The username.
  public var id: Username { username }

  /// Creates a value from its parts.
  public init(username: Username, firstName: String?, lastName: String?) {
    self.username = username
    self.firstName = firstName
    self.lastName = lastName
  }
}

/// The courses that a user studies and teaches in one semester (Service contract, 6.2).
public struct UserRoles: Codable, Hashable, Sendable {
  /// Courses that the user studies.
  public var studentCourses: [CourseCode]
  /// Courses that the user teaches.
  public var teacherCourses: [CourseCode]

  /// Creates a value from its parts.
  public init(studentCourses: [CourseCode], teacherCourses: [CourseCode]) {
    self.studentCourses = studentCourses
    self.teacherCourses = teacherCourses
  }
}

/// A student in responses about classifications (Service contract, 6.7, 6.8, 6.10).
public struct Student: Codable, Hashable, Identifiable, Sendable {
  /// The student's username.
  public var username: Username
  /// The first name.
  public var firstName: String?
  /// The last name.
  public var lastName: String?
  /// Both names in one, where the service sends it; mostly missing.
  public var fullName: String?
  /// The address at the faculty.
  public var email: String?
  /// A text of digits.
  public var personalNumber: String?
  /// The year of study, which the service calls `grade`; unrelated to the mark.
  public var yearOfStudy: Int?
  /// The ids of the student's parallels by the kind of classes.
  public var parallels: [ClassesType: String]

  /// The username.
  public var id: Username { username }

  /// Creates a value from its parts.
  public init(
    username: Username, firstName: String?, lastName: String?, fullName: String? = nil,
    email: String? = nil, personalNumber: String? = nil, yearOfStudy: Int? = nil,
    parallels: [ClassesType: String] = [:]
  ) {
    self.username = username
    self.firstName = firstName
    self.lastName = lastName
    self.fullName = fullName
    self.email = email
    self.personalNumber = personalNumber
    self.yearOfStudy = yearOfStudy
    self.parallels = parallels
  }
}

/// A group of a course's students (Service contract, 6.6).
public struct StudentGroup: Codable, Hashable, Identifiable, Sendable {
  /// The id in the paths of the group's values.
  public var id: GroupID
  /// The name with its `{KEY}` placeholders still in it (Service contract, 7.7).
  public var name: String
  /// More about the group, with placeholders too, or a bare id.
  public var description: String?
  /// The kind of group, such as `ALL`; missing before 2021.
  public var type: String?

  /// Creates a value from its parts.
  public init(id: GroupID, name: String, description: String? = nil, type: String? = nil) {
    self.id = id
    self.name = name
    self.description = description
    self.type = type
  }
}
