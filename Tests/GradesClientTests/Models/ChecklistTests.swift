import Foundation
import GradesClient
import TestSupport
import Testing

/// What a tolerant client must accept: the checklist (Service contract, 9), line by line. Lines
/// 10–12 are tested with requests and errors, line 13 with tokens.
@Suite(.inTurn) struct ChecklistTests {
  private func definition(_ members: String) async throws -> Classification {
    let definitions = try await TestService(answering: #"[{ "identifier": "x", \#(members) }]"#)
      .definitions()
    return try #require(definitions.first)
  }

  private func value(_ json: String) async throws -> RecordedValue? {
    try await TestService(
      answering: #"[{ "username": "zkusade1", "classificationMap": { "x": \#(json) } }]"#
    ).rows().first?.values[ItemIdentifier("x")]
  }

  @Test(
    "1: calculated and evaluationType",
    arguments: [
      (#""calculated": true, "expression": null"#, "EXPRESSION"),
      (#""calculated": false, "expression": "a + b""#, "MANUAL"),
      (#""evaluationType": "MANUAL", "calculated": true"#, "MANUAL"),
      (#""evaluationType": "AGGREGATION""#, "AGGREGATION"),
      (#""evaluationType": null, "calculated": true"#, "EXPRESSION"),
      (#""expression": null"#, "MANUAL"), (#""index": 0"#, "MANUAL"),
      (#""expression": "a + b""#, "EXPRESSION"),
    ])
  func evaluation(_ members: String, _ expected: String) async throws {
    #expect(try await definition(members).evaluationType.rawValue == expected)
  }

  @Test("3: username or studentUsername in either endpoint")
  func usernames() async throws {
    for name in ["username", "studentUsername"] {
      let service = TestService(answering: #"[{ "\#(name)": "zkusade1" }]"#)
      #expect(try await service.rows().map(\.student.username.rawValue) == ["zkusade1"])
      #expect(try await service.column().map(\.student.username.rawValue) == ["zkusade1"])
    }
  }

  @Test(
    "4: times as number, digits, null or missing",
    arguments: [
      (#""timestamp": 1701388800000"#, 1_701_388_800.0),
      (#""timestamp": 1.7013888E12"#, 1_701_388_800),
      (#""timestamp": "1701388800060""#, 1_701_388_800.06), (#""timestamp": null"#, nil),
      (#""timestamp": """#, nil), (#""value": 1"#, nil),
    ] as [(String, Double?)])
  func times(_ member: String, _ seconds: Double?) async throws {
    let recorded = try #require(try await value("{ \(member) }"))
    #expect(recorded.updatedAt == seconds.map(Date.init(timeIntervalSince1970:)))
  }

  @Test("5: everything about people and courses may be null or missing")
  func nulls() async throws {
    let bare = Student(username: Username("zkusade1"), firstName: nil, lastName: nil)
    let rows = try await TestService(
      answering: #"""
        [{ "username": "zkusade1" },
         { "username": "zkusade1", "userId": null, "fullName": null, "firstName": null, "lastName": null,
           "email": null, "personalNumber": null, "grade": null, "parallelCodes": null },
         { "username": "zkusade1", "firstName": "", "lastName": "", "parallelCodes": { "LECTURE": null } }]
        """#
    ).rows()
    #expect(rows.map(\.student) == [bare, bare, bare])

    let course = try await TestService(answering: #"{ "courseCode": "XI-AAA.23" }"#).information()
    #expect(course == CourseInformation(code: CourseCode("XI-AAA.23"), name: nil))

    let groups = try await TestService(answering: #"[{ "studentGroupId": "ALL" }]"#).api.course(
      TestService.course, in: TestService.semester
    ).groups()
    #expect(groups == [StudentGroup(id: .all, name: "ALL")])
  }

  @Test("14: unknown words of every enumeration are kept")
  func unknownWords() async throws {
    let definition = try await definition(
      #""classificationType": "ZBRUSU_NOVY", "valueType": "DATE", "evaluationType": "MAGIC""#)
    #expect(definition.classificationType.rawValue == "ZBRUSU_NOVY")
    #expect(definition.valueType.rawValue == "DATE")
    #expect(definition.evaluationType.rawValue == "MAGIC")
    #expect(!definition.isEditable)
  }

  @Test(
    "15: values of another type than promised",
    arguments: [
      (#""NUMBER", "value": "omluven""#, .text("omluven")),
      (#""STRING", "value": 12"#, .number(12)),
      (#""BOOLEAN", "value": 1"#, .number(1)), (#""NUMBER", "value": false"#, .flag(false)),
      (#""STRING", "value": """#, .text("")), (#""NUMBER", "value": -0.0"#, .number(0)),
      (#""BOOLEAN", "value": null"#, nil),
    ] as [(String, GradeValue?)])
  func contradictions(_ members: String, _ expected: GradeValue?) async throws {
    let record = try await TestService(
      answering:
        #"{ "studentClassificationFullDtos": [ { "identifier": "x", "valueType": \#(members) } ] }"#
    ).record()
    #expect(record.items.map(\.recorded.value) == [expected])
  }
}

/// A tree as indented lines.
func outline<Element>(_ tree: ClassificationTree<Element>) -> String {
  tree.nodes.map {
    String(repeating: "  ", count: $0.depth) + $0.element.definition.identifier.rawValue
  }.joined(separator: "\n")
}
