import GradesClient

/// The service has no such course in the semester, or not for this user.
public struct UnknownCourse: Error, Hashable, Sendable {
  /// The course.
  public var course: CourseCode
  /// The semester that was asked about.
  public var semester: SemesterCode

  /// Makes the error.
  public init(course: CourseCode, semester: SemesterCode) {
    self.course = course
    self.semester = semester
  }

  /// Asks about a course and throws this error where the service answers with 404.
  static func naming<Value: Sendable>(
    _ course: CourseCode, in semester: SemesterCode, _ ask: @Sendable () async throws -> Value
  ) async throws -> Value {
    do { return try await ask() } catch GradesError.notFound {
      throw UnknownCourse(course: course, semester: semester)
    }
  }
}

/// The course has no such student.
public struct UnknownStudent: Error, Hashable, Sendable {
  /// The student.
  public var username: Username
  /// The course.
  public var course: CourseCode

  /// Makes the error.
  public init(username: Username, course: CourseCode) {
    self.username = username
    self.course = course
  }
}

/// A course has no items with these identifiers or names, or several.
public struct UnknownItems: Error, Hashable, Sendable {
  /// The requested items that do not exist, or that could be several.
  public var identifiers: [ItemIdentifier]
  /// All items of the course, in display order.
  public var known: [ItemIdentifier]
  /// The items that the first requested one could be.
  public var candidates: [ItemIdentifier] = []

  /// Makes the error.
  public init(identifiers: [ItemIdentifier], known: [ItemIdentifier]) {
    self.identifiers = identifiers
    self.known = known
  }

  /// Makes the error for what none of the items is, or more than one.
  init(typed: [ItemIdentifier], among items: [Classification]) {
    self.init(identifiers: typed, known: items.map(\.identifier))
    if let first = typed.first, case .ambiguous(let found) = ItemLookup(items).find(first.rawValue)
    {
      candidates = found
    }
  }
}

/// The course has no such group.
public struct UnknownGroup: Error, Hashable, Sendable {
  /// The request.
  public var group: GroupID

  /// Makes the error.
  public init(group: GroupID) { self.group = group }
}
