import GradesClient

package struct ItemStatistics: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case number(HistogramBins.Bin)
    case flag(Bool)
    case text(String)
    case ungraded
  }

  package struct Bar: Hashable, Sendable {
    package var kind: Kind
    /// The indices of the values among all, in their order.
    package var members: [Int]
  }

  /// How many texts are ordered by themselves; more are ordered by how often they occur.
  private static let fewTexts = 12

  package let count: Int
  /// How many of them have a value.
  package let graded: Int
  /// What the numbers among the values are like; nil where there are none.
  package let numbers: NumberSummary?
  /// How many of the graded have what the item requires; nil where it requires nothing.
  package let met: Int?
  /// The values by kinds: numbers in ascending order, no, yes, texts, and those not graded.
  package let bars: [Bar]

  package var missing: Int { count - graded }

  /// Summarizes the values of an item.
  ///
  /// - Parameters:
  ///   - values: a value for each student; nil where there is none.
  ///   - textKey: what texts are ordered by, such as the collation key of the reader's language.
  package init<Key: Comparable>(
    of item: Classification, _ values: [GradeValue?], textKey: (String) -> Key
  ) {
    count = values.count
    graded = values.count { $0 != nil }
    let numbered = values.enumerated().compactMap { index, value -> (Int, Double)? in
      guard case .number(let number)? = value, number.isFinite else { return nil }
      return (index, number)
    }
    numbers = NumberSummary(numbered.map(\.1))
    let fulfilled = values.compactMap { $0 }.map { item.requirementMet(by: $0) }
    let isRequired = item.requiredValue != nil && item.valueType != .string
    met = isRequired ? fulfilled.count { $0 == true } : nil
    bars =
      Self.bars(of: item, numbered) + Self.flags(of: item, values) + Self.texts(values, textKey)
      + Self.ungraded(values)
  }

  /// The share of the graded students who meet the item's requirement, in per cent; nil without a
  /// requirement or graded students. 0 and 100 mean none and all.
  package var metPercent: Int? {
    met.flatMap(percent)
  }

  /// How many students have a yes; nil for an item of other values.
  package var yes: Int? { bars.first { $0.kind == .flag(true) }?.members.count }

  /// The share of the graded students who have a yes, in per cent; nil for an item of other values.
  package var yesPercent: Int? { yes.flatMap(percent) }

  /// So many of the graded students in per cent; 0 and 100 mean none and all.
  private func percent(_ part: Int) -> Int? {
    guard graded > 0 else { return nil }
    if part == 0 || part == graded { return part == 0 ? 0 : 100 }
    return min(max(Int((100 * Double(part) / Double(graded)).rounded()), 1), 99)
  }

  private static func bars(of item: Classification, _ numbers: [(index: Int, value: Double)])
    -> [Bar]
  {
    let bins = HistogramBins(
      numbers.map(\.value), minimum: item.minimumValue, maximum: item.maximumValue)
    var bars = bins.bins.map { Bar(kind: .number($0), members: []) }
    for number in numbers {
      if let index = bins.index(of: number.value) { bars[index].members.append(number.index) }
    }
    return bars
  }

  private static func flags(of item: Classification, _ values: [GradeValue?]) -> [Bar] {
    let bars = [false, true].map { flag in
      Bar(kind: .flag(flag), members: values.indices.filter { values[$0] == .flag(flag) })
    }
    let isShown = item.valueType == .boolean || bars.contains { !$0.members.isEmpty }
    return isShown ? bars : []
  }

  private static func texts<Key: Comparable>(
    _ values: [GradeValue?], _ textKey: (String) -> Key
  ) -> [Bar] {
    var indices: [String: [Int]] = [:]
    for (index, value) in values.enumerated() {
      switch value {
      case .text(let text)?: indices[text, default: []].append(index)
      // What is no number to reckon with is still a value.
      case .number(let number)? where !number.isFinite:
        indices[number.isNaN ? "?" : number < 0 ? "-∞" : "∞", default: []].append(index)
      default: break
      }
    }
    let isLong = indices.count > fewTexts
    return indices.map { (textKey($0.key), Bar(kind: .text($0.key), members: $0.value)) }
      .sorted { left, right in
        let (first, second) = (left.1.members, right.1.members)
        if isLong, first.count != second.count { return first.count > second.count }
        return left.0 != right.0 ? left.0 < right.0 : first[0] < second[0]
      }
      .map(\.1)
  }

  private static func ungraded(_ values: [GradeValue?]) -> [Bar] {
    let members = values.indices.filter { values[$0] == nil }
    return members.isEmpty ? [] : [Bar(kind: .ungraded, members: members)]
  }
}
