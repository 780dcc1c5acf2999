import GradesClient
import GradesTesting

/// Three points for three students, unless someone else has graded them in between.
func grade(_ course: Grades.Course) async throws {
  let rows = try await course.values.group(.all)
  let students = rows.map(\.student.username).prefix(3)
  do {
    let saved = try await course.values.update(seen: rows) { table in
      for student in students { table[student, "du1"] = 3 }
    }
    print("Saved \(saved.count) values.")
  } catch let conflict as ValueConflict {
    print("Someone else was faster:", conflict, separator: "\n")
  }
}

try await TestService.run { service in
  let grades = try await service.grades(as: "ucitezk1")
  let course = grades.course("XI-ZPT.23", in: try await grades.semester(.current))
  try await grade(course)
  let student = try await course.values.group(.all)[0].student.username
  try await course.values.update { $0[student, "du1"] = 1.5 }
  let change = Fault(
    "GET", "student-classifications", skipping: 1,
    .run {
      try await service.control.changeAsColleague(
        course: "XI-ZPT.23", username: student.rawValue, item: "du1", value: .number(0.5))
    })
  service.control.add(change)
  try await grade(course)
}
