import GradesClient

/// The computed items of one course, ready to be evaluated for many students.
struct CourseComputation {
  let courseId: Int
  /// The items with an expression.
  let computedItems: [ItemRow]
  private let manualItems: [(id: Int, identifier: ItemIdentifier)]
  private let expressions: ComputedItems

  init(of courseId: Int, items: [ItemRow]) {
    self.courseId = courseId
    computedItems = items.filter(\.isComputed)
    manualItems = items.filter { !$0.isComputed }
      .map { ($0.id, ItemIdentifier($0.identifier)) }
    expressions = ComputedItems(
      items: items.map {
        ComputedItems.Item(
          identifier: ItemIdentifier($0.identifier),
          valueType: ValueType(rawValue: $0.valueType),
          expression: $0.isComputed ? $0.expression ?? "" : nil)
      }, mode: .lenient)
  }

  /// The computed values by item; nil where an expression has no value or cannot be evaluated.
  func values(given stored: [Int: CellValue?]) -> [Int: CellValue?] {
    var manual: [ItemIdentifier: GradeValue] = [:]
    for item in manualItems {
      if let value = stored[item.id] ?? nil { manual[item.identifier] = value }
    }
    let computed = expressions.values(given: manual)
    var values: [Int: CellValue?] = [:]
    for item in computedItems {
      let value = try? computed[ItemIdentifier(item.identifier)]?.get()
      values[item.id] = .some(value ?? nil)
    }
    return values
  }
}
