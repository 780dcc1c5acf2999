import Foundation
import GradesServer
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Who the user is", .inTurn)
struct UserEndpointTests {
  @Test func tellsNameAndRoles() async throws {
    let service = try await startedService()
    let client = try await service.client()
    #expect(
      try await client.api("user-info").text == """
        {"userId":90001,"username":"zkusade1","firstName":"Adéla","lastName":"Zkušební",\
        "admin":false}
        """)
    let roles = try await client.api("user-roles?semester=B261&lang=cs")
    #expect(roles["Content-Type"] == "application/json;charset=UTF-8")
    #expect(
      roles.text == """
        {"studentCourses":["XI-BEZ.22","XI-DAT.23","XI-LOG.23","XI-PRJ.22","XI-SIT.21",\
        "XI-TEO.24","XI-TVA","XI-ZPT.23"],"teacherCourses":[]}
        """)
    let old = try await client.api("user-roles?semester=B001").text
    #expect(old == #"{"studentCourses":[],"teacherCourses":[]}"#)
  }

  @Test func somebodyMayBeStudentAndTeacher() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.both)
    let roles = try await client.api("user-roles").object()
    #expect(
      roles["studentCourses"] as? [String] == [
        "XI-BEZ.22", "XI-LOG.23", "XI-PRJ.22", "XI-SIT.21",
      ])
    #expect(roles["teacherCourses"] as? [String] == ["XI-DAT.23"])
  }

  @Test(arguments: [
    ("semester-code", "B261"), ("semester-code?semester=current", "B261"),
    ("semester-code?semester=prev", "B252"), ("semester-code?semester=next", "B262"),
    ("semester-code?semester=B182", "B182"),
  ])
  func answersSemesterCodesAsText(_ path: String, _ code: String) async throws {
    let service = try await startedService()
    let answer = try await service.client().api(path)
    #expect(answer.status == 200)
    #expect(answer.text == code)
  }

  @Test func refusesUnknownSemesters() async throws {
    let service = try await startedService()
    let client = try await service.client()
    for path in [
      "semester-code?semester=last", "semester-code?semester=b261", "user-roles?semester=B263",
      "user-roles?semester=current", "courses/XI-LOG.23/information?semester=prev",
    ] {
      let answer = try await client.api(path)
      #expect(answer.status == 400, "\(path)")
    }
  }

  @Test func overviewTellsWhatIsMissing() async throws {
    let service = try await startedService()
    let client = try await service.client()
    let courses = try await client.api(
      "courses/classification-overview/zkusade1?semester=B261&lang=en"
    ).objects()
    let codes = courses.compactMap { $0["courseCode"] as? String }
    #expect(codes.contains("XI-EKO.21"), "in the overview only")
    #expect(!codes.contains("XI-TVA"), "in the roles only")
    let theory = try #require(courses.first { $0["courseCode"] as? String == "XI-TEO.24" })
    let items = try #require(theory["overviewItems"] as? [[String: Any]])
    #expect(items.map { $0["classificationType"] as? String } == ["POINTS_TOTAL", "FINAL_SCORE"])
    #expect(items.allSatisfy { $0["value"] is NSNull })
    #expect(items.allSatisfy { $0["error"] as? String == "MISSING_DATA" })
  }

  @Test func oldCoursesHaveTwoFinalScores() async throws {
    let service = try await startedService()
    let answer = try await service.client().api(
      "courses/classification-overview/zkusade1?semester=B241")
    let courses = try answer.objects()
    #expect(courses.count == 3)
    for course in courses {
      let items = try #require(course["overviewItems"] as? [[String: Any]])
      #expect(
        items.map { $0["classificationType"] as? String } == ["FINAL_SCORE", "FINAL_SCORE"])
      #expect(items[0]["value"] is Double)
      #expect(items[1]["value"] is String)
    }
  }

  @Test func nobodyReadsAnotherOnesOverview() async throws {
    let service = try await startedService()
    let answer = try await service.client(for: DemoAccounts.teacher).api(
      "courses/classification-overview/zkusade1")
    #expect(answer.status == 401)
    #expect(answer.body.isEmpty)
  }
}
