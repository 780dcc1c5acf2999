import GradesClient

/// One student's results of one course.
package struct CourseResults: Hashable, Sendable {
  /// The requested course.
  package var course: CourseCode
  /// The course's name; nil if unknown.
  package var name: String?
  /// The requested semester.
  package var semester: SemesterCode
  /// Whose results they are.
  package var student: Student
  /// The total, usually a number; nil means none yet.
  package var points: GradeValue?
  /// The upper bound of the total.
  package var maximumPoints: Double?
  /// The total needed to pass.
  package var requiredPoints: Double?
  /// Whether the total suffices; nil when none is required.
  package var requirementMet: Bool?
  /// The final grade, a letter unless the course ends with yes or no; nil means none yet.
  package var grade: GradeValue?
  /// The items in display order.
  package var items: [ResultItem]

  /// Makes results.
  package init(
    course: CourseCode, name: String?, semester: SemesterCode, student: Student,
    points: GradeValue? = nil, maximumPoints: Double? = nil, requiredPoints: Double? = nil,
    requirementMet: Bool? = nil, grade: GradeValue? = nil, items: [ResultItem]
  ) {
    self.course = course
    self.name = name
    self.semester = semester
    self.student = student
    self.points = points
    self.maximumPoints = maximumPoints
    self.requiredPoints = requiredPoints
    self.requirementMet = requirementMet
    self.grade = grade
    self.items = items
  }
}

extension CourseResults {
  /// The reader of the results.
  enum Audience {
    /// Hidden items are left out, and count for nothing that is shown.
    case student
    case teacher
  }

  /// Sorts a student's record into display order. The requested course and student count, whatever
  /// the response has (Service contract, 9).
  init(
    _ record: StudentRecord, of username: Username, in course: CourseCode, name: String?,
    semester: SemesterCode, for audience: Audience
  ) {
    var tree = ClassificationTree(record.items)
    if audience == .student { tree = tree.withoutHidden() }
    let result = CourseResult(tree)
    var student = record.student
    student.username = username
    self.init(
      course: course, name: name, semester: semester, student: student, points: result.points,
      maximumPoints: result.maximumPoints, requiredPoints: result.requiredPoints,
      requirementMet: result.requirementMet, grade: result.grade,
      items: tree.nodes.map { node in
        ResultItem(
          item: CourseItem(
            definition: node.element.definition, parent: node.parent, depth: node.depth),
          recorded: node.element.recorded)
      })
  }
}
