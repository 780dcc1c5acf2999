import Foundation
import GradesClient
import TestSupport
import Testing

/// The service's own reading of expressions (Service contract, 6.13).
@Suite("Expressions that the service reads", .inTurn) struct ExpressionEndpointTests {
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
