import GradesClient

/// A line for each course of the user: the code, the points and the grade.
public func courseList(of grades: GradesAPI) async throws -> [String] {
  var lines: [String] = []
  let user = try await grades.user.info()
  let semester = try await grades.semester(.current)
  for course in try await grades.overview(of: user.username, in: semester) {
    let result = CourseResult(course)
    lines.append("\(course.code): \(text(result.points)), \(text(result.grade))")
  }
  return lines
}

func text(_ value: GradeValue?) -> String { value?.description ?? "not graded" }

/// A course's items as the student sees them.
public func itemList(of username: Username, in course: GradesAPI.Course) async throws -> [String] {
  var lines: [String] = []
  let record = try await course.values.student(username)
  let tree = ClassificationTree(record.items).withoutHidden()
  for node in tree.nodes {
    let name = node.element.definition.name(in: .english)
    let value = text(node.element.recorded.value)
    lines.append(String(repeating: "  ", count: node.depth) + "\(name): \(value)")
  }
  return lines
}
