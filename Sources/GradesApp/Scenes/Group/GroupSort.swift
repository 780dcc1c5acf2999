import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization

/// By what the students of a group are ordered.
enum GroupSort: String, Sendable, CaseIterable, ExpressibleByArgument {
  case name
  /// By the values of the first requested column, else by the points.
  case value
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
