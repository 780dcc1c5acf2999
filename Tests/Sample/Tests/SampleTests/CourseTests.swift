import GradesClient
import GradesTesting
import Testing

@Suite struct CourseTests {
  @Test func coursesAreListed() async throws {
    try await TestService.run { service in
      let grades = try await service.grades(as: "zkusade1")
      let semester = try await grades.semester(.current)
      let courses = try await grades.overview(of: "zkusade1", in: semester)
      #expect(courses.contains { $0.code == "XI-LOG.23" })
    }
  }
}
