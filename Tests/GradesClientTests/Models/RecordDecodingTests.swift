import Foundation
import GradesClient
import TestSupport
import Testing

/// One student's results in the shape of each year (Service contract, 6.7).
@Suite(.inTurn) struct RecordDecodingTests {
  @Test func anAnswerOf2018IsRead() async throws {
    let record = try await TestService(answering: YearAnswers.record2018).record()

    #expect(
      record.student
        == Student(
          username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební",
          fullName: "Adéla Zkušební", email: "zkusade1@example.org"))
    #expect(
      record.items.map(\.definition.identifier.rawValue) == ["znamka", "ukol_1", "tajna", "body"])
    #expect(
      record.items[1]
        == StudentClassification(
          definition: Classification(
            identifier: ItemIdentifier("ukol_1"), id: 701,
            names: [
              LocalizedName(language: "cs", name: "Úkol 1"),
              LocalizedName(language: "en", name: "Homework 1"),
            ],
            classificationType: ClassificationType(rawValue: "HOMEWORK"), requiredValue: 2,
            maximumValue: 10),
          recorded: RecordedValue(value: .number(4))))
    #expect(
      record.items.map(\.definition.evaluationType) == [.expression, .manual, .manual, .expression])
    #expect(
      record.items.map(\.recorded.value) == [.text("D"), .number(4), .flag(false), .number(63.5)])
    #expect(record.items.map(\.definition.hidden) == [false, false, true, false])
    #expect(record.items.allSatisfy { $0.recorded.updatedAt == nil && $0.recorded.note == nil })
  }

  @Test func anAnswerOf2019IsRead() async throws {
    let record = try await TestService(answering: YearAnswers.record2019).record()

    #expect(record.student.personalNumber == "900001")
    #expect(record.student.yearOfStudy == 2)
    #expect(
      record.student.parallels == [
        ClassesType(rawValue: "LECTURE"): "555000111000",
        ClassesType(rawValue: "TUTORIAL"): "555000111222",
      ])
    #expect(record.items.map(\.definition.parentID) == [nil, 900, 900, nil])
    #expect(record.items.map(\.definition.parentIdentifier) == [nil, nil, nil, nil])
    #expect(record.items[0].definition.minimumValue == 0)
    #expect(record.items[0].recorded.updatedAt == Date(timeIntervalSince1970: 1_556_000_000.123))
    // Zero is a value; the second test has none.
    #expect(record.items.map(\.recorded.value) == [.number(0), nil, .number(0), .number(0)])
    #expect(record.items[1].recorded == RecordedValue(value: nil))
  }

  @Test func anAnswerOf2021IsRead() async throws {
    let record = try await TestService(answering: YearAnswers.record2021).record()

    #expect(record.student.yearOfStudy == 3)
    #expect(record.student.personalNumber == nil)
    #expect(record.student.parallels == [:])
    #expect(
      record.items[0]
        == StudentClassification(
          definition: Classification(
            identifier: ItemIdentifier("du1"), id: 8001, parentID: 8000,
            parentIdentifier: ItemIdentifier("du"),
            names: [
              LocalizedName(language: "cs", name: "Úloha 1"),
              LocalizedName(language: "en", name: "Task 1"),
            ],
            classificationType: ClassificationType(rawValue: "HOMEWORK"), minimumValue: 0,
            requiredValue: 3, maximumValue: 12),
          recorded: RecordedValue(
            value: .number(7.25), note: "pozdě",
            updatedAt: Date(timeIntervalSince1970: 1_701_388_800))))
    #expect(record.items[2].recorded.value == .flag(false))
    #expect(record.items[2].definition.valueType == .boolean)
  }

  @Test func aCourseWithoutItemsHasNone() async throws {
    let service = TestService(
      answering: #"{ "username": "zkusade1", "studentClassificationFullDtos": [] }"#)
    #expect(try await service.record().items.isEmpty)
  }

  @Test func theStudentIsTheOneWhoWasAskedFor() async throws {
    let service = TestService(
      answering: #"{ "username": "jiny1", "studentClassificationFullDtos": null }"#)
    #expect(try await service.record().student.username == Username("zkusade1"))
  }

  @Test func anotherObjectDoesNotPassForAnEmptyRecord() async throws {
    let service = TestService(answering: #"{ "error": "maintenance", "status": 200 }"#)
    await #expect(
      throws: GradesError.unreadable(.json(path: "studentClassificationFullDtos"))
    ) { try await service.record() }
  }
}
