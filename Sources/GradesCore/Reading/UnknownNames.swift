import GradesClient

/// The service has no such course in the semester, or not for this user.
package struct UnknownCourse: Error, Hashable, Sendable {
  package var course: CourseCode
  /// The semester that was asked about.
  package var semester: SemesterCode

  package init(course: CourseCode, semester: SemesterCode) {
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

package struct UnknownStudent: Error, Hashable, Sendable {
  package var username: Username
  package var course: CourseCode
}

/// A course has no items with these identifiers or names, or several.
package struct UnknownItems: Error, Hashable, Sendable {
  /// The requested items that do not exist, or that could be several.
  package var identifiers: [ItemIdentifier]
  /// All items of the course, in display order.
  package var known: [ItemIdentifier]
  /// The items that the first requested one could be.
  package var candidates: [ItemIdentifier] = []
}

extension UnknownItems {
  /// Makes the error for what none of the items is, or more than one.
  init(typed: [ItemIdentifier], among items: [Classification]) {
    self.init(identifiers: typed, known: items.map(\.identifier))
    if let first = typed.first, case .ambiguous(let found) = ItemLookup(items).find(first.rawValue)
    {
      candidates = found
    }
  }
}

package struct UnknownGroup: Error, Hashable, Sendable {
  package var group: GroupID

  package init(group: GroupID) { self.group = group }
}
