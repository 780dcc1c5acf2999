import GradesClient
import TestSupport
import Testing

/// Definitions of items in the shape of each year (Service contract, 6.9).
@Suite(.inTurn) struct DefinitionDecodingTests {
  @Test func aDefinitionOf2018IsRead() async throws {
    let definitions = try await TestService(
      answering: #"""
        [{ "id": 701, "identifier": "ukol_1", "lowercaseIdentifier": "ukol_1", "courseCode": "XI-AAA",
           "semesterCode": "B171", "calculated": false, "classificationType": "HOMEWORK",
           "valueType": "NUMBER", "classificationTextDtos": [ { "identifier": "cs", "name": "Úkol 1" } ],
           "hidden": true, "mandatory": true, "index": 7, "minimumRequiredValue": 2.0,
           "maximumValue": 10.0, "expression": null }]
        """#
    ).definitions()

    #expect(
      definitions == [
        Classification(
          identifier: ItemIdentifier("ukol_1"), id: 701,
          names: [LocalizedName(language: "cs", name: "Úkol 1")],
          classificationType: ClassificationType(rawValue: "HOMEWORK"), hidden: true, index: 7,
          requiredValue: 2, maximumValue: 10)
      ])
  }

  @Test func aHierarchyIsFlattenedWithParentsFirstAtAnyDepth() async throws {
    let service = TestService(
      answering: #"""
        [
          { "id": 1, "identifier": "semestr", "index": 0, "children": [
            { "id": 2, "identifier": "testy", "index": 0, "parentId": 1, "parentIdentifier": "semestr", "children": [
              { "id": 3, "identifier": "test1", "index": 0, "children": [
                { "id": 4, "identifier": "test1a", "index": 0, "children": null } ] } ] },
            { "id": 5, "identifier": "aktivita", "index": 1 } ] },
          { "id": 6, "identifier": "zkouska", "index": 1, "children": [] }
        ]
        """#)
    let definitions = try await service.hierarchy()

    #expect(
      definitions.map { "\($0.identifier) < \($0.parentIdentifier?.rawValue ?? "-")" } == [
        "semestr < -", "testy < semestr", "test1 < testy", "test1a < test1", "aktivita < semestr",
        "zkouska < -",
      ])
    #expect(definitions.map(\.parentID) == [nil, 1, 2, 3, 1, nil])
  }

  @Test func namesFallBackToAnotherLanguageAndThenToTheIdentifier() async throws {
    let definitions = try await TestService(
      answering: #"""
        [
          { "identifier": "oba", "classificationTextDtos": [
            { "identifier": "cs", "name": "Úloha" }, { "identifier": "en", "name": "Task" } ] },
          { "identifier": "jen_cesky", "classificationTextDtos": [ { "identifier": "cs", "name": "Úloha" } ] },
          { "identifier": "prazdny", "classificationTextDtos": [
            { "identifier": "en", "name": "" }, { "identifier": "cs", "name": null } ] },
          { "identifier": "zadny", "classificationTextDtos": [] },
          { "identifier": "chybi", "classificationTextDtos": null }
        ]
        """#
    ).definitions()

    #expect(
      definitions.map { $0.name(in: .english) } == ["Task", "Úloha", "prazdny", "zadny", "chybi"])
    #expect(
      definitions.map { $0.name(in: .czech) } == ["Úloha", "Úloha", "prazdny", "zadny", "chybi"])
  }

  @Test func emptyTextsForRootAndExpressionMeanNone() async throws {
    let definitions = try await TestService(
      answering: #"[{ "identifier": "du1", "parentIdentifier": "", "expression": "" }]"#
    ).definitions()
    #expect(definitions[0].parentIdentifier == nil)
    #expect(definitions[0].expression == nil)
    #expect(definitions[0].isEditable)
  }
}
