import Foundation
import GradesClient
import TestSupport
import Testing

/// Changing definitions as in 2018, and the service's own reading of expressions (Service contract, 6.9, 6.13).
@Suite("Definitions and expressions of 2018", .inTurn) struct OldStructureTests {
  private let service = TestService(RecordingTransport { _, _ in .status(201) })
  private var definitions: GradesAPI.OldDefinitions { service.course.oldDefinitions }

  private var bodies: [String?] {
    service.transport.requests.map { $0.body.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test("A new item is sent with its course, and whether it is computed")
  func create() async throws {
    let sum = Classification(
      identifier: ItemIdentifier("body"), evaluationType: .expression, expression: "SUM(`k.*`)")
    try await definitions.create(sum)
    #expect(service.lines == ["POST /public/courses/XI-AAA.23/classifications"])
    let member =
      #"{"identifier":"body","parentIdentifier":"","courseCode":"XI-AAA.23","semesterCode":"B231","#
      + #""classificationTextDtos":[],"classificationType":"OTHER","evaluationType":"EXPRESSION","#
      + #""valueType":"NUMBER","expression":"SUM(`k.*`)","hidden":false,"minimumValue":null,"#
      + #""minimumRequiredValue":null,"maximumValue":null,"calculated":true}"#
    #expect(bodies == [member])
  }

  @Test("A deleted item, an order and a copy are named in the address")
  func others() async throws {
    try await definitions.delete(ItemIdentifier("úkol 1/a"))
    try await definitions.order([ItemIdentifier("du2"): 0, ItemIdentifier("du1"): 1])
    let target = service.api.course(CourseCode("XI-BBB"), in: SemesterCode("B232")!)
    try await definitions.clone(to: target, removingExisting: true)
    try await definitions.clone(to: target, removingExisting: false)
    let copy =
      "PUT /public/courses/XI-AAA.23/classifications/clones/XI-BBB?source-semester=B231"
      + "&target-semester=B232&remove-existing="
    #expect(
      service.lines == [
        "DELETE /public/courses/XI-AAA.23/classifications?classification-identifier="
          + "%C3%BAkol%201%2Fa&semester=B231",
        "PUT /public/courses/XI-AAA.23/classifications/order?semester=B231",
        copy + "true", copy + "false",
      ])
    #expect(bodies == [nil, #"{"du1":1,"du2":0}"#, nil, nil])
  }

  @Test("Expressions are sent with the types of what they may use; responses are kept as they are")
  func expressions() async throws {
    let answer = #"{ "ok" : [1] }"#
    let service = TestService(answering: answer)
    let expressions = service.api.expressions
    let types = [ItemIdentifier("du2"): ValueType.string, ItemIdentifier("du1"): .number]
    #expect(
      try await expressions.analyse("du1 > \"a\"", result: .boolean, variables: types) == answer)
    #expect(
      try await expressions.analyse(
        [ItemIdentifier("soucet"): "du1 + 1", ItemIdentifier("bonus"): "du1"], variables: types)
        == answer)
    #expect(try await expressions.functions() == answer)
    #expect(
      service.lines == [
        "POST /public/expressions/analyses", "POST /public/course-expressions/analyses",
        "GET /public/expressions/functions",
      ])
    let variables = #""variableValueTypes":{"du1":"NUMBER","du2":"STRING"}}"#
    #expect(
      service.transport.requests.map { $0.body.map { String(decoding: $0, as: UTF8.self) } } == [
        #"{"expression":"du1 > \"a\"","expectedResultType":"BOOLEAN","# + variables,
        #"{"expressions":{"bonus":"du1","soucet":"du1 + 1"},"# + variables, nil,
      ])
  }
}
