extension Sequence {
  /// The elements by a key, of several with the same one the first.
  package func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
    Dictionary(map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Sequence where Element: Hashable {
  /// The elements, each where it stands first.
  package func withoutRepetition() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Sequence where Element: Sendable {
  /// What becomes of each element, in their order; at most six at the same time (Figures, Fast).
  func atOnce<Value: Sendable>(
    _ transform: @escaping @Sendable (Element) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
      var values: [(index: Int, value: Value)] = []
      for (index, element) in enumerated() {
        if index >= 6, let done = try await group.next() { values.append(done) }
        group.addTask { (index, try await transform(element)) }
      }
      for try await done in group { values.append(done) }
      return values.sorted { $0.index < $1.index }.map(\.value)
    }
  }
}
