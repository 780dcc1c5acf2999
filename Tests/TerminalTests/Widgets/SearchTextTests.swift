import Terminal
import Testing

@Suite("Search")
struct SearchTextTests {
  @Test("Neither case nor marks nor the order of words make a difference")
  func folding() {
    let text = SearchText("Ďurica Žaneta, Wałęsa, Kr\u{30C}i\u{301}z\u{30C} (zkusade1)")
    for query in ["durica", "ŽAN DUR", "walesa", "KŘÍŽ", "kriz", "1)", "  ", ""] {
      #expect(text.matches(SearchQuery(query)), "\(query)")
    }
    for query in ["durice", "zaneta zkusade2", "žž"] {
      #expect(!text.matches(SearchQuery(query)), "\(query)")
    }
    #expect(SearchText("日本語").matches(SearchQuery("本")))
    #expect(SearchText("").matches(SearchQuery("")))
    #expect(!SearchText("").matches(SearchQuery("a")))
  }
}
