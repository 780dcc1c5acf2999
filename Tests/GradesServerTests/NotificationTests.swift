import Foundation
import GradesServer
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Notifications and settings", .inTurn)
struct NotificationTests {
  @Test func readingAndUnreading() async throws {
    let service = try await startedService()
    let client = try await service.client()
    let user = "/api/v1/public/notifications/zkusade1"
    func ids(_ list: String) async throws -> [Int] {
      let answer = try await client.api("notifications/zkusade1/\(list)").object()
      return try #require(answer["notifications"] as? [[String: Any]])
        .compactMap { $0["id"] as? Int }
    }
    #expect(try await ids("all") == [4, 3, 2, 1], "newest first")
    #expect(try await ids("new?lang=en") == [4, 3, 2])
    #expect(try await ids("all?count=3&page=1") == [1], "pages are counted from 0")
    #expect(try await client.send("PUT", user + "/read/3", body: Data("{}".utf8)).status == 201)
    #expect(try await ids("new") == [4, 2])
    #expect(try await client.send("DELETE", user + "/read/1").status == 204)
    #expect(try await ids("new") == [4, 2, 1])
    #expect(try await client.send("PUT", user + "/read").status == 201)
    #expect(try await ids("new") == [])
    #expect(try await client.send("DELETE", user + "/read").status == 204)
    #expect(try await ids("new") == [4, 3, 2, 1])
    #expect(try await client.send("PUT", user + "/read/99").status == 404)
    #expect(try await client.api("notifications/zkusade1/all?count=0").status == 400)
    #expect(try await client.api("notifications/ucitezk1/all").status == 401)
  }

  @Test func oneLanguageLeavesOneText() async throws {
    let service = try await startedService()
    let answer = try await service.client().api("notifications/zkusade1/all?lang=cs&count=1")
    let list = try #require(try answer.object()["notifications"] as? [[String: Any]])
    #expect(Set(list[0].keys) == ["id", "courseCode", "url", "notificationTextDtos"])
    let texts = try #require(list[0]["notificationTextDtos"] as? [[String: String]])
    #expect(texts.map { $0["identifier"] } == ["cs"])
  }

  @Test func settingsAreKept() async throws {
    let service = try await startedService()
    let client = try await service.client()
    #expect(
      try await client.api("settings/my").text
        == #"{"unsubscribeEmails":false,"studentCourses":[],"teacherCourses":[]}"#)
    let choice = #"{"courseCode":"XI-ZPT.23","hidden":true,"silencedNotifications":true}"#
    #expect(try await client.put("settings/my", #"{"unsubscribeEmails":true}"#).status == 201)
    #expect(
      try await client.put("settings/my/student/courses?semester=B261", choice).status == 201)
    #expect(
      try await client.api("settings/my?semester=B261").text == """
        {"unsubscribeEmails":true,"studentCourses":[{"courseCode":"XI-ZPT.23","hidden":true,\
        "silencedNotifications":true}],"teacherCourses":[]}
        """)
    #expect(try await client.put("settings/my", "{}").status == 400)

    let before = try await service.control.notificationCount(of: "zkusade1")
    let saved = try await service.client(for: DemoAccounts.teacher).put(
      "courses/XI-ZPT.23/student-classifications?notify=true",
      #"[{"studentUsername":"zkusade1","classificationIdentifier":"du1","value":4}]"#)
    #expect(saved.status == 201)
    #expect(
      try await service.control.notificationCount(of: "zkusade1") == before, "silenced")
  }
}
