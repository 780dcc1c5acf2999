import GradesClient

/// A user's courses of one semester: Studying and Teaching, each sorted by code.
package struct CourseList: Hashable, Sendable {
  package var semester: SemesterCode
  /// The courses of the roles and of the overview together.
  package var studying: [StudiedCourse]
  /// The courses of the teacher's role.
  package var teaching: [CourseInformation]

  /// The codes of all courses, each once, in order.
  package var codes: [CourseCode] { Set(studying.map(\.code) + teaching.map(\.code)).sorted() }
}

package struct StudiedCourse: Hashable, Sendable {
  package var code: CourseCode
  /// The name in the requested language; nil without one.
  package var name: String?
  /// The total of points, usually a number; nil means none yet.
  package var points: GradeValue?
  /// The final grade, a letter unless the course ends with yes or no; nil means none yet.
  package var grade: GradeValue?
  package var credits: Double?
  package var completion: Completion?
  /// The service's code for missing points, other than "not graded yet"
  /// (Service contract, 6.4).
  package var pointsError: String?
}

extension CourseList {
  /// Puts the service's answers together: the courses are the union of roles and overview, which
  /// come from two services and may differ (Service contract, 6.2).
  init(
    semester: SemesterCode, roles: UserRoles, overview: [CourseOverview],
    information: [CourseCode: CourseInformation]
  ) {
    let results = overview.keyed(by: \.code)
    let studied = Set(roles.studentCourses).union(results.keys)
    self.init(
      semester: semester,
      studying: studied.sorted().map { code in
        let course = information[code]
        let result = results[code].map { CourseResult($0) }
        return StudiedCourse(
          code: code, name: course?.name, points: result?.points, grade: result?.grade,
          credits: course?.credits, completion: course?.completion,
          pointsError: result?.points == nil ? results[code]?.seriousError : nil)
      },
      teaching: Set(roles.teacherCourses).sorted().map {
        CourseInformation(code: $0, name: information[$0]?.name)
      })
  }
}

extension CourseOverview {
  /// The first of the service's codes that does not mean "not graded yet" (Service contract, 6.4).
  fileprivate var seriousError: String? {
    items.lazy.compactMap(\.error).first { !$0.isEmpty && $0 != "MISSING_DATA" }
  }
}
