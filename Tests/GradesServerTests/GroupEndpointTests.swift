import Foundation
import GradesServer
import ServiceTestSupport
import TestSupport
import Testing

@Suite("A group's results", .inTurn)
struct GroupEndpointTests {
  @Test func metadataOfTableAndColumnCompleteEachOther() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let table = try await client.api(
      "courses/XI-ZPT.23/group/ALL/student-classifications?semester=B261"
    ).objects()
    #expect(table.count == 30)
    #expect(
      table.allSatisfy {
        Set($0.keys) == [
          "userId", "username", "firstName", "lastName", "fullName", "email", "personalNumber",
          "grade", "classificationMap", "parallelCodes", "parallelNumbers",
        ]
      })
    let row = try #require(table.first { $0["username"] as? String == "zkusade1" })
    let map = try #require(row["classificationMap"] as? [String: [String: Any]])
    let cell = try #require(map["du1"])
    #expect(Set(cell.keys) == ["id", "timestamp", "value", "note", "authorUsername"])
    #expect(cell["id"] is NSNull)
    #expect(cell["timestamp"] is Int)
    #expect(cell["authorUsername"] as? String == "ucitezk1")
    #expect(map["body"]?["authorUsername"] as? String == "system")
    let numbers = try #require(row["parallelNumbers"] as? [String: Any])
    #expect(numbers["TUTORIAL"] is NSNull)

    let column = try await client.api(
      "courses/XI-ZPT.23/group/ALL/student-classifications/du1?semester=B261"
    ).objects()
    #expect(column.count == 30)
    #expect(
      column.allSatisfy {
        Set($0.keys) == [
          "id", "timestamp", "value", "note", "authorUsername", "studentUsername",
          "classificationIdentifier", "firstName", "lastName", "email", "personalNumber",
          "parallelCodes",
        ]
      })
    let element = try #require(column.first { $0["studentUsername"] as? String == "zkusade1" })
    #expect(element["id"] is Int)
    #expect(element["timestamp"] is NSNull)
    #expect(element["authorUsername"] is NSNull)
    #expect(element["value"] as? Double == cell["value"] as? Double)
  }

  @Test func theColumnHasEverybody() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let column = try await client.api(
      "courses/XI-BEZ.22/group/ALL/student-classifications/test"
    ).objects()
    #expect(column.count == 150)
    let ungraded = column.filter { $0["value"] is NSNull }
    #expect(!ungraded.isEmpty)
    #expect(ungraded.allSatisfy { $0["id"] is NSNull })
  }

  @Test func valuesOf2018ArePlain() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let answer = try await client.api(
      "courses/XI-ZPT.23/group/ALL/student-classifications?semester=B241")
    let table = try answer.objects()
    #expect(
      table.allSatisfy {
        Set($0.keys) == [
          "username", "firstName", "lastName", "fullName", "email", "classificationMap",
        ]
      })
    let maps = table.compactMap { $0["classificationMap"] as? [String: Any] }
    #expect(maps.count == table.count)
    #expect(maps.allSatisfy { $0["prace"] == nil || $0["prace"] is Double })
    #expect(maps.allSatisfy { $0["znamka"] is String })
    #expect(maps.contains { $0["prace"] == nil }, "what has no value is absent")
    #expect(answer.text.contains(#/"prace":\d+\.\d/#))
    let column = try await client.api(
      "courses/XI-ZPT.23/group/ALL/student-classifications/prace?semester=B241"
    ).objects()
    #expect(column.allSatisfy { $0["authorUsername"] == nil && $0["parallelCodes"] == nil })
  }

  @Test func columnOf2019NamesTheItemTwice() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let column = try await client.api(
      "courses/XI-ALG.21/group/ALL/student-classifications/test?semester=B242"
    ).objects()
    #expect(column.allSatisfy { $0["lowercaseIdentifier"] as? String == "test" })
    #expect(column.allSatisfy { $0["authorUsername"] == nil })
  }

  @Test func groupsDivideTheCourse() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    func names(_ group: String) async throws -> Set<String> {
      let table = try await client.api("courses/XI-DAT.23/group/\(group)/student-classifications")
        .objects()
      return Set(table.compactMap { $0["username"] as? String })
    }
    let all = try await names("ALL")
    #expect(all.count == 40)
    let groups = try await client.api("course/XI-DAT.23/student-groups").objects()
      .compactMap { $0["studentGroupId"] as? String }
    var tutorials: Set<String> = []
    for group in groups where group.hasPrefix("PARALLEL_") {
      let members = try await names(group)
      #expect(members.isSubset(of: all) && !members.isEmpty)
      if members != all {
        #expect(tutorials.isDisjoint(with: members))
        tutorials.formUnion(members)
      }
    }
    #expect(tutorials == all, "the tutorials together are the course")
    for group in groups where group.hasPrefix("EVENT_") {
      let members = try await names(group)
      #expect(!members.isEmpty && members.count < all.count)
    }
    #expect(try await names("MY_LECTURES") == all)
    #expect(try await names("MY_TUTORIALS").count == 20)
    #expect(try await names("MY_PARALLELS") == all)
    #expect(try await names("MY_LABORATORIES") == [])
    let artificial = try await names("TEST")
    #expect(artificial == ["testst01", "testst02", "testst03"])
    #expect(artificial.isDisjoint(with: all))
  }

  @Test(arguments: [
    "PARALLEL_1", "PARALLEL_x", "EVENT_2", "NOBODY", "all", "PARALLEL_",
  ])
  func unknownGroupsAreNotFound(_ group: String) async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let answer = try await client.api("courses/XI-DAT.23/group/\(group)/student-classifications")
    #expect(answer.status == 404)
  }

  @Test func unknownItemsAreNotFound() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let answer = try await client.api(
      "courses/XI-DAT.23/group/ALL/student-classifications/nic")
    #expect(answer.status == 404)
  }
}
