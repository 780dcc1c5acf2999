import Foundation
import GradesServer
import ServiceTestSupport
import TestSupport
import Testing

@Suite("One student's results", .inTurn)
struct StudentEndpointTests {
  @Test func todaysShape() async throws {
    let service = try await startedService()
    let answer = try await service.client().api(
      "courses/XI-LOG.23/student-classifications/zkusade1?semester=B261&showHidden=false")
    let student = try answer.object()
    #expect(
      Set(student.keys) == [
        "userId", "username", "firstName", "lastName", "fullName", "email", "personalNumber",
        "grade", "parallelCodes", "studentClassificationFullDtos",
      ])
    #expect(student["userId"] is NSNull)
    #expect(student["personalNumber"] is NSNull)
    #expect(student["fullName"] as? String == "Adéla Zkušební")
    let parallels = try #require(student["parallelCodes"] as? [String: String])
    #expect(Set(parallels.keys) == ["LECTURE", "TUTORIAL"])
    let items = try #require(student["studentClassificationFullDtos"] as? [[String: Any]])
    #expect(
      items.allSatisfy {
        Set($0.keys) == Self.definition2021.union(["value", "note", "lastUpdated"])
      })
    let indexes = items.compactMap { $0["index"] as? Int }
    #expect(indexes == indexes.sorted(), "sorted by the index that restarts in every folder")
    #expect(indexes.count { $0 == 0 } == 2)
    let child = try #require(items.first { $0["identifier"] as? String == "aktivita" })
    #expect(child["parentIdentifier"] as? String == "semestr")
    #expect(child["note"] is String)
    let total = try #require(items.first { $0["identifier"] as? String == "body" })
    #expect(total["note"] is NSNull)
    #expect(total["expression"] as? String == "semestr + zkouska")
  }

  @Test func shapeOf2019() async throws {
    let service = try await startedService()
    let student = try await service.client().api(
      "courses/XI-OSY.21/student-classifications/zkusade1?semester=B242"
    ).object()
    #expect(student["personalNumber"] as? String == "900001")
    let items = try #require(student["studentClassificationFullDtos"] as? [[String: Any]])
    let keys = Self.definition2021.subtracting(["parentIdentifier"])
      .union(["lowercaseIdentifier", "value", "note", "lastUpdated"])
    #expect(items.allSatisfy { Set($0.keys) == keys })
  }

  @Test func shapeOf2018() async throws {
    let service = try await startedService()
    let answer = try await service.client().api(
      "courses/XI-PGA.21/student-classifications/zkusade1?semester=B241&showHidden=false")
    let student = try answer.object()
    #expect(
      Set(student.keys) == [
        "username", "firstName", "lastName", "fullName", "email",
        "studentClassificationFullDtos",
      ])
    let items = try #require(student["studentClassificationFullDtos"] as? [[String: Any]])
    #expect(
      items.allSatisfy {
        Set($0.keys) == [
          "id", "identifier", "lowercaseIdentifier", "courseCode", "semesterCode", "calculated",
          "classificationType", "valueType", "classificationTextDtos", "hidden", "mandatory",
          "index", "minimumRequiredValue", "maximumValue", "expression", "value", "note",
        ]
      })
    let indexes = items.compactMap { $0["index"] as? Int }
    #expect(indexes != indexes.sorted(), "not sorted")
    #expect(Set(indexes) == Set(0..<items.count), "unique in the course")
    #expect(items.contains { $0["hidden"] as? Bool == true }, "nobody left them out in 2018")
    #expect(
      items.filter { $0["classificationType"] as? String == "FINAL_SCORE" }
        .compactMap { $0["valueType"] as? String }.sorted() == ["NUMBER", "STRING"])
    #expect(!items.contains { $0["classificationType"] as? String == "POINTS_TOTAL" })
    #expect(answer.text.contains("\"maximumValue\":100.0"), "whole numbers had a fraction")
  }

  @Test func aLanguageLeavesOneText() async throws {
    let service = try await startedService()
    let client = try await service.client()
    func names(_ lang: String) async throws -> [String: [String]] {
      let student = try await client.api(
        "courses/XI-LOG.23/student-classifications/zkusade1\(lang)"
      ).object()
      let items = try #require(student["studentClassificationFullDtos"] as? [[String: Any]])
      return Dictionary(
        uniqueKeysWithValues: items.map { item in
          let texts = item["classificationTextDtos"] as? [[String: String]] ?? []
          return (
            item["identifier"] as? String ?? "",
            texts.map { "\($0["identifier"] ?? "") \($0["name"] ?? "")" }
          )
        })
    }
    let all = try await names("")
    #expect(all["test"] == ["cs Semestrální test", "en Semester test"])
    #expect(all["aktivita"] == ["cs Aktivita na cvičeních"])
    #expect(all["predtermin"] == ["en Early exam"])
    #expect(all["kontrola"] == [])
    let english = try await names("?lang=en")
    #expect(english["test"] == ["en Semester test"])
    #expect(english["aktivita"] == [])
  }

  @Test func hiddenItemsAreForTeachers() async throws {
    let service = try await startedService()
    func hidden(_ client: RawClient, _ query: String) async throws -> [String] {
      let student = try await client.api(
        "courses/XI-ZPT.23/student-classifications/zkusade1\(query)"
      ).object()
      let items = try #require(student["studentClassificationFullDtos"] as? [[String: Any]])
      return items.filter { $0["hidden"] as? Bool == true }
        .compactMap { $0["identifier"] as? String }
    }
    let student = try await service.client()
    let teacher = try await service.client(for: DemoAccounts.teacher)
    #expect(try await hidden(student, "?showHidden=true") == [])
    #expect(try await hidden(teacher, "?showHidden=true") == ["interni"])
    #expect(try await hidden(teacher, "?showHidden=false") == [])
  }

  @Test func fourLevelsWithAHiddenParent() async throws {
    let service = try await startedService()
    let student = try await service.client().api(
      "courses/XI-PRJ.22/student-classifications/zkusade1"
    ).object()
    let items = try #require(student["studentClassificationFullDtos"] as? [[String: Any]])
    let parents = Dictionary(
      uniqueKeysWithValues: items.map {
        ($0["identifier"] as? String ?? "", $0["parentIdentifier"] as? String)
      })
    #expect(parents["i1_obsah"] == "i1zprava")
    #expect(parents["i1zprava"] == "iterace1")
    #expect(parents["iterace1"] == "projekt")
    #expect(parents["obhajoba"] == "tajne")
    #expect(parents["tajne"] == nil, "the parent is hidden")
  }

  @Test func nothingGradedIsNullNotZero() async throws {
    let service = try await startedService()
    let client = try await service.client()
    let student = try await client.api("courses/XI-TEO.24/student-classifications/zkusade1")
      .object()
    let items = try #require(student["studentClassificationFullDtos"] as? [[String: Any]])
    #expect(!items.isEmpty)
    #expect(items.allSatisfy { $0["value"] is NSNull && $0["lastUpdated"] is NSNull })
    let empty = try await client.api("courses/XI-TVA/student-classifications/zkusade1").object()
    #expect((empty["studentClassificationFullDtos"] as? [Any])?.isEmpty == true)
  }

  static let definition2021: Set<String> = [
    "id", "identifier", "parentId", "parentIdentifier", "courseCode", "semesterCode",
    "evaluationType", "classificationType", "valueType", "classificationTextDtos", "skillDtos",
    "hidden", "index", "minimumValue", "minimumRequiredValue", "maximumValue", "expression",
    "aggregatedIdentifier", "aggregationFunction", "aggregationScope",
  ]
}
