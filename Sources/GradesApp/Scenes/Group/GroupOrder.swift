import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization

enum GroupSort: String, Sendable, CaseIterable, ExpressibleByArgument {
  case name
  /// By the values of the first requested column, else by the points.
  case value
}

struct GroupOrder: Hashable, Sendable {
  /// The item by whose values; nil: by name.
  var item: ItemIdentifier?
  var isDescending = false
}

/// Orders and filters the rows of a group.
struct GroupRows: Sendable {
  private let byName: [MatrixRow]
  /// The filtered texts; made with the first filter.
  private var texts: [SearchText]?

  init(_ matrix: GroupMatrix) { byName = matrix.rows.sorted { $0.student } }

  /// The rows that a filter finds, all for an empty one.
  ///
  /// - Parameter value: by what a row has the rows are ordered; nil: by name.
  mutating func rows(
    matching filter: String, descending: Bool, by value: ((MatrixRow) -> GradeValue?)?
  ) -> [MatrixRow] {
    var order = Array(byName.indices)
    if let value {
      order = order.sorted(descending: descending) { value(byName[$0]) }
    } else if descending {
      order.reverse()
    }
    let query = SearchQuery(filter)
    if !query.isEmpty {
      let texts = self.texts ?? byName.map(\.student.searchText)
      self.texts = texts
      order = order.filter { query.matches(texts[$0]) }
    }
    return order.map { byName[$0] }
  }
}

extension Sequence<Int> {
  /// The indices in the order of values. Students without a value are last in both directions;
  /// equal values keep their order.
  func sorted(descending: Bool, byValue value: (Int) -> GradeValue?) -> [Int] {
    let keyed = enumerated().map { rank, index in
      (key: ValueSortKey(value(index)), rank: rank, index: index)
    }
    return keyed.sorted { left, right in
      guard let first = left.key, let second = right.key else {
        return left.key == nil && right.key == nil ? left.rank < right.rank : left.key != nil
      }
      if first == second { return left.rank < right.rank }
      return descending ? second < first : first < second
    }.map(\.index)
  }
}

extension GroupMatrix {
  /// The column by which values are ordered without a requested item: the points, else the last
  /// column.
  var totalColumn: Int? {
    items.map(\.definition).pointsIndex ?? items.indices.last
  }
}

/// What orders values: numbers before "no" and "yes" before texts, each in its own order.
private enum ValueSortKey: Comparable {
  case number(Double)
  case flag(Int)
  case text(CzechSortKey)

  init?(_ value: GradeValue?) {
    switch value {
    case nil: return nil
    case .number(let number): self = .number(number)
    case .flag(let flag): self = .flag(flag ? 1 : 0)
    case .text(let text): self = .text(CzechSortKey(text))
    }
  }
}
