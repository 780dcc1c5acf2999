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
