// Fitting styled text into a room of some cells.

extension StyledText {
  /// This text with blanks up to a width in cells; a text that is wider already stays as it is.
  package func padded(to width: Int, alignment: TextAlignment = .left) -> StyledText {
    let room = width - displayWidth
    guard room > 0 else { return self }
    switch alignment {
    case .left: return self + .blanks(room)
    case .right: return .blanks(room) + self
    }
  }

  /// This text, or as much of it as fits in a width in cells together with `…` at its end, which
  /// takes the style of what it follows.
  package func truncated(to width: Int) -> StyledText {
    guard width > 0 else { return StyledText() }
    guard displayWidth > width else { return self }
    var room = width - 1
    var kept: [Span] = []
    for span in spans {
      let part = String(span.text.prefix(cells: room))
      room -= part.displayWidth
      if part.utf8.count == span.text.utf8.count {
        kept.append(span)
      } else {
        kept.append(Span(text: part + "…", style: span.style))
        break
      }
    }
    return StyledText(spans: kept)
  }

  /// This text without the blanks at its end.
  package func trimmedAtEnd() -> StyledText {
    guard spans.last?.text.utf8.last == UInt8(ascii: " ") else { return self }
    var result = spans
    while let last = result.popLast() {
      guard let end = last.text.lastIndex(where: { $0 != " " }) else { continue }
      result.append(Span(text: String(last.text[...end]), style: last.style))
      break
    }
    return StyledText(spans: result)
  }

  /// This text on as many lines as it needs to be no wider than a number of cells.
  ///
  /// Breaks at spaces, which the break replaces; a word that is wider than a line is cut
  /// between characters. A character that is wider than a line is left out. Always at least one
  /// line.
  package func wrapped(to width: Int) -> [StyledText] {
    guard displayWidth > width else { return [self] }
    var lines: [[Piece]] = []
    var line: [Piece] = []
    var lineWidth = 0
    for piece in pieces where piece.width <= width {
      if lineWidth + piece.width > width {
        if piece.isSpace {
          lines.append(line)
          (line, lineWidth) = ([], 0)
          continue
        }
        // The word that has begun moves to the next line as a whole, unless it fills this one.
        let word = line.suffix(while: { !$0.isSpace })
        let isWholeLine = word.count == line.count
        lines.append(isWholeLine ? line : Array(line.dropLast(word.count)))
        line = isWholeLine ? [] : Array(word)
        lineWidth = line.reduce(0) { $0 + $1.width }
      }
      if line.isEmpty, piece.isSpace, !lines.isEmpty { continue }
      line.append(piece)
      lineWidth += piece.width
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines.map { StyledText(pieces: $0).trimmedAtEnd() }
  }

  private struct Piece {
    let character: Character
    let style: Style
    let width: Int
    var isSpace: Bool { character == " " }
  }

  private var pieces: [Piece] {
    spans.flatMap { span in
      span.text.map { Piece(character: $0, style: span.style, width: DisplayWidth.of($0)) }
    }
  }

  private init(pieces: [Piece]) {
    var spans: [Span] = []
    var text = ""
    for (index, piece) in pieces.enumerated() {
      text.append(piece.character)
      if index == pieces.count - 1 || pieces[index + 1].style != piece.style {
        spans.append(Span(text: text, style: piece.style))
        text = ""
      }
    }
    self.init(spans: spans)
  }
}

extension Array {
  /// The elements at the end that all satisfy a condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
    var start = endIndex
    while start > startIndex, condition(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}

extension StyledText {
  /// The cells of the longest part that ``wrapped(to:)`` keeps together.
  package var widestWord: Int {
    text.split(separator: " ").map { String($0).displayWidth }.max() ?? 0
  }
}
