import Foundation
import GradesClient
import TestSupport
import Testing

/// A group's results, all items or one (Service contract, 6.8, 6.10).
@Suite(.inTurn) struct GroupDecodingTests {
  @Test func plainValuesOf2018AreRead() async throws {
    let rows = try await TestService(answering: YearAnswers.group2018).rows()

    #expect(rows.map(\.student.username.rawValue) == ["zkusade1", "druhyst2"])
    #expect(
      rows[0].values == [
        ItemIdentifier("du1"): RecordedValue(value: .number(7.25)),
        ItemIdentifier("body"): RecordedValue(value: .number(61.5)),
        ItemIdentifier("znamka"): RecordedValue(value: .text("D")),
        ItemIdentifier("zapocet"): RecordedValue(value: .flag(true)),
      ])
    #expect(rows[1].values == [ItemIdentifier("zapocet"): RecordedValue(value: .flag(false))])
  }

  @Test func valuesOf2021AreReadWithTimeAndAuthor() async throws {
    let rows = try await TestService(answering: YearAnswers.group2021).rows()

    let row = try #require(rows.first)
    #expect(row.student.yearOfStudy == 2)
    #expect(row.student.parallels == [ClassesType(rawValue: "TUTORIAL"): "555000111222"])
    #expect(
      row.values == [
        ItemIdentifier("du1"): RecordedValue(
          value: .number(7.25), updatedAt: Date(timeIntervalSince1970: 1_701_388_800),
          author: "ucitezk1"),
        ItemIdentifier("body"): RecordedValue(
          value: .number(61.5), updatedAt: Date(timeIntervalSince1970: 1_701_388_800.06),
          author: "system"),
        ItemIdentifier("du2"): RecordedValue(value: nil),
      ])
  }

  @Test func eachValueDecidesForItselfHowItIsWritten() async throws {
    let rows = try await TestService(
      answering: #"""
        [{ "username": "zkusade1", "classificationMap": {
          "stara": 4.0, "nova": { "value": 5, "note": "ústně" }, "zadna": null } }]
        """#
    ).rows()

    #expect(
      rows[0].values == [
        ItemIdentifier("stara"): RecordedValue(value: .number(4)),
        ItemIdentifier("nova"): RecordedValue(value: .number(5), note: "ústně"),
        ItemIdentifier("zadna"): RecordedValue(value: nil),
      ])
  }

  @Test func aRowWithoutAMapHasNoValues() async throws {
    let rows = try await TestService(
      answering:
        #"[{ "username": "zkusade1" }, { "username": "druhyst2", "classificationMap": null }]"#
    ).rows()
    #expect(rows.map(\.values) == [[:], [:]])
  }

  @Test func oneItemOfAGroupNamesStudentsInItsOwnWay() async throws {
    let cells = try await TestService(
      answering: #"""
        [
          { "id": 345678, "timestamp": null, "value": 7.25, "note": null, "authorUsername": null,
            "studentUsername": "zkusade1", "classificationIdentifier": "du1",
            "firstName": "Adéla", "lastName": "Zkušební", "email": "zkusade1@example.org",
            "personalNumber": null, "parallelCodes": {} },
          { "id": null, "timestamp": null, "value": null, "note": null,
            "studentUsername": "druhyst2", "classificationIdentifier": "du1", "lowercaseIdentifier": "du1",
            "firstName": "Čeněk", "lastName": "Druhý", "email": null }
        ]
        """#
    ).column()

    #expect(
      cells == [
        ColumnCell(
          student: Student(
            username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební",
            email: "zkusade1@example.org"),
          recorded: RecordedValue(value: .number(7.25))),
        ColumnCell(
          student: Student(username: Username("druhyst2"), firstName: "Čeněk", lastName: "Druhý"),
          recorded: RecordedValue(value: nil)),
      ])
  }

  @Test func valuesOfAnotherItemAreNeverTakenForTheOneAskedFor() async throws {
    let service = TestService(
      answering: #"""
        [{ "studentUsername": "zkusade1", "classificationIdentifier": "DU1", "value": 1 },
         { "studentUsername": "druhyst2", "classificationIdentifier": "du2", "value": 2 }]
        """#)
    await #expect(
      throws: GradesError.unreadable(.json(path: "[1].classificationIdentifier"))
    ) { try await service.column("du1") }
  }

  @Test func anEmptyGroupIsEmpty() async throws {
    #expect(try await TestService(answering: "[]").rows().isEmpty)
    #expect(try await TestService(answering: " [ ] \n").column().isEmpty)
  }
}
