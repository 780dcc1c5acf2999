/// One line of text whose pieces have styles.
///
/// All text is made harmless first (see ``SafeText``), so the only escape sequences in the output
/// are those of the styles.
package struct StyledText: Sendable, Hashable {
  package struct Span: Sendable, Hashable {
    /// Harmless text on one line.
    package let text: String
    package let style: Style
  }

  /// The pieces in reading order; none is empty.
  package private(set) var spans: [Span]

  package init(_ text: String = "", _ style: Style = .plain) {
    spans = text.isEmpty ? [] : [Span(text: SafeText.singleLine(text), style: style)]
  }

  init(spans: [Span]) {
    self.spans = spans.filter { !$0.text.isEmpty }
  }

  /// The lines of a text, which keeps its breaks.
  package static func lines(of text: String, _ style: Style = .plain) -> [StyledText] {
    SafeText.multiLine(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { StyledText(String($0), style) }
  }

  package var isEmpty: Bool { spans.isEmpty }

  package var text: String {
    spans.count == 1 ? spans[0].text : spans.reduce(into: "") { $0 += $1.text }
  }

  package var displayWidth: Int {
    var width = 0
    for span in spans { width += span.text.displayWidth }
    return width
  }

  /// The text as it is written to an output.
  package func rendered(_ colours: ColourDepth) -> String {
    var result = ""
    write(colours, to: &result)
    return result
  }

  /// Appends the text as ``rendered(_:)`` returns it.
  package func write(_ colours: ColourDepth, to output: inout String) {
    for span in spans {
      let opening = span.style.opening(colours)
      // Appending nothing costs as much as appending a short text.
      if opening.isEmpty {
        output += span.text
      } else {
        output += opening + span.text + Style.closing
      }
    }
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result += right
    return result
  }

  package static func += (left: inout StyledText, right: StyledText) {
    if left.spans.isEmpty {
      left = right
    } else if right.spans.count == 1 {
      // Most texts are one piece, which costs a tenth of what appending a list does.
      left.spans.append(right.spans[0])
    } else {
      left.spans += right.spans
    }
  }

  /// The text with blanks in place of the blocks of bars and histograms (U+2580 to U+259F), none at the end.
  package var withoutBlocks: StyledText {
    StyledText(
      spans: spans.map { span in
        let kept = span.text.unicodeScalars.map {
          ("\u{2580}"..."\u{259F}").contains($0) ? " " : $0
        }
        return Span(text: String(String.UnicodeScalarView(kept)), style: span.style)
      }
    ).trimmedAtEnd()
  }

  package static func blanks(_ count: Int) -> StyledText {
    var text = StyledText()
    text.append(blanks: count)
    return text
  }

  package mutating func append(blanks count: Int) {
    guard count > 0 else { return }
    // Most of what a table prints is blanks; repeating a string appends it one by one.
    let text = String(unsafeUninitializedCapacity: count) { bytes in
      bytes.initialize(repeating: UInt8(ascii: " "))
      return count
    }
    spans.append(Span(text: text, style: .plain))
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Sequence<StyledText> {
  /// All texts with a separator between each two.
  package func joined(separator: StyledText = "") -> StyledText {
    var result = StyledText()
    var isFirst = true
    for text in self {
      if !isFirst { result += separator }
      result += text
      isFirst = false
    }
    return result
  }
}
