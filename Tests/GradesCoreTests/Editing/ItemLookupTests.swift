import GradesClient
import GradesCore
import Testing

/// Items by what people write.
@Suite("Finding items")
struct ItemLookupTests {
  private static func item(_ identifier: String, _ names: String...) -> CourseItem {
    CourseItem(
      definition: Classification(
        identifier: ItemIdentifier(identifier),
        names: zip(["cs", "en"], names).map { LocalizedName(language: $0, name: $1) }))
  }

  private let items = CourseItems(
    course: CourseCode("XI-AAA.23"), semester: SemesterCode("B261")!,
    items: [
      item("zkouska", "Zkouška", "Exam"), item("du1", "Úloha", "Task"), item("DU1", "Úloha", "Job"),
      item("test", "exam", "zkouska"),
    ])

  @Test(
    "The identifier, then the identifier in another case, then a name in either language",
    arguments: [
      ("zkouska", "zkouska"), ("ZKOUSKA", "zkouska"), ("  zkouška ", "zkouska"), ("Task", "du1"),
      ("DU1", "DU1"), ("test", "test"),
    ])
  func found(typed: String, identifier: String) throws {
    let found = try items.items([ItemIdentifier(typed)])
    #expect(found.map(\.identifier.rawValue) == [identifier])
  }

  @Test(
    "What several items are called is none of them, and they are listed",
    arguments: [
      ("Du1", ["du1", "DU1"]), ("úloha", ["du1", "DU1"]), ("EXAM", ["zkouska", "test"]),
    ])
  func ambiguous(typed: String, candidates: [String]) throws {
    let error = #expect(throws: UnknownItems.self) { try items.items([ItemIdentifier(typed)]) }
    #expect(try #require(error).candidates.map(\.rawValue) == candidates)
  }

  @Test("A text that no item has")
  func unknown() throws {
    let error = #expect(throws: UnknownItems.self) { try items.items([ItemIdentifier("Quiz")]) }
    #expect(try #require(error).candidates.isEmpty)
    #expect(items.item(ItemIdentifier("")) == nil)
  }

  @Test("A pattern means a name where no identifier matches it")
  func patterns() throws {
    func chosen(_ text: String) throws -> Set<ItemIdentifier> {
      try items.items.identifiers(matching: [text])
    }
    #expect(try chosen("Zkouška") == [ItemIdentifier("zkouska")])
    #expect(try chosen("du*") == [ItemIdentifier("du1"), ItemIdentifier("DU1")])
    #expect(throws: UnknownItems.self) { try chosen("Úloha") }
  }
}
