import Terminal

extension [StyledText] {
  /// The first of these lines; where there are more, the last one of them says so at its end.
  func cut(to count: Int, width: Int) -> [StyledText] {
    guard self.count > count, count > 0 else { return Array(prefix(Swift.max(0, count))) }
    return prefix(count - 1) + [(self[count - 1] + " …").truncated(to: Swift.max(1, width))]
  }

  /// These parts of a sentence, with dots between them, in as many lines as they need; what belongs
  /// together stays on a line where one is wide enough.
  func lines(of width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for part in self {
      if let line = lines.last, line.displayWidth + 3 + part.displayWidth <= width {
        lines[lines.count - 1] = line + StyledText(" · ", .quiet) + part
      } else {
        lines += part.wrapped(to: Swift.max(1, width))
      }
    }
    return lines
  }
}
