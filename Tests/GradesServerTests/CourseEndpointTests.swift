import Foundation
import GradesServer
import ServiceTestSupport
import TestSupport
import Testing

@Suite("A course and its groups", .inTurn)
struct CourseEndpointTests {
  @Test func informationFollowsTheLanguage() async throws {
    let service = try await startedService()
    let client = try await service.client()
    #expect(
      try await client.api("courses/XI-DAT.23/information?semester=B261&lang=en").text == """
        {"courseCode":"XI-DAT.23","courseName":"Database Systems","completion":"CREDIT_EXAM",\
        "credits":6,"classesType":["LECTURE","TUTORIAL"]}
        """)
    let czech = try await client.api("courses/XI-DAT.23/information").object()
    #expect(czech["courseName"] as? String == "Databázové systémy")
    let unnamed = try await client.api("courses/XI-EKO.21/information?lang=en").object()
    #expect(unnamed["courseName"] is NSNull, "named in Czech only")
  }

  @Test func oldYearsKnowNoCredits() async throws {
    let service = try await startedService()
    let client = try await service.client()
    for (code, semester) in [("XI-PGA.21", "B241"), ("XI-OSY.21", "B242")] {
      let course = try await client.api("courses/\(code)/information?semester=\(semester)")
        .object()
      #expect(
        Set(course.keys) == ["courseCode", "courseName", "completion", "classesType"])
    }
  }

  @Test func unknownCoursesAreNotFound() async throws {
    let service = try await startedService()
    let client = try await service.client()
    for path in [
      "courses/XI-DAT/information", "courses/XI-DAT.23/information?semester=B252",
      "courses/XI-NIC.99/student-classifications/zkusade1",
    ] {
      let answer = try await client.api(path)
      #expect(answer.status == 404, "\(path)")
    }
  }

  @Test func pathsArePercentDecoded() async throws {
    let service = try await startedService()
    let client = try await service.client()
    let encoded = try await client.api("courses/XI%2DDAT%2E23/information")
    #expect(encoded.status == 200)
    let slash = try await client.api("courses/XI%2FDAT.23/information")
    #expect(slash.status == 404, "an encoded slash does not end a part")
    let broken = try await client.api("courses/XI%G1/information")
    #expect(broken.status == 400)
  }

  @Test func groupsHavePlaceholders() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let groups = try await client.api(
      "course/XI-DAT.23/student-groups?semester=B261&teacherUsername=ucitezk1"
    ).objects()
    #expect(
      groups.map { ($0["name"] as? String ?? "") } == [
        "{ALL_STUDENTS}", "{ALL_MY_PARALLELS}",
        "{PARALLEL_LECTURE}1 -  ({DAY_1} 9:15) Ing. Zdeněk Učitel",
        "{PARALLEL_TUTORIAL}101 -  ({DAY_1} 9:15) Ing. Zdeněk Učitel",
        "Náhradní test: 01.12.2026", "{EXAM_FINAL_EXAM}12.01.2027 9:00", "{TEST_STUDENTS}",
      ])
    #expect(Set(groups[0].keys) == ["studentGroupId", "name", "description", "type"])
    #expect(groups[0]["type"] as? String == "ALL")
    #expect(groups[4]["description"] is NSNull)

    let all = try await client.api("course/XI-DAT.23/student-groups").objects()
    let parallels = all.filter { ($0["studentGroupId"] as? String ?? "").hasPrefix("PARALLEL_") }
    #expect(parallels.count == 3, "those of the colleague too")
    #expect(!all.contains { $0["studentGroupId"] as? String == "MY_PARALLELS" })
    for parallel in parallels {
      let id = try #require(parallel["studentGroupId"] as? String)
      #expect(id == "PARALLEL_\(parallel["description"] as? String ?? "")")
    }
  }

  @Test func groupsOfOldYearsHaveNoType() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let groups = try await client.api("course/XI-ALG.21/student-groups?semester=B242").objects()
    #expect(groups.allSatisfy { Set($0.keys) == ["studentGroupId", "name", "description"] })
  }
}
