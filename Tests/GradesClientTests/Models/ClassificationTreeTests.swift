import GradesClient
import TestSupport
import Testing

/// The order in which items are read (Service contract, 6.7).
@Suite(.inTurn) struct ClassificationTreeTests {
  private func item(
    _ identifier: String, id: Int? = nil, below parentID: Int? = nil, named parent: String? = nil,
    index: Int = 0, hidden: Bool = false
  ) -> Classification {
    Classification(
      identifier: ItemIdentifier(identifier), id: id, parentID: parentID,
      parentIdentifier: parent.map(ItemIdentifier.init), hidden: hidden, index: index)
  }

  @Test func theIndexAloneOrdersItemsOf2018() async throws {
    let record = try await TestService(answering: YearAnswers.record2018).record()
    #expect(
      outline(ClassificationTree(record.items)) == """
        ukol_1
        tajna
        body
        znamka
        """)
  }

  @Test func parentsByIDOrderItemsOf2019() async throws {
    let record = try await TestService(answering: YearAnswers.record2019).record()
    let tree = ClassificationTree(record.items)
    #expect(
      outline(tree) == """
        semestr
          test1
          test2
        celkem
        """)
    #expect(tree.nodes.map(\.parent?.rawValue) == [nil, "semestr", "semestr", nil])
    #expect(tree.nodes.map(\.parentIndex) == [nil, 0, 0, nil])
  }

  @Test func parentsByIDAndIdentifierOrderItemsOf2021() async throws {
    let record = try await TestService(answering: YearAnswers.record2021).record()
    #expect(
      outline(ClassificationTree(record.items)) == """
        du
          du1
        zapocet
        """)
  }

  @Test func parentsMayBeNamedByIdentifierAlone() {
    let tree = ClassificationTree([
      item("d", named: "c"), item("c", named: "b"), item("b", named: "a"), item("a"),
    ])
    #expect(
      outline(tree) == """
        a
          b
            c
              d
        """)
  }

  @Test func aParentWhoseIDIsMissingIsLookedForByItsIdentifier() {
    let tree = ClassificationTree([
      item("dite", id: 2, below: 99, named: "rodic"), item("rodic", id: 1),
    ])
    #expect(outline(tree) == "rodic\n  dite")
  }

  @Test func siblingsAreSortedByIndexThenIDThenTheirOrder() {
    let tree = ClassificationTree([
      item("e", index: 2), item("f", index: 2), item("c", id: 30, index: 1),
      item("b", id: 20, index: 1), item("a", id: 99, index: 0), item("d", index: 1),
    ])
    #expect(tree.elements.map(\.identifier.rawValue) == ["a", "b", "c", "d", "e", "f"])
  }

  @Test func childrenOfDifferentParentsComeInterleaved() {
    let tree = ClassificationTree([
      item("a", id: 1, index: 0), item("b", id: 2, index: 1),
      item("a0", id: 3, below: 1, index: 0), item("b0", id: 4, below: 2, index: 0),
      item("a1", id: 5, below: 1, index: 1), item("b1", id: 6, below: 2, index: 1),
    ])
    #expect(
      outline(tree) == """
        a
          a0
          a1
        b
          b0
          b1
        """)
  }

  @Test func itemsOnACircleAreRootsAndThoseBelowStay() {
    let tree = ClassificationTree([
      item("x", id: 1, below: 3, index: 0), item("y", id: 2, below: 1, index: 1),
      item("z", id: 3, below: 2, index: 2), item("pod_y", id: 4, below: 2),
      item("sam_sobe", id: 5, below: 5, index: 3),
    ])
    #expect(
      outline(tree) == """
        x
        y
          pod_y
        z
        sam_sobe
        """)
  }

  @Test func twoItemsOfOneNameBothStay() {
    let tree = ClassificationTree([
      item("dvojnik", id: 1, index: 0), item("dvojnik", id: 1, index: 1),
      item("dite", id: 2, below: 1),
    ])
    #expect(outline(tree) == "dvojnik\n  dite\ndvojnik")
  }

  @Test func aHiddenParentLeavesItsVisibleChildrenInTheirPlace() {
    let tree = ClassificationTree([
      item("prvni", id: 1, index: 0),
      item("skryty", id: 2, index: 1, hidden: true), item("videt", id: 3, below: 2, index: 0),
      item("skryte_dite", id: 4, below: 2, index: 1, hidden: true),
      item("koren", id: 5, index: 2), item("skryta_vrstva", id: 6, below: 5, hidden: true),
      item("vnuk", id: 7, below: 6), item("pravnuk", id: 8, below: 7),
    ]).withoutHidden()
    #expect(
      outline(tree) == """
        prvni
        videt
        koren
          vnuk
            pravnuk
        """)
    #expect(tree.nodes.map(\.parent?.rawValue) == [nil, nil, nil, "koren", "vnuk"])
  }

  @Test func aVeryDeepTreeIsBuilt() {
    let items = (0..<20_000).map { item("i\($0)", id: $0, below: $0 == 0 ? nil : $0 - 1) }
    let tree = ClassificationTree(items.reversed())
    #expect(tree.nodes.last?.depth == 19_999)
    #expect(tree.filtered { $0.id == 19_999 }.nodes.map(\.depth) == [0])
  }

  @Test func nothingMakesAnEmptyTree() {
    #expect(ClassificationTree([Classification]()).nodes.isEmpty)
  }
}
