import GradesClient
import GradesTesting
import Testing

@Suite struct ColleagueTests {
  @Test func aColleagueSavesBeforeTheSecondReading() async throws {
    try await TestService.run { service in
      service.control.add(
        Fault(
          "GET", "student-classifications", skipping: 1,
          .run {
            try await service.control.changeAsColleague(
              course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: .number(0.5))
          }))
      let grades = try await service.grades(as: "ucitezk1")
      let course = grades.course("XI-ZPT.23", in: try await grades.semester(.current))
      let before = try await course.values.group(.all)
      let after = try await course.values.group(.all)
      let changed = zip(before, after).filter { $0.values["du1"] != $1.values["du1"] }
      #expect(changed.map(\.1.student.username) == ["zkusade1"])
    }
  }
}
