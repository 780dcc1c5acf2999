/// The rule by which widgets find texts that match a query.
///
/// Which letters are equal depends on the language, so the app provides the rule.
package struct TextSearch: Sendable {
  /// Takes a query and returns a function that matches texts.
  package let matcher: @Sendable (_ query: String) -> @Sendable (_ text: String) -> Bool

  /// Makes a search; the query is prepared once for many texts.
  package init(
    _ matcher: @escaping @Sendable (_ query: String) -> @Sendable (_ text: String) -> Bool
  ) {
    self.matcher = matcher
  }

  /// Matches the query itself, in small or capital letters.
  package static let plain = TextSearch { query in
    let query = query.lowercased()
    return { query.isEmpty || $0.lowercased().contains(query) }
  }
}
