import GradesClient

extension GroupMatrix {
  /// The statistics of each parallel of the rows, ordered by the parallels' ids. A student who attends
  /// several, such as a lecture and a laboratory, counts in each of them. The key is the parallel's id as a group;
  /// nil for students without a parallel.
  ///
  /// - Parameter smallest: parts with fewer students are merged.
  package func statisticsByParallel<Key: Comparable>(
    of rows: [MatrixRow], items: [ItemIdentifier] = [], smallest: Int = 1,
    textKey: (String) -> Key
  ) -> [(key: String?, statistics: GroupStatistics)] {
    rows.parts(smallest: smallest) { student in
      Set(student.parallels.values.map { GroupID(parallel: $0).rawValue })
    }.map { key, rows in
      (key, GroupStatistics(of: self, rows: rows, items: items, textKey: textKey))
    }
  }
}

extension [MatrixRow] {
  /// The rows of students with the same keys, in the order of these; at the end those of students without one. A
  /// student with several keys is in each of their parts.
  ///
  /// - Parameter smallest: parts with fewer students are merged.
  package func parts(
    smallest: Int, by keys: (Student) -> Set<String>
  ) -> [(key: String?, rows: [MatrixRow])] {
    var parts: [String?: [MatrixRow]] = [:]
    for row in self {
      let keys = keys(row.student)
      if keys.isEmpty { parts[nil, default: []].append(row) }
      for key in keys { parts[key, default: []].append(row) }
    }
    parts.merge(under: smallest, of: self)
    // Ids are numbers, mostly: a shorter one is smaller.
    let keys = parts.keys.compactMap(\.self).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    return (keys + (parts[nil] == nil ? [] : [nil] as [String?])).map { ($0, parts[$0] ?? []) }
  }
}

extension [String?: [MatrixRow]] {
  /// Puts parts with fewer students than a number together with those without a key; what is still smaller then
  /// takes the next small ones along, or is left out.
  fileprivate mutating func merge(under smallest: Int, of rows: [MatrixRow]) {
    guard smallest > 1 else { return }
    var together: Set<Username> = []
    for (key, part) in sorted(by: { $0.value.count < $1.value.count })
    where part.count < smallest || !together.isEmpty && together.count < smallest {
      together.formUnion(part.map(\.student.username))
      self[key] = nil
    }
    guard together.count >= smallest else { return }
    together.formUnion((self[nil] ?? []).map(\.student.username))
    self[nil] = rows.filter { together.contains($0.student.username) }
  }
}

extension GroupID {
  /// The group of a parallel with an id (Service contract, 7.6).
  package init(parallel: String) { self.init("PARALLEL_" + parallel) }
}
