import Terminal
import Testing

@Suite("The cells a text takes")
struct DisplayWidthTests {
  @Test(
    "Letters, marks, wide characters and emoji",
    arguments: [
      ("", 0),
      ("Task 1", 6),
      ("Příliš žluťoučký kůň", 20),
      // The same word with separate accents: C + caron, r + caron.
      ("C\u{30C}er\u{30C}nka", 6),
      ("–", 1), ("…", 1), ("█░▌", 3), ("±½×", 3), ("→ ✓ ✗", 5),
      ("日本語", 6), ("한국", 4), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｗｉｄｅ", 8), ("ｱｲｳ", 3),
      ("😀", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("🇨🇿", 2), ("🇨", 1),
      ("❤", 1), ("❤️", 2), ("☎️", 2), ("☎", 1), ("⚡", 2), ("⚡\u{FE0E}", 1), ("1️⃣", 2), ("1", 1),
      ("©", 1), ("©️", 2), ("↔️", 2),
      ("a\u{200B}b", 2), ("a\u{200D}b", 2), ("\u{FEFF}a", 1), ("e\u{301}\u{323}\u{330}", 1),
      ("क्ष", 2), ("กำ", 2), ("שָׁלוֹם", 4), ("\u{600}", 1),
      ("\u{1FAE9}", 2), ("𠮷", 2),
    ])
  func width(text: String, cells: Int) {
    #expect(
      text.displayWidth == cells, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
  }

  @Test("Controls and line breaks take no cell")
  func controls() {
    #expect("\u{1B}a\r\nb\u{9B}\u{7F}\u{2028}".displayWidth == 2)
  }

  @Test("A tab goes to the next stop, which depends on where it stands")
  func tabs() {
    #expect("\t".displayWidth == 8)
    #expect("abc\td".displayWidth == 9)
    #expect("12345678\t".displayWidth == 16)
    #expect(DisplayWidth.of("\td", from: 6) == 3)
    #expect(DisplayWidth.of("日\td") == 9)
  }

  @Test("Truncation ends with an ellipsis, keeps whole characters and never exceeds the width")
  func truncation() {
    #expect("Introduction".truncated(to: 12) == "Introduction")
    #expect("Introduction".truncated(to: 6) == "Intro…")
    #expect("日本語".truncated(to: 4) == "日…")
    #expect("日本語".truncated(to: 5) == "日本…")
    #expect("👩‍👩‍👧‍👦👩‍👩‍👧‍👦".truncated(to: 3) == "👩‍👩‍👧‍👦…")
    #expect("C\u{30C}erny\u{301}".truncated(to: 3) == "C\u{30C}e…")
    #expect("anything".truncated(to: 1) == "…")
    #expect("anything".truncated(to: 0) == "")
    for width in 0...20 {
      #expect("Žluťoučký 日本 👍🏽\tkůň".truncated(to: width).displayWidth <= width)
    }
  }
}
