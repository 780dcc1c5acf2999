import Foundation
import TestSupport
import Testing

/// `--json` and `--csv`: all keys, in their order (Product rules, JSON documents).
@Suite("Results for programs", .inTurn)
struct CourseDocumentTests {
  @Test("One JSON document with all keys, null where there is nothing")
  func document() async throws {
    #expect(
      try await shown("course XI-EKO.21 --json", width: 40) == """
        {
          "course": {
            "code": "XI-EKO.21",
            "name": "Ekonomika podnikání"
          },
          "semester": "B261",
          "student": {
            "username": "zkusade1",
            "firstName": "Adéla",
            "lastName": "Zkušební"
          },
          "points": null,
          "maximumPoints": null,
          "requiredPoints": null,
          "grade": null,
          "passed": true,
          "classifications": [
            {
              "identifier": "esej",
              "name": "Essay",
              "type": "SEMESTRAL_WORK",
              "valueType": "NUMBER",
              "evaluationType": "MANUAL",
              "value": 7,
              "minimum": 0,
              "required": 5,
              "maximum": 10,
              "requirementMet": true,
              "note": null,
              "updatedAt": "2026-11-15T10:27:25.070Z",
              "parent": null,
              "depth": 0
            },
            {
              "identifier": "splneno",
              "name": "Passed",
              "type": "FINAL_SCORE",
              "valueType": "BOOLEAN",
              "evaluationType": "EXPRESSION",
              "value": true,
              "minimum": null,
              "required": null,
              "maximum": null,
              "requirementMet": null,
              "note": null,
              "updatedAt": "2026-11-15T10:27:25.130Z",
              "parent": null,
              "depth": 0
            }
          ],
          "fetchedAt": "2026-11-21T12:00:00Z",
          "stale": false
        }

        """)
  }

  @Test("The shape of 2018 fills what it knows")
  func oldDocument() async throws {
    let document = try await document("course XI-BEZ.22 --semester B241 --json")
    #expect(document["points"] as? Double == 74)
    #expect(document["maximumPoints"] as? Double == 100)
    #expect(document["requiredPoints"] is NSNull)
    #expect(document["grade"] as? String == "C")
    let items = try #require(document["classifications"] as? [[String: Any]])
    #expect(items.allSatisfy { $0["updatedAt"] is NSNull && $0["minimum"] is NSNull })
    let lines = items.map { item in
      ["identifier", "type", "value", "required", "maximum", "requirementMet", "note"]
        .map { key in "\(item[key].flatMap { $0 is NSNull ? nil : $0 } ?? "–")" }
        .joined(separator: " ")
    }
    #expect(
      lines == [
        "prace SEMESTRAL_WORK 25 20 40 1 opraveno po reklamaci",
        "pisemka SEMESTRAL_TEST 24 – 30 – –", "ustni ORAL_EXAM 25 – 30 – chybí dokumentace",
        "zapocet ASSESSMENT 1 – – – –", "body_celkem FINAL_SCORE 74 – 100 – –",
        "znamka FINAL_SCORE C – – – –",
      ])
  }

  @Test("CSV has a line for each item")
  func table() async throws {
    #expect(
      try await shown("course XI-PRJ.22 --csv") == """
        identifier,name,value,minimum,required,maximum,note,updatedAt
        projekt,Project,70.5,,,80,,2026-11-15T10:44:45.869Z
        iterace1,Iteration 1,36.5,,,40,,2026-11-15T10:44:45.869Z
        i1zprava,Report,Pěkné a čitelné řešení.,,,,,2026-09-26T10:02:50.485Z
        i1_obsah,Content,15,0,,15,,2026-10-01T10:02:09.113Z
        i1_forma,Form,5,0,,5,,2026-10-06T10:32:36.075Z
        i1_kod,Code,16.5,0,8,20,,2026-10-11T10:37:32.719Z
        iterace2,Iteration 2,34,,,40,,2026-11-15T10:44:45.869Z
        i2zprava,Report,Pěkné a čitelné řešení.,,,,,2026-10-16T10:05:55.152Z
        i2_obsah,Content,11.5,0,,15,,2026-10-21T10:29:26.858Z
        i2_forma,Form,5,0,,5,,2026-10-26T10:36:06.648Z
        i2_kod,Code,17.5,0,8,20,,2026-10-31T10:16:04.463Z
        obhajoba,Defence,16.5,0,,20,,2026-11-10T10:41:12.198Z
        body,Total points,87,,50,100,,2026-11-15T10:44:45.869Z
        znamka,Grade,B,,,,,2026-11-15T10:44:45.869Z

        """)
  }

  @Test("The tree is flat, in display order, with parents and depths")
  func tree() async throws {
    let document = try await document("course XI-PRJ.22 --json")
    let items = try #require(document["classifications"] as? [[String: Any]])
    let lines = items.map { item in
      "\(item["depth"] ?? "?") \(item["identifier"] ?? "?") ‹ \(item["parent"] as? String ?? "–")"
    }
    #expect(
      lines == [
        "0 projekt ‹ –", "1 iterace1 ‹ projekt", "2 i1zprava ‹ iterace1", "3 i1_obsah ‹ i1zprava",
        "3 i1_forma ‹ i1zprava", "2 i1_kod ‹ iterace1", "1 iterace2 ‹ projekt",
        "2 i2zprava ‹ iterace2", "3 i2_obsah ‹ i2zprava", "3 i2_forma ‹ i2zprava",
        "2 i2_kod ‹ iterace2", "0 obhajoba ‹ –", "0 body ‹ –", "0 znamka ‹ –",
      ])
    for item in items {
      #expect(
        Set(item.keys) == [
          "identifier", "name", "type", "valueType", "evaluationType", "value", "minimum",
          "required", "maximum", "requirementMet", "note", "updatedAt", "parent", "depth",
        ])
    }
  }

  private func document(_ command: String) async throws -> [String: Any] {
    let text = try await shown(command)
    return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
