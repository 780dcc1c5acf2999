import GradesClient

/// The numbers that a result has had, as far as the change log has seen them.
package struct ValueTrend: Hashable, Sendable {
  /// The values, the oldest first: two at least.
  package let values: [Double]

  /// Finds the numbers among the changes of one item, in any order; nil where fewer than two are known.
  ///
  /// - Parameter value: the newest value, which another machine's log may have seen change.
  package init?(_ changes: [LoggedChange], value: GradeValue?) {
    // A changed note alone is no change of the value.
    let changes = changes.filter { $0.from != $0.to }.sorted { $0.id < $1.id }
    guard let first = changes.first else { return nil }
    var numbers: [Double] = []
    for value in [first.from] + changes.map(\.to) + [value] {
      if case .number(let number)? = value, number.isFinite, number != numbers.last {
        numbers.append(number)
      }
    }
    guard numbers.count > 1 else { return nil }
    values = numbers
  }
}
