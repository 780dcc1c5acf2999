import TestSupport
import Testing

/// `--json` and `--csv`: all keys, in their order (Product rules, JSON documents).
@Suite("A group's values for programs", .inTurn)
struct GroupDocumentTests {
  @Test("One JSON document with all keys, times and authors")
  func document() async throws {
    let document = try await shown(
      "group XI-ZPT.23 ALL DU1 projekt --json --filter ulehlur2", as: "ucitezk1")
    #expect(
      document == """
        {
          "course": "XI-ZPT.23",
          "semester": "B261",
          "group": {
            "id": "ALL",
            "name": "all students"
          },
          "classifications": [
            {
              "identifier": "du1",
              "name": "Task 1",
              "type": "HOMEWORK",
              "valueType": "NUMBER",
              "evaluationType": "MANUAL",
              "minimum": 0,
              "required": 3,
              "maximum": 10,
              "expression": null,
              "hidden": false,
              "parent": "ukoly",
              "depth": 1
            },
            {
              "identifier": "projekt",
              "name": "Semester project",
              "type": "SEMESTRAL_WORK",
              "valueType": "NUMBER",
              "evaluationType": "MANUAL",
              "minimum": 0,
              "required": 15,
              "maximum": 30,
              "expression": null,
              "hidden": false,
              "parent": null,
              "depth": 0
            }
          ],
          "students": [
            {
              "username": "ulehlur2",
              "firstName": "Uršula",
              "lastName": "Ulehlová",
              "values": {
                "du1": {
                  "value": 0,
                  "note": null,
                  "updatedAt": "2026-09-27T10:51:02.031Z",
                  "author": "ucitezk1"
                },
                "projekt": {
                  "value": null,
                  "note": null,
                  "updatedAt": null,
                  "author": null
                }
              }
            }
          ],
          "fetchedAt": "2026-11-21T12:00:00Z",
          "stale": false
        }

        """)
  }

  @Test("CSV has the values and nothing that a spreadsheet would run")
  func csv() async throws {
    #expect(
      try await shown("group XI-ZPT.23 ALL du1 zapocet znamka --csv --filter ul", as: "ucitezk1")
        == """
        username,lastName,firstName,du1,zapocet,znamka
        cibulja1,Cibulka,Jan,3.25,false,F
        ulehlur2,Ulehlová,Uršula,0,false,F
        ulehlur1,Úlehlová,Úršula,8.25,true,C

        """)
  }
}
