import GradesClient

@dynamicMemberLookup
package struct CourseResults: Hashable, Sendable {
  package var course: CourseCode
  package var name: String?
  package var semester: SemesterCode
  package var student: Student
  package var items: [ResultItem]
  /// Of all items, also where only some of them are left.
  private let result: CourseResult

  package init(
    course: CourseCode, name: String?, semester: SemesterCode, student: Student,
    items: [ResultItem]
  ) {
    self.course = course
    self.name = name
    self.semester = semester
    self.student = student
    self.items = items
    result = CourseResult(
      ClassificationTree(
        items.map {
          StudentClassification(definition: $0.item.definition, recorded: $0.recorded)
        }))
  }

  /// The points and the grade.
  package subscript<Value>(dynamicMember member: KeyPath<CourseResult, Value>) -> Value {
    result[keyPath: member]
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
    var student = record.student
    student.username = username
    self.init(
      course: course, name: name, semester: semester, student: student,
      items: tree.nodes.map { node in
        ResultItem(
          item: CourseItem(
            definition: node.element.definition, parent: node.parent, depth: node.depth),
          recorded: node.element.recorded)
      })
  }
}
