import Foundation
import GradesLocalization
import TestSupport
import Testing

@Suite("Czech order")
struct CzechSortKeyTests {
  private static let locale = Locale(identifier: "cs_CZ")

  private func compare(_ left: String, _ right: String) -> ComparisonResult {
    let (first, second) = (CzechSortKey(left), CzechSortKey(right))
    return first < second ? .orderedAscending : first == second ? .orderedSame : .orderedDescending
  }

  @Test("Names stand where a Czech reader looks for them")
  func names() {
    let names = [
      "Adam", "Ádam", "Adámek", "Cibulka", "Čapek", "Černá", "Černý", "Dvořák", "Ďurica", "Ebel",
      "Hanák", "Chalupa", "Chytil", "Ivo", "Novák", "Nováková", "Ňuňák", "Nymburk", "Ředina",
      "Skála", "Sysel", "Šafář", "Tesař", "Ťopek", "Zeman", "Žák",
    ]
    #expect(
      names.shuffled().sorted { CzechSortKey($0) < CzechSortKey($1) }
        == [
          "Adam", "Ádam", "Adámek", "Cibulka", "Čapek", "Černá", "Černý", "Ďurica", "Dvořák",
          "Ebel",
          "Hanák", "Chalupa", "Chytil", "Ivo", "Novák", "Nováková", "Ňuňák", "Nymburk", "Ředina",
          "Skála", "Sysel", "Šafář", "Tesař", "Ťopek", "Zeman", "Žák",
        ])
  }

  @Test("Every pair of these orders as Foundation orders it")
  func pairs() {
    let texts = [
      "", "a", "A", "á", "Á", "à", "À", "ä", "å", "ļ", "ab", "Áb", "aB", "a b", "a-b", "a.b", "a1",
      "a10", "a2", "b", "c",
      "C", "ch", "Ch", "CH", "chleba", "Chleba", "cihla", "č", "Č", "čh", "ch\u{301}", "c\u{30C}",
      "č\u{323}", "hh", "h", "i", "í", "ich", "icih", "ć", "ç", "d", "ď", "Ď", "đ", "ð", "da", "ďa",
      "e", "é", "ě", "è", "ê", "ë", "ē", "ę", "ė", "ễ", "l", "ľ", "ĺ", "ł", "Ł", "n", "ň", "ń", "ñ",
      "ŋ", "o", "ó", "ö", "ő", "ô", "õ", "ø", "œ", "oe", "r", "ř", "Ř", "ŕ", "s", "š", "Š", "ś",
      "ß",
      "ss", "ş", "t", "ť", "ţ", "þ", "th", "u", "ú", "ů", "ü", "ű", "ū", "y", "ý", "ÿ", "z", "ž",
      "Ž", "ź", "ż", "æ", "ae", "α", "Α", "β", "ж", "Ж", "е", "ё", "中", "日", "0", "9", "10",
      "d’Artagnan", "D'Artagnan", "O'Neill", "Novák ml.", "Novák (2)", "de la Cruz", "Delacroix",
      "Svobodová-Malá", "Svobodová Malá", "_x", "#x", "…", "Ĳ", "ij", "–", "—", "-", "„a“", "“a”",
      "\"a\"", "«", "§", "€", "→", "©",
    ]
    for left in texts {
      for right in texts {
        let expected = left.compare(right, options: [], range: nil, locale: Self.locale)
        #expect(compare(left, right) == expected, "\(left) \(right)")
      }
    }
  }

  @Test("Many made-up names order as Foundation orders them")
  func random() {
    var random = SeededNumbers(11)
    let syllables = [
      "a", "á", "ba", "bě", "ca", "ce", "ch", "cha", "chy", "č", "če", "da", "ďa", "ď", "de", "e",
      "é", "ě", "ha", "hy", "c", "h", "i", "í", "ja", "la", "lo", "ľu", "na", "ňa", "ně", "o", "ó",
      "pa", "ra", "řa", "ř", "r", "sa", "š", "ša", "ta", "ťa", "t", "u", "ú", "ů", "va", "vá", "y",
      "ý", "za", "ž", "že", "ö", "ł", " ", "-", "'",
    ]
    let names = (0..<600).map { _ in
      let name = (0..<Int.random(in: 1...4, using: &random))
        .map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
      return switch Int.random(in: 0..<4, using: &random) {
      case 0: name
      case 1: name.uppercased()
      default: name.prefix(1).uppercased() + name.dropFirst()
      }
    }
    for left in names {
      for right in names.shuffled(using: &random).prefix(40) {
        let expected = left.compare(right, options: [], range: nil, locale: Self.locale)
        #expect(compare(left, right) == expected, "\(left) \(right)")
      }
    }
  }

  @Test("Different ways to write the same letters make the same key")
  func normalisation() {
    #expect(
      CzechSortKey("Černý Dvořák")
        == CzechSortKey("Černý Dvořák".decomposedStringWithCanonicalMapping))
    #expect(CzechSortKey("a\u{A0}b") == CzechSortKey("a b"))
    #expect(CzechSortKey("\u{200B}a\u{7}") == CzechSortKey("a"))
    #expect(CzechSortKey("Novák") != CzechSortKey("Novak"))
  }

  @Test("Of several texts the first that differs decides, even by an accent alone")
  func severalTexts() {
    let people = [
      ["Cibulka", "Žaneta"], ["Novak", "Žaneta"], ["Novák", "Adam"], ["Novák", "Adéla"],
      ["Nováková", ""], ["Nováková", "Adéla"],
    ]
    #expect(
      people.shuffled().sorted {
        CzechSortKey($0[0], $0[1]) < CzechSortKey($1[0], $1[1])
      } == people)
    #expect(CzechSortKey("Novák", "Adam") == CzechSortKey("Novák", "Adam"))
    #expect(CzechSortKey("Novák", "Adam") != CzechSortKey("Novák Adam", ""))
  }
}
