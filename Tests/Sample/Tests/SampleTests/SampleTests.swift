import GradesClient
import GradesTesting
import Sample
import Testing

@Suite struct SampleTests {
  @Test func coursesAreListed() async throws {
    try await TestService.run { service in
      let grades = try await service.grades(as: "zkusade1")
      let courses = try await courseList(of: grades)
      #expect(courses.contains { $0.hasPrefix("XI-LOG.23: ") })
    }
  }

  @Test func itemsAndNotificationsAreListed() async throws {
    try await TestService.run { service in
      let grades = try await service.grades(as: "zkusade1")
      let user = try await grades.user.info()
      let course = grades.course("XI-LOG.23", in: try await grades.semester(.current))
      #expect(try await itemList(of: user.username, in: course).count > 5)
      let found = try await allNotifications(of: user, grades)
      #expect(found.count == (try await service.control.notificationCount(of: "zkusade1")))
    }
  }

  @Test func anyEndpointIsCalled() async throws {
    try await TestService.run { service in
      let grades = try await service.grades(as: "ucitezk1")
      let semester = try await grades.semester(.current)
      #expect(try await taughtCourses(in: semester, grades).contains("XI-ZPT.23"))
    }
  }

  @Test func aColleaguesChangeIsNotOverwritten() async throws {
    try await TestService.run { service in
      let grades = try await service.grades(as: "ucitezk1")
      let course = grades.course("XI-ZPT.23", in: try await grades.semester(.current))
      let student = try await course.values.group(.all)[0].student.username
      service.control.add(
        Fault(
          "GET", "student-classifications", skipping: 1,
          .run {
            try await service.control.changeAsColleague(
              course: "XI-ZPT.23", username: student.rawValue, item: "du1", value: .number(0.5))
          }))

      await #expect(throws: ValueConflict.self) {
        try await addPoint(to: "du1", of: .all, in: course)
      }
      #expect(service.control.requestLog.allSatisfy { $0.method == "GET" })
    }
  }

  @Test func aStudentWhoLeavesTheGroupIsNoticed() async throws {
    try await TestService.run { service in
      let grades = try await service.grades(as: "ucitezk1")
      let course = grades.course("XI-ZPT.23", in: try await grades.semester(.current))
      service.control.add(
        Fault("GET", "student-classifications", skipping: 1, .answer(status: 200, body: "[]")))
      await #expect(throws: ValueConflict.self) {
        try await addPoint(to: "du1", of: .all, in: course)
      }
      #expect(service.control.requestLog.allSatisfy { $0.method == "GET" })
    }
  }

  @Test func aRepeatedStudentGetsOnePoint() async throws {
    try await TestService.run { service in
      let grades = try await service.grades(as: "ucitezk1")
      let course = grades.course("XI-ZPT.23", in: try await grades.semester(.current))
      let row = #"{"username":"zkusade1","classificationMap":{"du1":{"value":0.25}}}"#
      service.control.add(
        Fault(
          "GET", "student-classifications", times: 2,
          .answer(status: 200, body: "[\(row),\(row)]")))
      try await addPoint(to: "du1", of: .all, in: course)
      let saved = try await service.control.cell(
        course: "XI-ZPT.23", username: "zkusade1", item: "du1")
      #expect(saved?.value == .number(1.25))
    }
  }
}
