import GradesClient

/// A parallel of a group with its statistics.
public struct StatisticsPart: Hashable, Sendable {
  /// The parallel's id as a group; nil for students without a parallel.
  public var key: String?
  /// What its values are like.
  public var statistics: GroupStatistics
}

extension GroupMatrix {
  /// The statistics of each parallel of the rows, ordered by the parallels' ids. A student who attends
  /// several, such as a lecture and a laboratory, counts in each of them.
  ///
  /// - Parameter smallest: parallels with fewer students are put together with those that have none; what
  ///   is still smaller then takes the next small ones along, or is left out.
  public func statisticsByParallel<Key: Comparable>(
    of rows: [MatrixRow], items: [ItemIdentifier] = [], smallest: Int = 1,
    textKey: (String) -> Key
  ) -> [StatisticsPart] {
    var parts: [String?: [MatrixRow]] = [:]
    for row in rows {
      let keys = Set(row.student.parallels.values.map { GroupID(parallel: $0).rawValue })
      if keys.isEmpty { parts[nil, default: []].append(row) }
      for key in keys { parts[key, default: []].append(row) }
    }
    if smallest > 1 {
      var together: Set<Username> = []
      for (key, part) in parts.sorted(by: { $0.value.count < $1.value.count })
      where part.count < smallest || !together.isEmpty && together.count < smallest {
        together.formUnion(part.map(\.student.username))
        parts[key] = nil
      }
      if together.count >= smallest {
        together.formUnion((parts[nil] ?? []).map(\.student.username))
        parts[nil] = rows.filter { together.contains($0.student.username) }
      }
    }
    // Ids are numbers, mostly: a shorter one is smaller.
    let keys = parts.keys.compactMap(\.self).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    return (keys + (parts[nil] == nil ? [] : [nil] as [String?])).map { key in
      StatisticsPart(
        key: key,
        statistics: GroupStatistics(
          of: self, rows: parts[key] ?? [], items: items, textKey: textKey))
    }
  }
}

extension GroupID {
  /// The group of a parallel with an id (Service contract, 7.6).
  public init(parallel: String) { self.init("PARALLEL_" + parallel) }
}
