import GradesClient
import Spelling

/// Which students of a group are meant: those for whom everything in it is true.
package struct StudentSelection: Hashable, Sendable {
  /// Which minimum is not reached.
  package enum Minimum: Hashable, Sendable {
    case any
    case item(ItemIdentifier)
  }

  /// A condition in the language of computed items (``RowCondition``); nil: none.
  package var condition: String?
  /// Items in which the student has no value.
  package var missing: [ItemIdentifier]
  /// A minimum below which the student has a value; one without a value is missing, and not below.
  package var belowMinimum: Minimum?

  /// Makes a selection; without arguments it is all students.
  package init(
    condition: String? = nil, missing: [ItemIdentifier] = [], belowMinimum: Minimum? = nil
  ) {
    self.condition = condition
    self.missing = missing
    self.belowMinimum = belowMinimum
  }

  package var isEmpty: Bool { condition == nil && missing.isEmpty && belowMinimum == nil }

  /// The selected rows of a matrix with all items of the course, in their order.
  ///
  /// Throws ``UnusableCondition``, ``UnknownItems`` and ``NoMinimum``.
  package func rows(of matrix: GroupMatrix) throws -> [MatrixRow] {
    if isEmpty { return matrix.rows }
    let items = matrix.items.map(\.definition)
    let condition = try condition.map { try UnusableCondition.condition($0, items) }
    let missing = missing.isEmpty ? [] : try matrix.columns(of: missing)
    var minima: [Int] = []
    switch belowMinimum {
    case nil: break
    case .item(let item):
      minima = try matrix.columns(of: [item])
      if let column = minima.first, items[column].requiredValue == nil {
        throw NoMinimum(item: items[column].identifier, course: matrix.course)
      }
    case .any: minima = items.indices.filter { items[$0].requiredValue != nil }
    }
    return matrix.rows.filter { row in
      missing.allSatisfy { row.values[$0].value == nil }
        && (belowMinimum == nil
          || minima.contains { column in
            row.values[column].value.flatMap { items[column].requirementMet(by: $0) } == false
          })
        && (condition?.selects { row.values[$0].value } ?? true)
    }
  }
}

/// An item of which no minimum is required, so that no value is below it.
package struct NoMinimum: Error, Hashable, Sendable {
  package var item: ItemIdentifier
  package var course: CourseCode
}

/// A condition that selects no students because it cannot be used.
package struct UnusableCondition: Error, Hashable, Sendable {
  package var text: String
  package var reason: CannotEvaluate
  /// What may have been meant: an item's identifier, or a sign of the language.
  package var near: String?

  package static func condition(
    _ text: String, _ items: [Classification]
  ) throws(UnusableCondition) -> RowCondition {
    do throws(CannotEvaluate) {
      return try RowCondition(
        text,
        items: items.map {
          ComputedItems.Item(identifier: $0.identifier, valueType: $0.valueType)
        })
    } catch {
      throw UnusableCondition(
        text: text, reason: error, near: suggestion(for: error, in: text, items))
    }
  }

  private static func suggestion(
    for reason: CannotEvaluate, in text: String, _ items: [Classification]
  ) -> String? {
    switch reason {
    case .unknownItem(let name, _):
      let lookup = ItemLookup(items)
      return lookup.find(name).item?.identifier.rawValue ?? lookup.near(name)
    case .syntax(let error): return error.suggestion(in: text) ?? itemNamed(in: text, items)
    default: return nil
    }
  }

  /// The item with the longest name of several words that a text has: conditions have identifiers.
  private static func itemNamed(in text: String, _ items: [Classification]) -> String? {
    let text = text.lowercased()
    let named = items.flatMap { item in item.names.map { ($0.name.lowercased(), item.identifier) } }
    return named.filter { $0.0.contains(" ") && text.contains($0.0) }
      .max { $0.0.count < $1.0.count }?.1.rawValue
  }
}
