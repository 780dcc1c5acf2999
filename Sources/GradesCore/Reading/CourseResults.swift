import GradesClient

package struct CourseResults: Hashable, Sendable {
  package var course: CourseCode
  package var name: String?
  package var semester: SemesterCode
  package var student: Student
  /// The total, usually a number; nil means none yet.
  package var points: GradeValue?
  package var maximumPoints: Double?
  package var requiredPoints: Double?
  /// Whether the total suffices; nil when none is required.
  package var requirementMet: Bool?
  /// The final grade, a letter unless the course ends with yes or no; nil means none yet.
  package var grade: GradeValue?
  package var items: [ResultItem]

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
