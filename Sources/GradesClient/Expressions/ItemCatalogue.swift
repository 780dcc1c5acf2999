/// The items of a course for the names and patterns of its expressions.
///
/// The whole work is bounded, because a course's expressions are foreign text.
final class ItemCatalogue {
  let identifiers: [ItemIdentifier]
  /// The items' types; nil for a type that the language does not have.
  let types: [ValueType?]
  private let indexes: [String: Int]
  private var selections: [String: Result<[Int], CannotEvaluate>] = [:]
  private var matchingBudget = 10_000_000
  private var selectionBudget = 4_000_000

  /// Indexes the items; of several with the same identifier the first counts.
  init(_ items: [ComputedItems.Item]) {
    identifiers = items.map(\.identifier)
    types = items.map { $0.valueType.ofExpressions }
    indexes = Dictionary(
      items.enumerated().map { ($1.identifier.rawValue, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  func index(of name: String) -> Int? { indexes[name] }

  /// The indices of the items whose whole identifiers match, in the course's order.
  func items(matching pattern: String, at position: Int) throws(CannotEvaluate) -> [Int] {
    guard selectionBudget >= 0, matchingBudget >= 0 else { throw .tooLarge }
    let selection = selections[pattern] ?? select(pattern, at: position)
    selections[pattern] = selection
    let items = try selection.get()
    selectionBudget -= items.count
    guard selectionBudget >= 0 else { throw .tooLarge }
    return items
  }

  /// The patterns that were asked for and match no identifier.
  var emptyPatterns: Set<String> {
    Set(
      selections.compactMap { pattern, items in (try? items.get())?.isEmpty == true ? pattern : nil
      })
  }

  private func select(_ text: String, at position: Int) -> Result<[Int], CannotEvaluate> {
    let pattern: IdentifierPattern
    do throws(IdentifierPattern.Problem) { pattern = try IdentifierPattern(text) } catch {
      return .failure(.pattern(error, at: position))
    }
    var selected: [Int] = []
    for (identifier, index) in indexes {
      matchingBudget -= 1
      // Most end with their first characters.
      if identifier.utf8.starts(with: pattern.literalPrefix.utf8),
        pattern.matches(identifier, budget: &matchingBudget)
      {
        selected.append(index)
      }
      if matchingBudget < 0 { return .failure(.tooLarge) }
    }
    return .success(selected.sorted())
  }
}
