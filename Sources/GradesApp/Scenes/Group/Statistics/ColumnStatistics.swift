import GradesClient
import GradesLocalization

/// Statistics of a group's values of one evaluation item.
struct ColumnStatistics: Equatable, Sendable {
  /// What the numbers among the values are like.
  struct Numbers: Equatable, Sendable {
    var mean: Double
    var median: Double
    var least: Double
    var greatest: Double
  }

  /// What the values of a bar have in common.
  enum Kind: Hashable, Sendable {
    case number(HistogramBins.Bin)
    case flag(Bool)
    case text(String)
    case ungraded
  }

  /// Values of one kind.
  struct Bar: Equatable, Sendable {
    var kind: Kind
    /// The indices of the values among all, in their order.
    var members: [Int]
  }

  /// How many texts are ordered by themselves; more are ordered by how often they occur.
  private static let fewTexts = 12

  /// How many students there are.
  let count: Int
  /// How many of them have a value.
  let graded: Int
  /// What the numbers are like; nil where there are none.
  let numbers: Numbers?
  /// How many of the graded have what the item requires; nil where it requires nothing.
  let met: Int?
  /// The values by kinds: numbers in ascending order, no, yes, texts, and those not graded.
  let bars: [Bar]

  /// Looks at the values of an item.
  init(of item: Classification, _ values: [GradeValue?]) {
    count = values.count
    graded = values.count { $0 != nil }
    let numbered = values.enumerated().compactMap { index, value -> (Int, Double)? in
      guard case .number(let number)? = value, number.isFinite else { return nil }
      return (index, number)
    }
    numbers = Numbers(numbered.map(\.1))
    let fulfilled = values.compactMap { $0 }.map { item.requirementMet(by: $0) }
    let isRequired = item.requiredValue != nil && item.valueType != .string
    met = isRequired ? fulfilled.count { $0 == true } : nil
    bars =
      Self.bars(of: item, numbered) + Self.flags(of: item, values) + Self.texts(values)
      + Self.ungraded(values)
  }

  /// The share of the graded students who meet the item's requirement, in per cent; nil without a
  /// requirement or graded students. 0 and 100 mean none and all.
  var metPercent: Int? {
    guard let met, graded > 0 else { return nil }
    if met == 0 || met == graded { return met == 0 ? 0 : 100 }
    return min(max(Int((100 * Double(met) / Double(graded)).rounded()), 1), 99)
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

  private static func texts(_ values: [GradeValue?]) -> [Bar] {
    var indices: [String: [Int]] = [:]
    for (index, value) in values.enumerated() {
      switch value {
      case .text(let text)?: indices[text, default: []].append(index)
      // What is no number to reckon with is still a value.
      case .number(let number)? where !number.isFinite:
        indices[NumberText.text(number, .english), default: []].append(index)
      default: break
      }
    }
    let isLong = indices.count > fewTexts
    return indices.map { (CzechSortKey($0.key), Bar(kind: .text($0.key), members: $0.value)) }
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

extension ColumnStatistics.Numbers {
  /// Reckons with finite numbers; nil for none.
  fileprivate init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let middle = sorted.count / 2
    least = first
    greatest = last
    // Added up as parts, so that no sum becomes infinite.
    let count = Double(sorted.count)
    let sum = sorted.reduce(0, +)
    mean = sum.isFinite ? sum / count : sorted.reduce(0) { $0 + $1 / count }
    median =
      sorted.count % 2 == 1
      ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2
  }
}
