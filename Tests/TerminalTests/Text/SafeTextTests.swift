import Terminal
import Testing

@Suite("Foreign text made harmless")
struct SafeTextTests {
  @Test("Ordinary text in any script comes through as it is")
  func ordinary() {
    for text in [
      "", "Task 1", "Příliš žluťoučký kůň", "C\u{30C}erny\u{301}", "日本語 👩‍👩‍👧‍👦 🇨🇿", "– … “quoted” ﬁ",
      "שלום",
    ] {
      #expect(SafeText.singleLine(text) == text)
      #expect(SafeText.multiLine(text) == text)
    }
  }

  @Test("An escape sequence becomes visible and powerless")
  func escapes() {
    #expect(SafeText.singleLine("\u{1B}[2J\u{1B}]0;title\u{7}") == "␛[2J␛]0;title␇")
    #expect(SafeText.singleLine("a\u{9B}31mb\u{90}") == "a\u{FFFD}31mb\u{FFFD}")
    #expect(SafeText.singleLine("a\u{0}b\u{8}c\u{7F}") == "a␀b␈c␡")
  }

  @Test("Line breaks of every kind: one space, or one line feed")
  func lineBreaks() {
    let text = "a\nb\r\nc\rd\u{85}e\u{2028}f\u{2029}g\u{B}h\u{C}i\n\r\nj"
    #expect(SafeText.singleLine(text) == "a b c d e f g h i  j")
    #expect(SafeText.multiLine(text) == "a\nb\nc\nd\ne\nf\ng\nh\ni\n\nj")
    #expect(SafeText.keepingBlanks("a\tb\r\nc\n\u{1B}\u{85}d") == "a\tb\r\nc\n␛\u{FFFD}d")
    #expect(SafeText.singleLine("a\tb") == "a b")
    #expect(SafeText.multiLine("a\tb") == "a    b")
  }

  @Test("What turns the reading direction round shows itself")
  func directions() {
    #expect(SafeText.singleLine("99\u{202E}001\u{202C}") == "99\u{FFFD}001\u{FFFD}")
    #expect(SafeText.singleLine("\u{2066}a\u{2069}") == "\u{FFFD}a\u{FFFD}")
    #expect(SafeText.singleLine("\u{FFF9}a\u{FFFB}") == "\u{FFFD}a\u{FFFD}")
  }

  @Test("No scalar at all leaves a control behind")
  func everyScalar() {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let safe = SafeText.singleLine("x\(Character(scalar))y")
      let isBad = safe.unicodeScalars.contains {
        $0.properties.generalCategory == .control || ("\u{202A}"..."\u{202E}").contains($0)
          || ("\u{2066}"..."\u{2069}").contains($0)
      }
      if isBad { Issue.record("U+\(String(value, radix: 16)) came through") }
    }
  }
}
