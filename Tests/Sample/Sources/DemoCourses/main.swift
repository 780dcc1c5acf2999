import GradesClient
import GradesTesting

try await TestService.run { service in
  let grades = try await service.grades(as: "zkusade1")
  let semester = try await grades.semester(.current)
  for course in try await grades.overview(of: "zkusade1", in: semester) {
    print(course.code)
  }
}
