/// The rule by which widgets find texts that match a query.
///
/// Which letters are equal depends on the language, so the app provides the rule.
public struct TextSearch: Sendable {
  /// Takes a query and returns a function that matches texts.
  public let matcher: @Sendable (_ query: String) -> @Sendable (_ text: String) -> Bool

  /// Makes a search; the query is prepared once for many texts.
  public init(
    _ matcher: @escaping @Sendable (_ query: String) -> @Sendable (_ text: String) -> Bool
  ) {
    self.matcher = matcher
  }

  /// Matches the query itself, in small or capital letters.
  public static let plain = TextSearch { query in
    let query = query.lowercased()
    return { query.isEmpty || $0.lowercased().contains(query) }
  }
}
