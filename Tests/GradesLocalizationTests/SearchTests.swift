import GradesLocalization
import Testing

@Suite("Search")
struct SearchTests {
  private let person = ["cernyja7", "Jan", "Černý"]

  @Test(
    "Names are found without case, accents and order",
    arguments: [
      "cerny jan", "jan cerny", "JAN", "Černý", "čern", "rný", "cernyja7", "ja7", " jan  ", "",
      " , ", "Černý, Jan", "C\u{30C}erny", "jan jan",
    ])
  func found(query: String) {
    #expect(SearchQuery(query).matches(person))
    #expect(SearchQuery(query).matches(SearchText(person)))
  }

  @Test(
    "Every word has to be found, inside one field",
    arguments: ["jan novak", "jancerny", "cernyjan", "x", "čerňý jana", "černá"])
  func notFound(query: String) {
    #expect(!SearchQuery(query).matches(person))
    #expect(!SearchQuery(query).matches(SearchText(person)))
  }

  @Test("A prefix begins one of the fields, without case and accents")
  func prefixes() {
    let text = SearchText(["cernyja7", "Černý Jan"])
    for prefix in ["cernyja", "CERN", "černý j", "C\u{30C}erny", ""] {
      #expect(text.begins(with: SearchText([prefix])), "\(prefix)")
    }
    for prefix in ["jan", "erny", "cernyja77", "cerny  jan"] {
      #expect(!text.begins(with: SearchText([prefix])), "\(prefix)")
    }
  }

  @Test("Foreign letters have their nearest plain one")
  func foreign() {
    #expect(SearchQuery("lukasz strauss").matches(["Łukasz", "Strauß"]))
    #expect(SearchQuery("nguyen").matches(["Nguyễn"]))
    #expect(SearchQuery("ÅSE").matches(["Aase", "åse"]))
    #expect(SearchQuery("ИВАН").matches(["Иван"]))
    #expect(SearchQuery("oncu").matches(["Öncü"]))
    #expect(!SearchQuery("ivan").matches(["Иван"]))
  }

  @Test("Nothing is asked, everything matches")
  func empty() {
    #expect(SearchQuery("  ").isEmpty)
    #expect(SearchQuery("").matches([]))
    #expect(!SearchQuery("a").matches([]))
    #expect(!SearchQuery("a").matches([""]))
  }
}
