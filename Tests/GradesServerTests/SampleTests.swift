import Foundation
import GradesServer
import GradesTesting
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Sample data", .inTurn)
struct SampleTests {
  @Test func theSameSeedGivesTheSameData() async throws {
    func everything(seed: UInt64, students: Int) async throws -> [String] {
      var options = EmbeddedService.Options()
      options.seed = seed
      options.students = students
      return try await TestService.run(options) { service in
        let student = try await service.client()
        let teacher = try await service.client(for: DemoAccounts.teacher)
        return [
          try await student.api("courses/classification-overview/zkusade1").text,
          try await student.api("courses/XI-PRJ.22/student-classifications/zkusade1").text,
          try await student.api("notifications/zkusade1/all").text,
          try await teacher.api("courses/XI-DAT.23/group/ALL/student-classifications").text,
          try await teacher.api("course/XI-DAT.23/student-groups").text,
          try await teacher.api("courses/XI-ALG.21/classifications?semester=B242").text,
        ]
      }
    }
    let first = try await everything(seed: 9001, students: 60)
    let others = try await withThrowingTaskGroup(of: [String].self) { group in
      // Enough others to remove the first one from the cache.
      for seed in 9002...9006 as ClosedRange<UInt64> {
        group.addTask { try await everything(seed: seed, students: 3) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try await everything(seed: 9001, students: 60) == first)
    #expect(!others.contains(first))
    #expect(try await everything(seed: 9007, students: 60) != first)
  }

  @Test func theDemoStudentsResultsAreKnown() async throws {
    let service = try await startedService()
    let courses = try await service.client().api("courses/classification-overview/zkusade1")
      .objects()
    let lines = courses.map { course in
      let items = course["overviewItems"] as? [[String: Any]] ?? []
      let values = items.map { item in
        (item["error"] as? String) ?? "\(item["value"] ?? "")"
      }
      return "\(course["courseCode"] ?? ""): \(values.joined(separator: " "))"
    }
    #expect(
      lines.joined(separator: "\n") == """
        XI-BEZ.22: 20 Z
        XI-DAT.23: 70.75 C
        XI-EKO.21: 1
        XI-LOG.23: 93 A
        XI-PRJ.22: 87 B
        XI-SIT.21: 79 C
        XI-TEO.24: MISSING_DATA MISSING_DATA
        XI-ZPT.23: 80.25 B
        """)
  }

  @Test func nothingZeroAndNoAllOccur() async throws {
    let service = try await startedService()
    let values = try await results(service, "XI-DAT.23", of: "zkusade1")
    #expect(values["kviz3"] as? Double == 0)
    #expect(values["cv4"] as? Bool == false)
    #expect(values["ukol6"] is NSNull)
  }

  @Test func everythingComputedIsComputed() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let table = try await client.api("courses/XI-ZPT.23/group/ALL/student-classifications")
      .objects()
    for row in table {
      let map = try #require(row["classificationMap"] as? [String: [String: Any]])
      func points(_ identifiers: String...) -> Double {
        identifiers.reduce(0) { $0 + (map[$1]?["value"] as? Double ?? 0) }
      }
      let tasks = points("du1", "du2", "du3", "du4")
      let tests = points("test_a", "test_b")
      #expect(abs(points("ukoly") - tasks) < 0.001)
      #expect(abs(points("testy") - tests) < 0.001)
      let total = tasks + tests + points("projekt", "aktivita")
      #expect(abs(points("body") - total) < 0.001)
      let isCredited = points("projekt") >= 15 && tests >= 10
      #expect(map["zapocet"]?["value"] as? Bool == isCredited)
      let letter = ["F", "E", "D", "C", "B", "A"][max(0, min(5, Int(total / 10) - 4))]
      #expect(map["znamka"]?["value"] as? String == (isCredited ? letter : "F"))
    }
  }

  @Test func namesTryTheCzechOrder() async throws {
    let service = try await startedService()
    let table = try await service.client(for: DemoAccounts.teacher).api(
      "courses/XI-BEZ.22/group/ALL/student-classifications"
    ).objects()
    let names = table.map { "\($0["lastName"] ?? "") \($0["firstName"] ?? "")" }
    for name in [
      "Cibulka Jan", "Čapek Karel", "Hanák Petr", "Chalupa Chrudoš", "Ďurica Martin",
      "Dvořák Tomáš", "Řehoř Ondřej", "Žáčková Žaneta", "Nováková Dlouhá Eva",
      "Malá-Veselá Alžběta", "O'Hara Zoë",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(names.count { $0 == "Novák Jan" } == 2)
    #expect(names.contains { $0.count > 70 })
    #expect(names != names.sorted(), "in no useful order")
    let usernames = table.compactMap { $0["username"] as? String }
    #expect(Set(usernames).count == 150)
    #expect(usernames.allSatisfy { $0.wholeMatch(of: #/[a-z]+\d+/#) != nil })
    #expect(usernames.contains("druhyst2"))
  }

  @Test func textsAndNotesAreThere() async throws {
    let service = try await startedService()
    let table = try await service.client(for: DemoAccounts.teacher).api(
      "courses/XI-ZPT.23/group/ALL/student-classifications"
    ).objects()
    let cells = table.flatMap {
      ($0["classificationMap"] as? [String: [String: Any]] ?? [:]).values.map { $0 }
    }
    let texts = cells.compactMap { $0["value"] as? String }
    #expect(texts.contains { $0.count > 300 })
    #expect(texts.contains { $0.contains("\n") })
    #expect(cells.contains { ($0["note"] as? String)?.isEmpty == false })
    #expect(cells.contains { $0["note"] as? String == "" })
  }

  @Test func everySemesterHasCoursesForEverybody() async throws {
    let service = try await startedService()
    for semester in ["B241", "B242", "B251", "B252", "B261"] {
      for account in [DemoAccounts.student, DemoAccounts.both] {
        let roles = try await service.client(for: account).api("user-roles?semester=\(semester)")
          .object()
        let studied = try #require(roles["studentCourses"] as? [String])
        #expect(!studied.isEmpty, "\(account.username) \(semester)")
      }
    }
    let taught = try await service.client(for: DemoAccounts.teacher).api("user-roles").object()
    #expect(taught["teacherCourses"] as? [String] == ["XI-BEZ.22", "XI-DAT.23", "XI-ZPT.23"])
  }

  @Test(arguments: [10, 20, 1000])
  func anyNumberOfStudents(_ count: Int) async throws {
    var options = EmbeddedService.Options()
    options.students = count
    let service = try await startedService(options)
    let column = try await service.client(for: DemoAccounts.teacher).api(
      "courses/XI-BEZ.22/group/ALL/student-classifications/test"
    ).objects()
    #expect(column.count == count)
    for account in [DemoAccounts.student, DemoAccounts.both] {
      #expect(try await service.client(for: account).api("user-info").status == 200)
    }
  }

  private func results(
    _ service: TestService, _ course: String, of username: String
  ) async throws -> [String: Any] {
    let student = try await service.client().api(
      "courses/\(course)/student-classifications/\(username)"
    ).object()
    let items = try #require(student["studentClassificationFullDtos"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: items.map { ($0["identifier"] as? String ?? "", $0["value"] ?? "") })
  }
}
