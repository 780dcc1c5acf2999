import Foundation
import GradesClient
import TestSupport
import Testing

/// Reading and changing which items a course has, and its editors (Service contract, 6.9, 6.12).
@Suite(.inTurn) struct StructureTests {
  private static let quiz = Classification(
    identifier: ItemIdentifier("kviz"),
    names: [
      LocalizedName(language: "cs", name: "Kvíz"), LocalizedName(language: "en", name: "Quiz"),
    ], classificationType: ClassificationType(rawValue: "QUIZ"), hidden: true, minimumValue: 0,
    maximumValue: 5)

  private static let sum = Classification(
    identifier: ItemIdentifier("kviz1"), parentIdentifier: ItemIdentifier("kviz"),
    evaluationType: .expression, requiredValue: 2.5, expression: "SUM(`k.*`)")

  private static let quizJSON =
    #"{"identifier":"kviz","parentIdentifier":"","courseCode":"XI-AAA.23","semesterCode":"B231","#
    + #""classificationTextDtos":[{"identifier":"cs","name":"Kvíz"},{"identifier":"en","name":"Quiz"}],"#
    + #""classificationType":"QUIZ","evaluationType":"MANUAL","valueType":"NUMBER","expression":null,"#
    + #""hidden":true,"minimumValue":0,"minimumRequiredValue":null,"maximumValue":5}"#

  private static let sumJSON =
    #"{"identifier":"kviz1","parentIdentifier":"kviz","courseCode":"XI-AAA.23","semesterCode":"B231","#
    + #""classificationTextDtos":[],"classificationType":"OTHER","evaluationType":"EXPRESSION","#
    + #""valueType":"NUMBER","expression":"SUM(`k.*`)","hidden":false,"minimumValue":null,"#
    + #""minimumRequiredValue":2.5,"maximumValue":null}"#

  private func body(_ service: TestService) throws -> String {
    String(decoding: try #require(service.transport.requests.first?.body), as: UTF8.self)
  }

  @Test("New items are sent below their parents, roots below the empty name")
  func create() async throws {
    let service = TestService(RecordingTransport(.status(201)))
    try await service.course.definitions.create([Self.quiz, Self.sum])
    #expect(
      service.lines == ["POST /public/courses/XI-AAA.23/definition-hierarchy?semester=B231"])
    #expect(try body(service) == #"{"":[\#(Self.quizJSON)],"kviz":[\#(Self.sumJSON)]}"#)
  }

  @Test("Changed items are sent by their identifiers, without a semester in the query")
  func update() async throws {
    let service = TestService(RecordingTransport(.status(201)))
    try await service.course.definitions.update([Self.sum])
    #expect(service.lines == ["PUT /public/courses/XI-AAA.23/definitions"])
    #expect(try body(service) == #"{"kviz1":\#(Self.sumJSON)}"#)
  }

  @Test("Deleting says what happens to the items below", arguments: [true, false])
  func delete(keepingChildren: Bool) async throws {
    let service = TestService(RecordingTransport(.status(204)))
    try await service.course.definitions.delete(
      ItemIdentifier("a/b"), keepingChildren: keepingChildren)
    #expect(
      service.lines == [
        "DELETE /public/courses/XI-AAA.23/definitions/a%2Fb?semester=B231"
          + "&preserve-children=\(keepingChildren)"
      ])
    #expect(service.transport.requests[0].body == nil)
  }

  @Test("Nothing is sent for nothing")
  func nothing() async throws {
    let service = TestService(RecordingTransport(.status(201)))
    try await service.course.definitions.create([])
    try await service.course.definitions.update([])
    #expect(service.lines.isEmpty)
  }

  @Test("A change is never sent again", arguments: [500, 503, 429])
  func once(status: Int) async throws {
    let service = TestService(RecordingTransport { _, _ in .status(status) })
    await #expect(throws: GradesError.self) {
      try await service.course.definitions.create([Self.quiz])
    }
    await #expect(throws: GradesError.self) {
      try await service.course.definitions.delete(ItemIdentifier("kviz"), keepingChildren: false)
    }
    #expect(service.lines.count == 2)
  }

  @Test("What the library has no property for is kept, and named where an update would lose it")
  func withoutLoss() async throws {
    let service = TestService(
      answering: """
        [{"identifier": "du1", "parentIdentifier": "ukoly", "index": 2, "skillDtos": [ ],
          "aggregatedIdentifier": null, "aggregationFunction": "AVERAGE", "colour": {"rgb": 7},
          "classificationTextDtos": [{"identifier": "cs", "name": "Úloha"},
            {"identifier": "en", "name": "Task"}], "maximumValue": 10}]
        """)
    let structure = try await service.course.definitions.structure()
    #expect(service.lines == ["GET /public/courses/XI-AAA.23/definitions?semester=B231"])
    let definition = try #require(structure.first)
    #expect(definition.item.names.map(\.name) == ["Úloha", "Task"])
    #expect(definition.item.parentIdentifier == ItemIdentifier("ukoly"))
    #expect(
      definition.otherMembers == [
        .init(name: "skillDtos", json: "[]"), .init(name: "aggregatedIdentifier", json: "null"),
        .init(name: "aggregationFunction", json: "\"AVERAGE\""),
        .init(name: "colour", json: #"{"rgb": 7}"#),
      ])
    #expect(definition.lostByUpdate == ["aggregationFunction", "colour"])
  }

  @Test("A name with more than a language and a text would be lost, too")
  func names() async throws {
    let service = TestService(
      answering: """
        [{"identifier": "du1", "classificationTextDtos": [
          {"identifier": "cs", "name": "Úloha", "description": "do 5. týdne"}]}]
        """)
    let structure = try await service.course.definitions.structure()
    #expect(structure.first?.lostByUpdate == ["classificationTextDtos"])
  }

  @Test(
    "Editors are read as names or as objects",
    arguments: [
      #"["ucitezk1", "obojial1"]"#, #"[{"username": "ucitezk1"}, {"username": "obojial1"}]"#,
    ])
  func editors(json: String) async throws {
    let service = TestService(answering: json)
    #expect(
      try await service.api.editors(of: TestService.course).all()
        == [Username("ucitezk1"), Username("obojial1")])
    #expect(service.lines == ["GET /public/courses/XI-AAA.23/editors"])
  }

  @Test("Editors are added and removed without a body")
  func changeEditors() async throws {
    let service = TestService(RecordingTransport(.status(201), .status(204)))
    try await service.api.editors(of: TestService.course).add(Username("obojial1"))
    try await service.api.editors(of: TestService.course).remove(Username("obojial1"))
    #expect(
      service.lines == [
        "PUT /public/courses/XI-AAA.23/editors/obojial1",
        "DELETE /public/courses/XI-AAA.23/editors/obojial1",
      ])
  }
}
