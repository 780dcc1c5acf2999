import Foundation
import Terminal
import Testing

@Suite("Text with styles")
struct StyledTextTests {
  let line: StyledText = StyledText("61.5", .accent) + " of 100 " + StyledText("✓", .good)

  @Test("Colours appear only where there are some")
  func rendering() {
    #expect(line.rendered(.none) == "61.5 of 100 ✓")
    #expect(line.rendered(.ansi16) == "\u{1B}[36m61.5\u{1B}[0m of 100 \u{1B}[32m✓\u{1B}[0m")
    #expect(
      line.rendered(.ansi256) == "\u{1B}[38;5;31m61.5\u{1B}[0m of 100 \u{1B}[38;5;28m✓\u{1B}[0m")
    #expect(line.text == "61.5 of 100 ✓")
    #expect(line.displayWidth == 13)
  }

  @Test("Every style has a sequence of its own, plain text has none")
  func styles() {
    for colours in ColourDepth.allCases where colours != .none {
      let openings = Style.allCases.map { $0.opening(colours) }
      #expect(Set(openings).count == Style.allCases.count)
      #expect(Style.plain.opening(colours).isEmpty)
    }
    #expect(Style.allCases.allSatisfy { $0.opening(.none).isEmpty })
  }

  @Test(
    "Fixed colours can be read on black and on white",
    arguments: [(ColourDepth.ansi256, 3.8), (.trueColour, 4.5)])
  func contrast(colours: ColourDepth, least: Double) {
    for style in Style.allCases {
      let numbers = style.opening(colours).split { !$0.isNumber }.compactMap { Int($0) }
      guard numbers.count > 2 else { continue }
      let luminance = luminance(
        of: numbers[1] == 5 ? Self.components(of: numbers[2]) : Array(numbers[2..<5]))
      #expect((luminance + 0.05) / 0.05 >= least, "\(style) on black")
      #expect(1.05 / (luminance + 0.05) >= least, "\(style) on white")
    }
  }

  @Test("A foreign text brings no sequence of its own")
  func safety() {
    let foreign = StyledText("note\u{1B}[31m\nnext", .quiet)
    #expect(foreign.rendered(.none) == "note␛[31m next")
    #expect(foreign.rendered(.ansi16) == "\u{1B}[90mnote␛[31m next\u{1B}[0m")
    let name = "\u{9B}2J"
    #expect(("\(name)!" as StyledText).text == "\u{FFFD}2J!")
  }

  @Test("Fitting keeps the styles of what is left")
  func fitting() {
    #expect(line.truncated(to: 13) == line)
    #expect(line.truncated(to: 3) == StyledText("61…", .accent))
    #expect(line.truncated(to: 12).text == "61.5 of 100…")
    #expect(line.truncated(to: 0).isEmpty)
    #expect(line.padded(to: 15).text == "61.5 of 100 ✓  ")
    #expect(line.padded(to: 15, alignment: .right).text == "  61.5 of 100 ✓")
    #expect(line.padded(to: 3) == line)
    #expect(line.padded(to: -1) == line)
    #expect(StyledText("日本").padded(to: 6).text == "日本  ")
    #expect((line + StyledText("  ", .bad) + "   ").trimmedAtEnd() == line)
    #expect(StyledText("   ").trimmedAtEnd().isEmpty)
  }

  @Test("Wrapping breaks between words and, where it must, inside one")
  func wrapping() {
    let text: StyledText = "On the shape of " + StyledText("spoons", .accent)
    #expect(text.wrapped(to: 30).map(\.text) == ["On the shape of spoons"])
    #expect(text.wrapped(to: 12).map(\.text) == ["On the shape", "of spoons"])
    #expect(text.wrapped(to: 12)[1] == "of " + StyledText("spoons", .accent))
    #expect(text.wrapped(to: 8).map(\.text) == ["On the", "shape of", "spoons"])
    #expect(text.wrapped(to: 4).map(\.text) == ["On", "the", "shap", "e of", "spoo", "ns"])
    #expect(("日本語" as StyledText).wrapped(to: 4).map(\.text) == ["日本", "語"])
    #expect(("a日b" as StyledText).wrapped(to: 1).map(\.text) == ["a", "b"])
    #expect(StyledText().wrapped(to: 5).map(\.text) == [""])
    for width in 1...12 {
      #expect(text.wrapped(to: width).allSatisfy { $0.displayWidth <= width })
    }
  }

  @Test("Joining puts the separator between, not around")
  func joining() {
    let parts: [StyledText] = ["61.5", "D", "3 drafts"]
    #expect(parts.joined(separator: " · ").text == "61.5 · D · 3 drafts")
    #expect([StyledText]().joined(separator: " · ").isEmpty)
  }

  /// Red, green and blue of a colour of the 256: the cube from 16, the greys from 232.
  private static func components(of index: Int) -> [Int] {
    let steps = [0, 95, 135, 175, 215, 255]
    return index >= 232
      ? Array(repeating: 8 + 10 * (index - 232), count: 3)
      : [steps[(index - 16) / 36], steps[(index - 16) / 6 % 6], steps[(index - 16) % 6]]
  }

  /// Relative luminance (WCAG 2).
  private func luminance(of components: [Int]) -> Double {
    let linear = components.map { component in
      let value = Double(component) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
