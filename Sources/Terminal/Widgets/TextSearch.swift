/// How widgets decide which texts match what somebody looks for.
///
/// What counts as the same letter is a matter of language, so whoever knows languages gives the rule.
public struct TextSearch: Sendable {
  /// Takes a query and gives back whether a text matches it.
  public let matcher: @Sendable (_ query: String) -> @Sendable (_ text: String) -> Bool

  /// Makes a search; the query is prepared once for many texts.
  public init(
    _ matcher: @escaping @Sendable (_ query: String) -> @Sendable (_ text: String) -> Bool
  ) {
    self.matcher = matcher
  }

  /// The query as it is, in small or capital letters.
  public static let plain = TextSearch { query in
    let query = query.lowercased()
    return { query.isEmpty || $0.lowercased().contains(query) }
  }
}
